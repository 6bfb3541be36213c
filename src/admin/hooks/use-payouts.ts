import { useQuery } from "@tanstack/react-query"
import type { OnchainPayoutAccessResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

const REFRESH_MS = 60_000

/** Whether whoever looks may move money out, and what of. */
export function usePayouts() {
  return useQuery({
    queryKey: queryKeys.payouts,
    queryFn: () => sdk.client.fetch<OnchainPayoutAccessResponse>("/admin/onchain/payouts"),
    select: ({ payouts }) => payouts,
    refetchInterval: REFRESH_MS,
  })
}
