import { Copy, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { formatAge, formatInstant, shortened } from "./format"
import { ExplorerLink } from "./links"
import { Muted } from "./prose"
import { useTexts } from "./texts"

/**
 * `name` is a key. Shown as text, copyable, spelled out for comparison, as a note, emphasised, or an instant in words.
 * `page`: block explorer URL.
 */
export type Fact = readonly [
  name: string,
  value: ReactNode,
  as?: "copy" | "exact" | "note" | "strong" | "at",
  page?: string | null,
]

/** An identifier to copy, or the words for its absence. */
export const identified = (name: string, value: string | null, absent: string, page?: string | null): Fact =>
  value ? [name, value, "copy", page] : [name, absent]

const STYLES = {
  exact: "break-all font-mono [font-variant-ligatures:none]",
  note: "whitespace-pre-wrap",
  strong: "font-medium",
}

/** A fact whose value is null is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t, locale } = useTexts()
  const show = ([name, value, as, page]: Fact) => {
    if (as === undefined || typeof value !== "string") return value
    if (as === "at") return formatInstant(value, locale)
    if (as === "copy") return <Copyable value={value} name={t(name)} page={page} />
    return (
      <span className={STYLES[as]}>
        {value}
        {page && <ExplorerLink page={page} name={t(name)} />}
      </span>
    )
  }
  return (
    <dl className="flex flex-col gap-y-2">
      {facts
        .filter(([, value]) => value !== null)
        .map((fact) => (
          <div key={fact[0]} className="grid grid-cols-[96px_minmax(0,1fr)] items-start gap-x-4">
            <dt>
              <Text size="small" leading="compact" className="text-ui-fg-subtle">
                {t(fact[0])}
              </Text>
            </dt>
            <dd className="txt-compact-small text-ui-fg-base min-w-0 break-words">{show(fact)}</dd>
          </div>
        ))}
    </dl>
  )
}

type CopyableProps = {
  value: string
  /** For a screen reader. */
  name: string
  /** Block explorer URL. */
  page?: string | null
}

export function Copyable({ value, name, page = null }: CopyableProps) {
  const { t } = useTexts()
  return (
    <span className="flex min-w-0 items-center gap-x-1">
      <ShortAddress value={value} />
      <Copy
        content={value}
        variant="mini"
        aria-label={t("detail.copy", { name })}
        className="text-ui-fg-muted shrink-0 rounded p-0.5"
      />
      {page !== null && <ExplorerLink page={page} name={name} />}
    </span>
  )
}

/** An identifier without a copy button; its title has the whole. */
export function ShortAddress({ value }: { value: string }) {
  return (
    <Text
      as="span"
      size="small"
      leading="compact"
      title={value}
      className="truncate font-mono [font-variant-ligatures:none]"
    >
      {shortened(value)}
    </Text>
  )
}

type ReusableAddressProps = CopyableProps & {
  /** When the provider last confirmed it, ISO 8601. */
  confirmedAt: string | null
}

/** Without a copy button: money may only be sent to an address that is confirmed for its display, as the shop's pages do. */
export function ReusableAddress({ value, name, confirmedAt, page = null }: ReusableAddressProps) {
  const { t, locale } = useTexts()
  return (
    <span className="flex min-w-0 flex-col gap-y-0.5">
      <span className="flex min-w-0 items-center gap-x-1">
        <ShortAddress value={value} />
        {page !== null && <ExplorerLink page={page} name={name} />}
      </span>
      <Muted isSmall>
        {confirmedAt === null
          ? t("detail.unconfirmed")
          : t("detail.confirmed", { when: formatInstant(confirmedAt, locale) })}
      </Muted>
    </span>
  )
}

export type Figure = readonly [name: string, value: ReactNode]

export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt>
            <Muted isSmall>{name}</Muted>
          </dt>
          <dd>
            {/* A value may have a line of its own below. */}
            <Text as="div" weight="plus">
              {value}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Age({ at }: { at: string }) {
  const { locale } = useTexts()
  return (
    <time dateTime={at} title={formatInstant(at, locale)}>
      {formatAge(at, Date.now(), locale)}
    </time>
  )
}
