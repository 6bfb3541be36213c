import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  OnchainCreateDestinationBody,
  OnchainDestinationAction,
  OnchainDestinationResponse,
} from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

const PATH = "/admin/onchain/destinations"
const REFRESH_MS = 15_000

const path = (id: string) => `${PATH}/${encodeURIComponent(id)}`

/** A destination with what can be done about it, read again while it is looked at. */
export function useDestination(id: string) {
  return useQuery({
    queryKey: queryKeys.destination(id),
    queryFn: () => sdk.client.fetch<OnchainDestinationResponse>(path(id)),
    select: ({ destination }) => destination,
    refetchInterval: REFRESH_MS,
  })
}

/** Approves or archives a destination. Whatever comes of it, everything about money on its way out is read again. */
export function useDestinationAction(id: string) {
  const client = useQueryClient()
  return useMutation<OnchainDestinationResponse, Error, OnchainDestinationAction>({
    mutationFn: (action) => sdk.client.fetch(`${path(id)}/${action}`, { method: "POST", body: {} }),
    onSuccess: (answer) => client.setQueryData(queryKeys.destination(id), answer),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.out }),
  })
}

/** Adds a destination. The same address again is the one that is there. */
export function useCreateDestination() {
  const client = useQueryClient()
  return useMutation<OnchainDestinationResponse, Error, OnchainCreateDestinationBody>({
    mutationFn: (body) => sdk.client.fetch(PATH, { method: "POST", body }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.out }),
  })
}
