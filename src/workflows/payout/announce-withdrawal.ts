import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { WithdrawalState } from "../../domain/payout/withdrawal-lifecycle"
import { REFUND_PAID, WITHDRAWAL_APPROVAL_REQUIRED, WITHDRAWAL_UPDATED } from "../../modules/onchain/events"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"

/** Seconds to wait for another process that reports the same withdrawal. */
const LOCK_TIMEOUT_S = 40

/**
 * Reports the state of a withdrawal, once per state.
 *
 * At least once: the note comes after the event. A process that dies in between leaves it to a job; a lock makes one of several
 * report it. Of states that follow each other in that moment only the last is reported.
 */
export async function announceWithdrawal(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  if (isTold(row)) return
  await container
    .resolve(Modules.LOCKING)
    .execute([`onchain:withdrawal-update:${row.id}`], () => tell(container, row.id), {
      timeout: LOCK_TIMEOUT_S,
    })
}

async function tell(container: MedusaContainer, withdrawalId: string): Promise<void> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const row = await store.mustFind(withdrawalId)
  if (isTold(row)) return
  const { id, state, gateway_status, refund_id } = row
  const bus = container.resolve(Modules.EVENT_BUS)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: withdrawal ${id} is ${state}${gateway_status === null ? "" : ` (${gateway_status})`}`)
  await bus.emit({ name: WITHDRAWAL_UPDATED, data: { id, state, gateway_status, refund_id } })
  if (state === "awaiting_approval") await bus.emit({ name: WITHDRAWAL_APPROVAL_REQUIRED, data: { id } })
  if (state === "completed" && refund_id !== null) await announcePaidRefund(container, row, refund_id)
  await store.noteAnnounced(row)
}

function isTold({ state, announced_state }: WithdrawalRow): boolean {
  return announced_state === state
}

/**
 * Of a refund that was withdrawn before its payout turned out to be paid, the mismatch of the withdrawal is
 * reported instead.
 */
async function announcePaidRefund(container: MedusaContainer, { id }: WithdrawalRow, refundId: string) {
  const refund = await container.resolve("onchain").refunds.find(refundId)
  if (!refund) return
  const { payment_id, session_id } = refund
  await container.resolve(Modules.EVENT_BUS).emit({
    name: REFUND_PAID,
    data: { refund_id: refundId, payment_id, session_id, withdrawal_id: id },
  })
}

const COUNTED = {
  sent: "withdrawals_sent",
  completed: "withdrawals_completed",
  failed: "withdrawals_failed",
  refused: "withdrawals_failed",
} as const

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
