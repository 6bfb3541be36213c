import { Checkbox, type createDataTableColumnHelper } from "@medusajs/ui"
import { useEffect, useState } from "react"
import type { Translate } from "../texts"

export type Selection<Row> = {
  isSelectable: (row: Row) => boolean
  /** For a screen reader. Constant, or the table would recreate its cells. */
  nameOf: (row: Row) => string
  commands: { label: string; shortcut: string; run: (rows: Row[]) => void }[]
  /** Another number empties the selection. */
  round: number
}

/** What the table needs to select rows; only those on the page are. */
export function useSelection<Row extends { id: string }>(selection: Selection<Row> | undefined, rows: Row[]) {
  const [state, setState] = useState<Record<string, boolean>>({})
  const round = selection?.round
  useEffect(() => setState({}), [round])
  if (!selection) return {}
  const chosen = rows.filter((row) => state[row.id] && selection.isSelectable(row))
  return {
    rowSelection: {
      state: Object.fromEntries(chosen.map(({ id }) => [id, true])),
      onRowSelectionChange: setState,
      enableRowSelection: ({ original }: { original: Row }) => selection.isSelectable(original),
    },
    commands: selection.commands.map(({ label, shortcut, run }) => ({
      label,
      shortcut,
      action: () => run(chosen),
    })),
  }
}

/** The library's own has checkboxes without a name. */
export function selectColumn<Row>(
  helper: ReturnType<typeof createDataTableColumnHelper<Row>>,
  nameOf: (row: Row) => string,
  t: Translate
) {
  return helper.select({
    header: ({ table }) => (
      <Checkbox
        aria-label={t("bulk.selectAll")}
        checked={table.getIsSomePageRowsSelected() ? "indeterminate" : table.getIsAllPageRowsSelected()}
        disabled={!table.getRowModel().rows.some((row) => row.getCanSelect())}
        onClick={(event) => event.stopPropagation()}
        onCheckedChange={(isChosen) => table.toggleAllPageRowsSelected(isChosen === true)}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        aria-label={t("bulk.select", { name: nameOf(row.original) })}
        checked={row.getIsSelected()}
        disabled={!row.getCanSelect()}
        onClick={(event) => event.stopPropagation()}
        onCheckedChange={(isChosen) => row.toggleSelected(isChosen === true)}
      />
    ),
  })
}
