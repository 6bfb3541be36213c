import { Container, Heading } from "@medusajs/ui"
import { type PropsWithChildren, useId } from "react"

/** A box of a page. */
export function Section({ title, children }: PropsWithChildren<{ title: string }>) {
  const id = useId()
  return (
    <Container className="divide-y p-0" role="region" aria-labelledby={id}>
      <Heading level="h2" id={id} className="px-6 py-4">
        {title}
      </Heading>
      {children}
    </Container>
  )
}
