import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"
import { useTexts } from "./use-texts"

/** Has the server read the service's lists now, for a deposit whose webhook has not come, and reads the list again. */
export function useSync() {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => sdk.client.fetch("/admin/onchain/deposits/sync", { method: "POST" }),
    onError: ({ message }) => toast.error(t("deposits.refreshFailed", { message })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.deposits }),
  })
}
