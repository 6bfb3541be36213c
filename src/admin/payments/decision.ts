import type { OnchainApplicationCandidate } from "../../types/http"

/** What an operator has decided about a payment without an order. */
export type PaymentDecision =
  { action: "apply"; orderId: string } | { action: "refund_due" } | { action: "keep"; note: string }

/** The order that was chosen: one that was offered, or one that the operator named. */
export type ChosenOrder = { id: string; candidate: OnchainApplicationCandidate | null }

/** The call that carries a decision out. */
export function toCall(decision: PaymentDecision): { path: string; body: Record<string, string> } {
  switch (decision.action) {
    case "apply":
      return { path: "apply", body: { order_id: decision.orderId } }
    case "refund_due":
      return { path: "refund-due", body: {} }
    case "keep":
      return { path: "keep", body: { note: decision.note } }
  }
}
