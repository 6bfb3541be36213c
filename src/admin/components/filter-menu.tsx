import { Funnel } from "@medusajs/icons"
import { DropdownMenu, IconButton, type UseDataTableReturn } from "@medusajs/ui"

import { useTexts } from "../hooks/use-texts"

/** Adds a filter to the bar. The library's own menu has a button without a name. */
export function FilterMenu<T>({ table }: { table: UseDataTableReturn<T> }) {
  const { t } = useTexts()
  const used = Object.keys(table.getFiltering())
  const unused = table.getFilters().filter(({ id }) => !used.includes(id))
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild disabled={unused.length === 0}>
        <IconButton size="small" className="shrink-0" aria-label={t("list.addFilter")}>
          <Funnel />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content side="bottom" align="end">
        {unused.map(({ id, label, type }) => (
          <DropdownMenu.Item
            key={id}
            onClick={() => table.addFilter({ id, value: type === "multiselect" ? [] : "" })}
          >
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
