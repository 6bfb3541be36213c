import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { OnchainQuoteRefundBody, OnchainRefundResponse, OnchainSettleRefundBody } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"
import { refreshOf } from "./use-withdrawal"

const path = (id: string) => `/admin/onchain/refunds/${encodeURIComponent(id)}`

/** A refund with what can be done about it, read again while it is looked at, as often as its payout asks for. */
export function useRefund(id: string) {
  return useQuery({
    queryKey: queryKeys.refund(id),
    queryFn: () => sdk.client.fetch<OnchainRefundResponse>(path(id)),
    select: ({ refund }) => refund,
    refetchInterval: ({ state }) => refreshOf(state.data?.refund.withdrawal?.state),
  })
}

/** What an operator has decided about a refund. */
export type RefundDecision =
  { action: "quote"; body: OnchainQuoteRefundBody } | { action: "settle"; body: OnchainSettleRefundBody }

/** Sends a decision about a refund. Whatever comes of it, everything about money on its way out is read again. */
export function useRefundAction(id: string) {
  const client = useQueryClient()
  return useMutation<OnchainRefundResponse, Error, RefundDecision>({
    mutationFn: ({ action, body }) => sdk.client.fetch(`${path(id)}/${action}`, { method: "POST", body }),
    onSuccess: (answer) => client.setQueryData(queryKeys.refund(id), answer),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.out }),
  })
}
