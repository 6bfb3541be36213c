import { Button } from "@medusajs/ui"
import { useMemo } from "react"
import { DESTINATION_LIST } from "../../destinations/list-shape"
import { useDestinations } from "../../hooks/use-destinations"
import { useListState } from "../../hooks/use-list-state"
import { usePayouts } from "../../hooks/use-payouts"
import { useTexts } from "../../hooks/use-texts"
import { ListTable } from "../list-table"
import { RefreshButton } from "../refresh-button"
import { destinationColumns } from "./destination-columns"
import { destinationFilters } from "./destination-filters"

/** The address book, with the way to a new entry for those who may. */
export function DestinationTable({ onOpen, onNew }: { onOpen: (id: string) => void; onNew: () => void }) {
  const { t } = useTexts()
  const list = useListState(DESTINATION_LIST)
  const { data, isPending, isError, isRefetching, refetch } = useDestinations(list.query)
  const { data: payouts } = usePayouts()
  const columns = useMemo(() => destinationColumns(t, onOpen), [t, onOpen])
  const filters = useMemo(() => destinationFilters(t), [t])
  return (
    <ListTable
      list={list}
      page={data && { rows: data.destinations, count: data.count, isCountExact: true }}
      isPending={isPending}
      isError={isError}
      onRetry={() => void refetch()}
      columns={columns}
      filters={filters}
      onOpen={onOpen}
      words={{
        title: t("destinations.title"),
        subtitle: t("destinations.subtitle"),
        searchHint: t("destinations.searchHint"),
        loadFailed: t("destinations.loadFailed"),
        atRest: { heading: t("destinations.none"), description: t("destinations.noneHint") },
        noMatch: { heading: t("destinations.noneMatch"), description: t("destinations.noneMatchHint") },
      }}
    >
      <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
      {payouts?.is_on && (
        <Button size="small" className="shrink-0 whitespace-nowrap" onClick={onNew}>
          {t("destinations.new")}
        </Button>
      )}
    </ListTable>
  )
}
