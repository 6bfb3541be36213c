import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { OnchainUnallocatedPaymentListResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import type { ListQuery } from "../list/list-state"
import { queryKeys } from "./query-keys"

const PATH = "/admin/onchain/payments"
const REFRESH_MS = 15_000
const SLOW_REFRESH_MS = 60_000

/** One page of payments without an order, read again while it is looked at. */
export function usePayments(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.paymentList(query),
    queryFn: () => sdk.client.fetch<OnchainUnallocatedPaymentListResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** How many payments without an order need a decision. */
export function useWaitingPayments() {
  return useQuery({
    queryKey: queryKeys.paymentsWaiting,
    queryFn: () =>
      sdk.client.fetch<OnchainUnallocatedPaymentListResponse>(PATH, {
        query: { resolution: "waiting", limit: 1 },
      }),
    select: ({ waiting }) => waiting,
    refetchInterval: SLOW_REFRESH_MS,
  })
}
