import { ArrowDownTray } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { useTexts } from "../texts"
import { useCsv } from "./csv"
import { type ListShape, readListState, toListQuery } from "./list-state"

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
