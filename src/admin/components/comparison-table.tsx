import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../hooks/use-texts"

type ComparisonTableProps = {
  /** What is compared, what was expected of it, and what arrived. */
  rows: (readonly [name: string, expected: ReactNode, arrived: ReactNode])[]
  conclusion: string
}

/** What was expected beside what arrived. */
export function ComparisonTable({ rows, conclusion }: ComparisonTableProps) {
  const { t } = useTexts()
  return (
    <div className="bg-ui-bg-subtle flex flex-col rounded-lg border px-3 py-1">
      <table className="txt-compact-small w-full table-fixed text-left">
        <thead>
          <tr>
            <td className="w-20 py-2" />
            <th scope="col" className="txt-compact-small-plus py-2 pr-2 font-medium">
              {t("detail.expected")}
            </th>
            <th scope="col" className="txt-compact-small-plus py-2 font-medium">
              {t("detail.arrived")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, expected, arrived]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="text-ui-fg-subtle py-2 pr-2 font-normal">
                {name}
              </th>
              <td className="break-words py-2 pr-2">{expected}</td>
              <td className="break-words py-2">{arrived}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="small" weight="plus" leading="compact" className="border-t py-2">
        {conclusion}
      </Text>
    </div>
  )
}
