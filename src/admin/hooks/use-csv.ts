import { toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { sdk } from "../lib/sdk"
import { useTexts } from "./use-texts"

/** A file to download from the admin API, and what it is called then. */
type CsvFile = { path: string; query: Record<string, string>; name: string }

/**
 * Downloads a CSV. A plain link would not do: how the dashboard signs its calls in (a cookie or a token) is the
 * client's to know.
 */
export function useCsv() {
  const { t } = useTexts()
  return useMutation({
    mutationFn: async ({ path, query, name }: CsvFile) => {
      const response = await sdk.client.fetch<Response>(path, { query, headers: { accept: "text/csv" } })
      save(await response.blob(), name)
    },
    onError: ({ message }) => toast.error(t("report.downloadFailed", { message })),
  })
}

/** As long as a browser may take to begin a download. */
const KEPT_MS = 60_000

/** Hands a file to the browser as a download. */
function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
