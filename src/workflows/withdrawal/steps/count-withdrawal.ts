import type { MedusaContainer } from "@medusajs/framework/types"
import type { WithdrawalState } from "../../../domain/withdrawal-lifecycle"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

const COUNTED = {
  sent: "withdrawals_sent",
  completed: "withdrawals_completed",
  failed: "withdrawals_failed",
  refused: "withdrawals_failed",
} as const

/** Counts a withdrawal that has come to another state, where that is counted. */
export function countWithdrawal(container: MedusaContainer, from: WithdrawalState, row: WithdrawalRow): void {
  const { state } = row
  const { counters } = container.resolve("onchain")
  if (state === from || !isCounted(state)) return
  counters.add(COUNTED[state])
  if (state === "completed" && row.refund_id !== null) counters.add("refunds_paid")
}

function isCounted(state: WithdrawalState): state is keyof typeof COUNTED {
  return state in COUNTED
}
