import { useQuery } from "@tanstack/react-query"
import type { OnchainCustomerResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

/** What the service has for one of Medusa's customers. */
export function useCustomer(id: string) {
  return useQuery({
    queryKey: queryKeys.customer(id),
    queryFn: () =>
      sdk.client.fetch<OnchainCustomerResponse>(`/admin/onchain/customers/${encodeURIComponent(id)}`),
    select: ({ customer }) => customer,
  })
}
