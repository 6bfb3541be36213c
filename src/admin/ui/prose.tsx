import { Heading, Skeleton, Text } from "@medusajs/ui"
import { type ComponentType, type PropsWithChildren, type ReactNode, useId } from "react"
import { type GuidePage, GuideLink } from "./guide-link"

export function Muted({ isSmall = false, children }: PropsWithChildren<{ isSmall?: boolean }>) {
  return (
    <Text size={isSmall ? "xsmall" : "small"} className="text-ui-fg-subtle break-words">
      {children}
    </Text>
  )
}

export function Strong({ children }: PropsWithChildren) {
  return (
    <Text size="small" weight="plus" leading="compact" className="break-words">
      {children}
    </Text>
  )
}

/** Each part keeps its own direction. */
export function Dotted({ parts }: { parts: readonly string[] }) {
  return parts.map((part, index) => (
    <span key={part}>
      {index > 0 && " · "}
      <bdi>{part}</bdi>
    </span>
  ))
}

type TitleProps = { level: "h1" | "h2"; id?: string; text: string; hint?: string; guide?: GuidePage }

export function Title({ level, id, text, hint, guide }: TitleProps) {
  return (
    <div className="min-w-0">
      <Heading level={level} id={id}>
        {text}
      </Heading>
      {(hint || guide) && (
        <Muted>
          {hint} {guide && <GuideLink page={guide} />}
        </Muted>
      )}
    </div>
  )
}

type EmptyStateProps = { icon: ComponentType; heading: string; hint?: string; action?: ReactNode }

/** What a list or a part of a page shows instead of rows. */
export function EmptyState({ icon: Icon, heading, hint, action }: EmptyStateProps) {
  return (
    <div className="flex min-h-[200px] flex-col items-center justify-center gap-y-3 px-6 py-4 text-center">
      <span className="text-ui-fg-subtle [&_svg]:size-5" aria-hidden>
        <Icon />
      </span>
      <div className="flex flex-col items-center gap-y-1">
        <Strong>{heading}</Strong>
        {hint && (
          <Text size="small" className="text-ui-fg-subtle max-w-[420px] text-balance">
            {hint}
          </Text>
        )}
      </div>
      {action}
    </div>
  )
}

type PartProps = PropsWithChildren<{ title: string; hint?: string; action?: ReactNode }>

export function Part({ title, hint, action, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-y-4 px-6 py-4">
      <div className="flex items-center justify-between gap-x-4">
        <Title level="h2" id={id} text={title} hint={hint} />
        {action}
      </div>
      {children}
    </section>
  )
}

export function Loading({ label, rows }: { label: string; rows: number }) {
  return (
    <div className="flex flex-col gap-3 px-6 py-4" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-10 w-full" />
      ))}
    </div>
  )
}
