import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { OnchainWithdrawalResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { toWithdrawalCall, type WithdrawalDecision } from "../withdrawals/decision"
import { queryKeys } from "./query-keys"

/**
 * Sends a decision about a withdrawal. Whatever comes of it, everything about money on its way out is read again.
 *
 * The server lets one confirmation of one quote stand, so sending the same decision twice has one effect.
 */
export function useWithdrawalAction(id: string) {
  const client = useQueryClient()
  return useMutation<OnchainWithdrawalResponse, Error, WithdrawalDecision>({
    mutationFn: (decision) => {
      const { path, body } = toWithdrawalCall(decision)
      return sdk.client.fetch(`/admin/onchain/withdrawals/${encodeURIComponent(id)}/${path}`, {
        method: "POST",
        body,
      })
    },
    onSuccess: (answer) => client.setQueryData(queryKeys.withdrawal(id), answer),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.out }),
  })
}
