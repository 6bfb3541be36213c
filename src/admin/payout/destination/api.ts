import type {
  OnchainCreateDestinationBody,
  OnchainDestinationAction,
  OnchainDestinationListResponse,
  OnchainDestinationResponse,
} from "../../../types/http"
import { apiPath, AREAS, useAction, useRead } from "../../ui/api"

const MANY = 100
const area = [...AREAS.out, "destinations"]
const keyOf = (id: string) => [...area, "detail", id]

export function useDestination(id: string) {
  return useRead({
    key: keyOf(id),
    path: apiPath("destinations", id),
    select: ({ destination }: OnchainDestinationResponse) => destination,
  })
}

export function useTreasuryDestinations() {
  return useRead({
    key: [...area, "list"],
    path: apiPath("destinations"),
    query: { state: "approved", purpose: "treasury", limit: MANY },
    select: ({ destinations }: OnchainDestinationListResponse) => destinations,
  })
}

export function useDestinationAction(id: string) {
  return useAction<OnchainDestinationResponse, OnchainDestinationAction>({
    request: (action) => ({ path: apiPath("destinations", id, action) }),
    replaces: () => keyOf(id),
    stale: [AREAS.out],
  })
}

/** An address that exists already stays the same destination. */
export function useCreateDestination() {
  return useAction<OnchainDestinationResponse, OnchainCreateDestinationBody>({
    request: (body) => ({ path: apiPath("destinations"), body }),
    stale: [AREAS.out],
  })
}
