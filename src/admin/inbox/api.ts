import type { OnchainDeliveryResponse } from "../../types/http"
import { apiPath, AREAS, useAction, useRead } from "../ui/api"

const BUSY_REFRESH_MS = 2_000
const REFRESH_MS = 15_000
const keyOf = (id: string) => [...AREAS.deliveries, "detail", id]

export function useDelivery(id: string) {
  return useRead({
    key: keyOf(id),
    path: apiPath("deliveries", id),
    select: ({ delivery }: OnchainDeliveryResponse) => delivery,
    refreshMs: (answer) => {
      const state = answer?.delivery.state
      return state === "received" || state === "processing" ? BUSY_REFRESH_MS : REFRESH_MS
    },
  })
}

export function useRerun(id: string) {
  return useAction<OnchainDeliveryResponse>({
    request: () => ({ path: apiPath("deliveries", id, "rerun") }),
    replaces: () => keyOf(id),
    stale: [AREAS.deliveries],
  })
}
