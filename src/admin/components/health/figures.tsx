import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** What a figure is called, and the figure. */
export type Figure = readonly [name: string, value: ReactNode]

/** Figures side by side. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt>
            <Text size="xsmall" className="text-ui-fg-subtle break-words">
              {name}
            </Text>
          </dt>
          <dd>
            <Text weight="plus">{value}</Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}
