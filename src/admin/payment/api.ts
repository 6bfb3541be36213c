import type {
  OnchainOrderResponse,
  OnchainPaymentDetail,
  OnchainPaymentDetailResponse,
  OnchainPayLinkResponse,
  OnchainReviewResponse,
  OnchainSentPayLinkResponse,
  OnchainUnallocatedPaymentResponse,
} from "../../types/http"
import { apiPath, AREAS, busyRefresh, useAction, useRead } from "../ui/api"
import { standingOf } from "./amount"

const area = AREAS.payments
const orders = [...AREAS.out, "orders"]
const unmatchedKey = (id: string) => [...area, "unmatched", id]
const paymentKey = (id: string) => [...area, "payment", id]
const orderKey = (id: string) => [...orders, id]

const LIVE: readonly string[] = ["preparing", "confirming", "settled"]
/** Something of it changes within seconds, such as its confirmations. */
const isLive = ({ status, attempts }: OnchainPaymentDetail) =>
  LIVE.includes(status.sentence) || attempts.some(({ state }) => state === "confirming")

export function usePayment(id: string) {
  return useRead({
    key: paymentKey(id),
    path: apiPath("payments", id),
    select: ({ payment }: OnchainPaymentDetailResponse) => payment,
    refreshMs: (answer) => busyRefresh(answer !== undefined && isLive(answer.payment)),
  })
}

export function usePaymentCheck(id: string) {
  return useAction<OnchainPaymentDetailResponse>({
    request: () => ({ path: apiPath("payments", id, "check") }),
    replaces: () => paymentKey(id),
    stale: [area, orders],
  })
}

/** Each call makes a new link. */
export function usePayLink() {
  return useAction<OnchainPayLinkResponse, string>({
    request: (orderId) => ({ path: apiPath("orders", orderId, "pay-link") }),
    stale: [],
  })
}

export function useSendPayLink() {
  return useAction<OnchainSentPayLinkResponse, string>({
    request: (orderId) => ({ path: apiPath("orders", orderId, "pay-link", "send") }),
    stale: [area, orders],
  })
}

export function useUnmatchedPayment(id: string) {
  return useRead({
    key: unmatchedKey(id),
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
    replaces: () => unmatchedKey(id),
    stale: [area, orders],
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
    refreshMs: (answer) => busyRefresh(answer?.order.payment_details.some(isLive) ?? false),
  })
}

export function useKeepOrder(id: string) {
  return useAction<OnchainOrderResponse, string>({
    request: (note) => ({ path: apiPath("orders", id, "keep"), body: { note } }),
    stale: [orderKey(id)],
  })
}
