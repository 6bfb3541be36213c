import type { Assumptions } from "../gateway/assumptions"
import { withdrawalPhase } from "../gateway/contract"
import type { WithdrawalState } from "./withdrawal-lifecycle"

/** What a withdrawal that is not over waits for. */
export const WITHDRAWAL_WAITS = [
  "quote",
  "confirmation",
  "approval",
  "answer",
  "queue",
  "funds",
  "gas",
  "reserved_funds",
  "processing",
  "network",
  "unknown",
  "person",
] as const
export type WithdrawalWait = (typeof WITHDRAWAL_WAITS)[number]

/**
 * What a withdrawal waits for: of those that the service has, by the service's own word.
 *
 * @returns null when it is over
 * @example waitOf({ state: "sent", gateway_status: "gas_blocked" }, parseAssumptions()) // "gas"
 */
export function waitOf(
  row: { state: WithdrawalState; gateway_status: string | null },
  assumptions: Assumptions
): WithdrawalWait | null {
  return row.state === "sent" ? waitAtService(row.gateway_status, assumptions) : WAITS_OF_STATES[row.state]
}

const WAITS_OF_STATES = {
  requested: "quote",
  quoted: "confirmation",
  awaiting_approval: "approval",
  sending: "answer",
  unclear: "person",
  completed: null,
  failed: null,
  refused: null,
  cancelled: null,
} as const satisfies Record<Exclude<WithdrawalState, "sent">, WithdrawalWait | null>

function waitAtService(status: string | null, assumptions: Assumptions): WithdrawalWait {
  const named = assumptions.statuses.withdrawal
  switch (status) {
    case null:
      return "unknown"
    case "pending_funds":
      return "funds"
    case "gas_blocked":
      return "gas"
    case named.queued:
      return "queue"
    case named.fundsReserved:
      return "reserved_funds"
    case named.processing:
      return "processing"
    case named.broadcast:
      return "network"
    default:
      return withdrawalPhase(status, assumptions) === "pending" ? "processing" : "unknown"
  }
}
