import { FetchError } from "@medusajs/js-sdk"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { OnchainDepositAction, OnchainDepositResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

/** What an operator has decided. An assignment names the intent it is for. */
export type Decision =
  { action: "assign"; intentId: string } | { action: Exclude<OnchainDepositAction, "assign"> }

/**
 * How an attempt that did not succeed ended: somebody else was faster, the server refused, or no answer came and
 * nobody knows yet.
 */
export type ActionFailure = { kind: "conflict" | "refused" | "unknown"; message: string }

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

/** Reads what a failed attempt means. Only a refusal of the server says that nothing was done. */
export function toFailure(error: Error): ActionFailure {
  const status = error instanceof FetchError ? (error.status ?? 0) : 0
  if (status === 409) return { kind: "conflict", message: error.message }
  if (status >= 400 && status < 500) return { kind: "refused", message: error.message }
  return { kind: "unknown", message: error.message }
}
