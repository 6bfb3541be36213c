import type { OnchainAttentionResponse, OnchainOverviewResponse } from "../../types/http"
import { apiPath, AREAS, SLOW_REFRESH_MS, useRead } from "../ui/api"

/** One request for tabs and the line above the orders, whatever reads it. */
export function useAttention() {
  return useRead<OnchainAttentionResponse>({
    key: AREAS.attention,
    path: apiPath("attention"),
    refreshMs: SLOW_REFRESH_MS,
  })
}

export function useOverview() {
  return useRead<OnchainOverviewResponse>({
    key: [...AREAS.attention, "overview"],
    path: apiPath("overview"),
    refreshMs: SLOW_REFRESH_MS,
  })
}
