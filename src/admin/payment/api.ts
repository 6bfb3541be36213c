import type {
  OnchainOrderResponse,
  OnchainReviewResponse,
  OnchainUnallocatedPaymentResponse,
} from "../../types/http"
import { apiPath, AREAS, busyRefresh, useAction, useRead } from "../ui/api"
import { standingOf } from "./amount"

const area = AREAS.payments
const keyOf = (id: string) => [...area, "detail", id]
const orderKey = (id: string) => [...AREAS.out, "orders", id]

export function usePayment(id: string) {
  return useRead({
    key: keyOf(id),
    path: apiPath("unallocated-payments", id),
    select: ({ payment }: OnchainUnallocatedPaymentResponse) => payment,
    refreshMs: (answer) => busyRefresh(answer !== undefined && standingOf(answer.payment) === "applying"),
  })
}

export type PaymentDecision =
  { action: "apply"; orderId: string } | { action: "refund_due" } | { action: "keep"; note: string }

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

/** The server lets one decision stand. */
export function usePaymentDecision(id: string) {
  return useAction<OnchainUnallocatedPaymentResponse, PaymentDecision>({
    request: (decision) => {
      const { path, body } = toCall(decision)
      return { path: apiPath("unallocated-payments", id, path), body }
    },
    replaces: () => keyOf(id),
    stale: [area],
  })
}

export function useContradictionReview(id: string) {
  return useAction<OnchainReviewResponse>({
    request: () => ({ path: apiPath("payments", id, "review") }),
    stale: [area, AREAS.out],
  })
}

export function useOrderPayments(id: string) {
  return useRead({
    key: orderKey(id),
    path: apiPath("orders", id),
    select: ({ order }: OnchainOrderResponse) => order,
  })
}

export function useKeepOrder(id: string) {
  return useAction<OnchainOrderResponse, string>({
    request: (note) => ({ path: apiPath("orders", id, "keep"), body: { note } }),
    stale: [orderKey(id)],
  })
}
