import { ArrowPath } from "@medusajs/icons"
import { DataTable, Heading, IconButton, Text, type UseDataTableReturn } from "@medusajs/ui"
import type { OnchainDeposit } from "../../../types/http"
import { useSync } from "../../hooks/use-sync"
import { useTexts } from "../../hooks/use-texts"
import { FilterMenu } from "./filter-menu"

/** Top of the list: what it is, and how to narrow it down. */
export function DepositToolbar({ table }: { table: UseDataTableReturn<OnchainDeposit> }) {
  const { t } = useTexts()
  const { mutate: sync, isPending } = useSync()
  return (
    <DataTable.Toolbar
      className="flex flex-col items-start justify-between gap-3 md:flex-row md:items-center"
      translations={{ clearAll: t("deposits.clearFilters") }}
    >
      <div>
        <Heading level="h1">{t("deposits.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("deposits.subtitle")}
        </Text>
      </div>
      <div className="flex w-full items-center gap-2 md:w-auto">
        <div className="w-full md:w-60">
          <DataTable.Search placeholder={t("deposits.searchHint")} aria-label={t("deposits.search")} />
        </div>
        <FilterMenu table={table} />
        <IconButton
          size="small"
          aria-label={t("deposits.refresh")}
          title={t("deposits.refresh")}
          isLoading={isPending}
          onClick={() => sync()}
        >
          <ArrowPath />
        </IconButton>
      </div>
    </DataTable.Toolbar>
  )
}
