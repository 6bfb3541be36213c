import type { OnchainWithdrawalAction } from "../../types/http"

/** What an operator has decided about a withdrawal. A quote is confirmed by its id, so that no other is meant. */
export type WithdrawalDecision =
  | { action: "quote" | "check" }
  | { action: "cancel" }
  | { action: "confirm" | "approve"; quoteId: string }
  | { action: "adopt"; gatewayWithdrawalId: string }
  | { action: "write_off"; note: string }

/** The call that carries a decision out. */
export function toWithdrawalCall(decision: WithdrawalDecision): {
  path: string
  body: Record<string, string>
} {
  switch (decision.action) {
    case "confirm":
    case "approve":
      return { path: decision.action, body: { quote_id: decision.quoteId } }
    case "adopt":
      return { path: "adopt", body: { gateway_withdrawal_id: decision.gatewayWithdrawalId } }
    case "write_off":
      return { path: "write-off", body: { note: decision.note } }
    case "quote":
    case "cancel":
    case "check":
      return { path: decision.action satisfies OnchainWithdrawalAction, body: {} }
  }
}
