import { clx, Container, Heading } from "@medusajs/ui"
import { type PropsWithChildren, type ReactNode, useId } from "react"
import { SandboxBanner } from "./sandbox-banner"

type BoxProps = PropsWithChildren<{
  title: string
  action?: ReactNode
  /** Whether it stands on a page of Medusa. */
  isWidget?: boolean
  className?: string
}>

/** A part of a page with a name of its own. */
export function Box({ title, action, isWidget = false, className, children }: BoxProps) {
  const id = useId()
  return (
    <Container className={clx("divide-y overflow-hidden p-0", className)} role="region" aria-labelledby={id}>
      {isWidget && <SandboxBanner of="box" />}
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2" id={id}>
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </Container>
  )
}
