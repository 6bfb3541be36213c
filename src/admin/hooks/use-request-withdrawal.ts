import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { OnchainRequestWithdrawalBody, OnchainWithdrawalResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

/** Asks for a withdrawal and its quote. Nothing is sent by it; the same `request_id` again is the same request. */
export function useRequestWithdrawal() {
  const client = useQueryClient()
  return useMutation<OnchainWithdrawalResponse, Error, OnchainRequestWithdrawalBody>({
    mutationFn: (body) => sdk.client.fetch("/admin/onchain/withdrawals", { method: "POST", body }),
    onSuccess: (answer) => client.setQueryData(queryKeys.withdrawal(answer.withdrawal.id), answer),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.out }),
  })
}
