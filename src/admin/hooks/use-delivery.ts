import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { OnchainDeliveryResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

/** While it is worked on it is asked for more often. */
const RESTLESS_REFRESH_MS = 2_000
const REFRESH_MS = 15_000

const path = (id: string) => `/admin/onchain/deliveries/${encodeURIComponent(id)}`

/** A webhook with its body, read again while it is looked at. */
export function useDelivery(id: string) {
  return useQuery({
    queryKey: queryKeys.delivery(id),
    queryFn: () => sdk.client.fetch<OnchainDeliveryResponse>(path(id)),
    select: ({ delivery }) => delivery,
    refetchInterval: ({ state: { data } }) => {
      const state = data?.delivery.state
      return state === "received" || state === "processing" ? RESTLESS_REFRESH_MS : REFRESH_MS
    },
  })
}

/** Has a webhook handled again. Whatever comes of it, everything about webhooks is read again. */
export function useRerun(id: string) {
  const client = useQueryClient()
  return useMutation<OnchainDeliveryResponse, Error>({
    mutationFn: () => sdk.client.fetch(`${path(id)}/rerun`, { method: "POST", body: {} }),
    onSuccess: (answer) => client.setQueryData(queryKeys.delivery(id), answer),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.deliveries }),
  })
}
