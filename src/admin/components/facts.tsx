import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A name and what there is to say about it. */
export type Fact = { name: string; value: ReactNode }

/** Names with their values, one pair a line. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="flex flex-col gap-y-2">
      {facts.map(({ name, value }) => (
        <div key={name} className="grid grid-cols-[96px_minmax(0,1fr)] items-start gap-x-4">
          <dt>
            <Text size="small" leading="compact" className="text-ui-fg-subtle">
              {name}
            </Text>
          </dt>
          <dd className="txt-compact-small min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
