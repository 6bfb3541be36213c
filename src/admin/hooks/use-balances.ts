import { useQuery } from "@tanstack/react-query"
import type { OnchainBalanceListResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

const REFRESH_MS = 60_000

/** What the service holds for the merchant. Each reading asks the service. */
export function useBalances() {
  return useQuery({
    queryKey: queryKeys.balances,
    queryFn: () => sdk.client.fetch<OnchainBalanceListResponse>("/admin/onchain/balances"),
    refetchInterval: REFRESH_MS,
  })
}
