import { DataTable, Heading, Text, type UseDataTableReturn } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../hooks/use-texts"
import { FilterMenu } from "./filter-menu"

type ListToolbarProps<T> = {
  table: UseDataTableReturn<T>
  title: string
  subtitle: string
  searchHint: string
  headingLevel?: "h1" | "h2"
  children?: ReactNode
}

/** Top of a list: what it is, and how to narrow it down. */
export function ListToolbar<T>({
  table,
  title,
  subtitle,
  searchHint,
  headingLevel = "h1",
  children,
}: ListToolbarProps<T>) {
  const { t } = useTexts()
  return (
    <DataTable.Toolbar
      className="flex flex-col items-start justify-between gap-3 md:flex-row md:items-center"
      translations={{ clearAll: t("list.clearFilters") }}
    >
      <div>
        <Heading level={headingLevel}>{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {subtitle}
        </Text>
      </div>
      <div className="flex w-full flex-wrap items-center gap-2 md:w-auto md:flex-nowrap">
        <div className="min-w-0 grow basis-40 md:w-60 md:grow-0 md:basis-auto">
          <DataTable.Search placeholder={searchHint} aria-label={t("list.search")} />
        </div>
        <FilterMenu table={table} />
        {children}
      </div>
    </DataTable.Toolbar>
  )
}
