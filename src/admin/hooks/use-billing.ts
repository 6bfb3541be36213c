import { useQuery } from "@tanstack/react-query"
import type { OnchainBillingResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

const REFRESH_MS = 60_000

/** Plan, quota and gas credit, as the service has them. */
export function useBilling() {
  return useQuery({
    queryKey: queryKeys.billing,
    queryFn: () => sdk.client.fetch<OnchainBillingResponse>("/admin/onchain/billing"),
    select: ({ billing }) => billing,
    refetchInterval: REFRESH_MS,
  })
}
