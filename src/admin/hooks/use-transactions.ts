import { toast } from "@medusajs/ui"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { OnchainTransactionListResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import type { ListQuery } from "../list/list-state"
import { queryKeys } from "./query-keys"
import { useTexts } from "./use-texts"

const PATH = "/admin/onchain/transactions"
const REFRESH_MS = 15_000

/** One page of the service's transactions, as this store has read them. */
export function useTransactions(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.transactionList(query),
    queryFn: () => sdk.client.fetch<OnchainTransactionListResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** Has the server read the service's transactions now, and reads the list again. */
export function useTransactionSync() {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => sdk.client.fetch(`${PATH}/sync`, { method: "POST", body: {} }),
    onError: ({ message }) => toast.error(t("transactions.refreshFailed", { message })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.transactions }),
  })
}
