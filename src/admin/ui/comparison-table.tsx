import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

type ComparisonTableProps = {
  title?: string
  columns: readonly [string, string]
  rows: (readonly [name: string, first: ReactNode, second: ReactNode])[]
  conclusion?: string
}

export function ComparisonTable({ title, columns, rows, conclusion }: ComparisonTableProps) {
  return (
    <div className="bg-ui-bg-subtle flex flex-col rounded-lg border px-3 py-1">
      {title && (
        <Text size="small" weight="plus" leading="compact" className="py-2">
          {title}
        </Text>
      )}
      <table className="txt-compact-small w-full table-fixed text-start">
        <thead>
          <tr>
            <td className="w-24 py-2" />
            {columns.map((column) => (
              <th key={column} scope="col" className="txt-compact-small-plus py-2 pe-2 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, first, second]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="text-ui-fg-subtle py-2 pe-2 font-normal">
                {name}
              </th>
              <td className="break-words py-2 pe-2">{first}</td>
              <td className="break-words py-2">{second}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {conclusion && (
        <Text size="small" weight="plus" leading="compact" className="border-t py-2">
          {conclusion}
        </Text>
      )}
    </div>
  )
}
