import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { OnchainDepositAction, OnchainDepositResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

/** What an operator has decided. An assignment names the intent it is for. */
export type Decision =
  { action: "assign"; intentId: string } | { action: Exclude<OnchainDepositAction, "assign"> }

/**
 * Sends a decision. Whatever comes of it, everything about deposits is read again.
 *
 * The server holds the idempotency key, so sending the same decision twice has one effect.
 */
export function useDepositAction(id: string) {
  const client = useQueryClient()
  return useMutation<OnchainDepositResponse, Error, Decision>({
    mutationFn: (decision) =>
      sdk.client.fetch(`/admin/onchain/deposits/${encodeURIComponent(id)}/${decision.action}`, {
        method: "POST",
        body: decision.action === "assign" ? { intent_id: decision.intentId } : {},
      }),
    onSuccess: (answer) => client.setQueryData(queryKeys.deposit(id), answer),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.deposits }),
  })
}
