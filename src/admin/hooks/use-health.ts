import { useQuery } from "@tanstack/react-query"
import type { OnchainHealthResponse } from "../../types/http"
import { sdk } from "../lib/sdk"

/** The health of the plugin, asked for again every half minute while it is looked at. */
export function useHealth() {
  return useQuery({
    queryKey: ["onchain", "health"],
    queryFn: () => sdk.client.fetch<OnchainHealthResponse>("/admin/onchain/health"),
    refetchInterval: 30_000,
  })
}
