import { toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { sdk } from "../../lib/sdk"
import type { ListQuery } from "./list-state"
import { useTexts } from "../texts"

type CsvFile = { path: string; query: ListQuery; name: string }

/** Downloads a CSV through the client, because a plain link would carry no token where the dashboard signs in with one. */
export function useCsv() {
  const { t } = useTexts()
  return useMutation({
    mutationFn: async ({ path, query, name }: CsvFile) => {
      const response = await sdk.client.fetch<Response>(path, { query, headers: { accept: "text/csv" } })
      save(await response.blob(), name)
    },
    onError: ({ message }) => toast.error(t("list.downloadFailed", { message })),
  })
}

/** Long enough for a browser to begin a download. */
const KEPT_MS = 60_000

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
