import { Heading } from "@medusajs/ui"
import { type PropsWithChildren, useId } from "react"

/** A part of the drawer under a heading. */
export function DrawerSection({ title, children }: PropsWithChildren<{ title: string }>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h3" id={id}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
