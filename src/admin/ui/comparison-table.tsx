import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "./texts"

type ComparisonTableProps = {
  /** Names are keys. */
  rows: (readonly [name: string, expected: ReactNode, arrived: ReactNode])[]
  conclusion?: string
}

export function ComparisonTable({ rows, conclusion }: ComparisonTableProps) {
  const { t } = useTexts()
  return (
    <div className="bg-ui-bg-subtle flex flex-col rounded-lg border px-3 py-1">
      <table className="txt-compact-small w-full table-fixed text-start">
        <thead>
          <tr>
            <td className="w-24 py-2" />
            {["detail.expected", "detail.arrived"].map((column) => (
              <th
                key={column}
                scope="col"
                className="txt-compact-small-plus py-2 pe-2 text-start font-medium"
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, expected, arrived]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="text-ui-fg-subtle py-2 pe-2 text-start font-normal">
                {t(name)}
              </th>
              <td className="break-words py-2 pe-2">{expected}</td>
              <td className="break-words py-2">{arrived}</td>
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
