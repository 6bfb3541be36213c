import { Heading, Text } from "@medusajs/ui"
import { type PropsWithChildren, useId } from "react"
import { type Figure, Figures } from "../health/figures"

type BillingPartProps = PropsWithChildren<{ title: string; hint?: string; figures: Figure[] }>

/** Figures of one thing, under a heading. */
export function BillingPart({ title, hint, figures, children }: BillingPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-y-4 px-6 py-4">
      <div>
        <Heading level="h2" id={id}>
          {title}
        </Heading>
        {hint && (
          <Text size="small" className="text-ui-fg-subtle">
            {hint}
          </Text>
        )}
      </div>
      {figures.length > 0 && <Figures figures={figures} />}
      {children}
    </section>
  )
}
