import { ArrowDownTray } from "@medusajs/icons"
import { Button, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { sdk } from "../../lib/sdk"
import { useTexts } from "../texts"
import { type ListQuery, type ListShape, readListState, toListQuery } from "./list-state"

/** Downloads what the list shows, all pages of it. */
export function ExportButton({ spec }: { spec: ListShape & { name: string; path: string } }) {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const { mutate: download, isPending } = useCsv()
  const save = () => {
    const { limit: _limit, offset: _offset, ...query } = toListQuery(readListState(spec, params))
    download({ path: `${spec.path}/export`, query, name: `${spec.name}.csv` })
  }
  return (
    <Button size="small" variant="secondary" className="shrink-0" isLoading={isPending} onClick={save}>
      <ArrowDownTray />
      {t("list.export")}
    </Button>
  )
}

/** Downloads a CSV through the client, because a plain link would carry no token where the dashboard signs in with one. */
export function useCsv() {
  const { t } = useTexts()
  return useMutation({
    mutationFn: async ({ path, query, name }: { path: string; query: ListQuery; name: string }) => {
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
