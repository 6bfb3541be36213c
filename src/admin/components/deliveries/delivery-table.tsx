import { useMemo } from "react"
import { DELIVERY_LIST } from "../../deliveries/list-shape"
import { useDeliveries } from "../../hooks/use-deliveries"
import { useListState } from "../../hooks/use-list-state"
import { useTexts } from "../../hooks/use-texts"
import { ListTable } from "../list-table"
import { RefreshButton } from "../refresh-button"
import { deliveryColumns } from "./delivery-columns"
import { deliveryFilters } from "./delivery-filters"

/** The list of webhooks. */
export function DeliveryTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTexts()
  const list = useListState(DELIVERY_LIST)
  const { data, isPending, isError, isRefetching, refetch } = useDeliveries(list.query)
  const columns = useMemo(() => deliveryColumns(t, onOpen), [t, onOpen])
  const filters = useMemo(() => deliveryFilters(t), [t])
  return (
    <ListTable
      list={list}
      page={data && { rows: data.deliveries, count: data.count, isCountExact: data.is_count_exact }}
      isPending={isPending}
      isError={isError}
      onRetry={() => void refetch()}
      columns={columns}
      filters={filters}
      onOpen={onOpen}
      words={{
        title: t("deliveries.title"),
        subtitle: t("deliveries.subtitle"),
        searchHint: t("deliveries.searchHint"),
        loadFailed: t("deliveries.loadFailed"),
        atRest: { heading: t("deliveries.none"), description: t("deliveries.noneHint") },
        noMatch: { heading: t("deliveries.noneMatch"), description: t("deliveries.noneMatchHint") },
      }}
    >
      <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
    </ListTable>
  )
}
