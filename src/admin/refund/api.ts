import type {
  OnchainApproveAddressBody,
  OnchainCreateAddressRequestBody,
  OnchainCreatedAddressRequestResponse,
  OnchainDeclineAddressBody,
  OnchainQuoteRefundBody,
  OnchainRefundOrderBody,
  OnchainRefundOrderResponse,
  OnchainRefundResponse,
  OnchainSettleRefundBody,
} from "../../types/http"
import { isBusy } from "../payout/api"
import { apiPath, AREAS, busyRefresh, useAction, useRead } from "../ui/api"

const keyOf = (id: string) => [...AREAS.out, "refunds", "detail", id]
/** A refund shows on its order and its payment too. */
const STALE = [AREAS.out, AREAS.payments]

/** Read as often as its payout changes. */
export function useRefund(id: string) {
  return useRead({
    key: keyOf(id),
    path: apiPath("refunds", id),
    select: ({ refund }: OnchainRefundResponse) => refund,
    refreshMs: (answer) => busyRefresh(isBusy(answer?.refund.withdrawal?.state)),
  })
}

export type RefundDecision =
  | { action: "quote"; body: OnchainQuoteRefundBody }
  | { action: "settle"; body: OnchainSettleRefundBody }
  | { action: "approve"; requestId: string; body: OnchainApproveAddressBody }
  | { action: "decline"; requestId: string; body: OnchainDeclineAddressBody }

export function useRefundAction(id: string) {
  return useAction<OnchainRefundResponse, RefundDecision>({
    request: (decision) => {
      const { action, body } = decision
      const path = "requestId" in decision ? ["address-requests", decision.requestId, action] : [action]
      return { path: apiPath("refunds", id, ...path), body }
    },
    replaces: () => keyOf(id),
    stale: STALE,
  })
}

/** Makes the link by which the customer proposes an address. */
export function useAskAddress(id: string) {
  return useAction<OnchainCreatedAddressRequestResponse, OnchainCreateAddressRequestBody>({
    request: (body) => ({ path: apiPath("refunds", id, "address-requests"), body }),
    stale: STALE,
  })
}

/** The same `request_id` is the same refund. */
export function useRefundOrder(orderId: string) {
  return useAction<OnchainRefundOrderResponse, OnchainRefundOrderBody>({
    request: (body) => ({ path: apiPath("orders", orderId, "refunds"), body }),
    replaces: ({ refund }) => keyOf(refund.id),
    stale: STALE,
  })
}
