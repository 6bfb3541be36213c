import { useQuery } from "@tanstack/react-query"
import type { OnchainDepositResponse, OnchainDepositState } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

/** States in which something is about to happen: those are asked for more often. */
const RESTLESS: readonly OnchainDepositState[] = ["acting", "refund_pending"]
const RESTLESS_REFRESH_MS = 3_000
const REFRESH_MS = 15_000

/** A deposit with what can be done about it, read again while it is looked at. */
export function useDeposit(id: string) {
  return useQuery({
    queryKey: queryKeys.deposit(id),
    queryFn: () =>
      sdk.client.fetch<OnchainDepositResponse>(`/admin/onchain/deposits/${encodeURIComponent(id)}`),
    select: ({ deposit }) => deposit,
    refetchInterval: ({ state }) => {
      const current = state.data?.deposit.state
      return current && RESTLESS.includes(current) ? RESTLESS_REFRESH_MS : REFRESH_MS
    },
  })
}
