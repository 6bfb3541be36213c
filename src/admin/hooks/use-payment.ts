import { useQuery } from "@tanstack/react-query"
import type { OnchainUnallocatedPaymentResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { standingOf } from "../payments/standing"
import { queryKeys } from "./query-keys"

/** While the order is being marked as paid it is asked for more often. */
const RESTLESS_REFRESH_MS = 3_000
const REFRESH_MS = 15_000

/** A payment without an order with what can be done about it, read again while it is looked at. */
export function usePayment(id: string) {
  return useQuery({
    queryKey: queryKeys.payment(id),
    queryFn: () =>
      sdk.client.fetch<OnchainUnallocatedPaymentResponse>(
        `/admin/onchain/payments/${encodeURIComponent(id)}`
      ),
    select: ({ payment }) => payment,
    refetchInterval: ({ state: { data } }) =>
      data && standingOf(data.payment) === "applying" ? RESTLESS_REFRESH_MS : REFRESH_MS,
  })
}
