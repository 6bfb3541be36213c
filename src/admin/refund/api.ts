import type { OnchainQuoteRefundBody, OnchainRefundResponse, OnchainSettleRefundBody } from "../../types/http"
import { isBusy } from "../payout/api"
import { apiPath, AREAS, busyRefresh, useAction, useRead } from "../ui/api"

const keyOf = (id: string) => [...AREAS.out, "refunds", "detail", id]

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
  { action: "quote"; body: OnchainQuoteRefundBody } | { action: "settle"; body: OnchainSettleRefundBody }

export function useRefundAction(id: string) {
  return useAction<OnchainRefundResponse, RefundDecision>({
    request: ({ action, body }) => ({ path: apiPath("refunds", id, action), body }),
    replaces: () => keyOf(id),
    stale: [AREAS.out],
  })
}
