import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { OnchainUnallocatedPaymentResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { type PaymentDecision, toCall } from "../payments/decision"
import { queryKeys } from "./query-keys"

/**
 * Sends a decision about a payment without an order. Whatever comes of it, everything about those is read again.
 *
 * The server lets one decision stand, so sending the same one twice has one effect.
 */
export function usePaymentDecision(id: string) {
  const client = useQueryClient()
  return useMutation<OnchainUnallocatedPaymentResponse, Error, PaymentDecision>({
    mutationFn: (decision) => {
      const { path, body } = toCall(decision)
      return sdk.client.fetch(`/admin/onchain/payments/${encodeURIComponent(id)}/${path}`, {
        method: "POST",
        body,
      })
    },
    onSuccess: (answer) => client.setQueryData(queryKeys.payment(id), answer),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.payments }),
  })
}
