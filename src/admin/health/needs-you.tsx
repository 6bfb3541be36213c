import { CheckCircleSolid, ExclamationCircleSolid, InformationCircleSolid } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { OnchainAttention, OnchainAttentionItem, OnchainAttentionSeverity } from "../../types/http"
import { Age } from "../ui/facts"
import { formatFiat, formatTokens } from "../ui/format"
import { TextLink } from "../ui/links"
import { orderName } from "../ui/names"
import { EmptyState, Muted, Part, Strong } from "../ui/prose"
import { Waiting } from "../ui/section-tabs"
import { type Texts, useTexts } from "../ui/texts"
import { kindsOf, listOf, pathOfItem } from "./attention"

const NothingIcon = () => <CheckCircleSolid className="text-ui-tag-green-icon" />

/** One list over all queues. */
export function NeedsYou({ attention }: { attention: OnchainAttention }) {
  const { t } = useTexts()
  const { items, total, is_count_exact: isExact } = attention
  if (total === 0)
    return <EmptyState icon={NothingIcon} heading={t("overview.nothing")} hint={t("overview.nothingHint")} />
  return (
    <Part title={t("overview.needsYou")} action={<Waiting count={total} isExact={isExact} />}>
      <ul className="-mx-6 divide-y border-y">
        {items.map((item) => (
          <li key={`${item.kind} ${item.subject_id}`}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      {total > items.length && <Lists attention={attention} />}
    </Part>
  )
}

const ICONS = {
  error: [ExclamationCircleSolid, "text-ui-tag-red-icon"],
  warning: [ExclamationCircleSolid, "text-ui-tag-orange-icon"],
  info: [InformationCircleSolid, "text-ui-tag-blue-icon"],
} as const satisfies Record<OnchainAttentionSeverity, readonly unknown[]>

function Item({ item }: { item: OnchainAttentionItem }) {
  const { t, texts } = useTexts()
  const [Icon, color] = ICONS[item.severity]
  return (
    <Link
      to={pathOfItem(item)}
      className="hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus transition-fg flex items-start gap-x-3 px-6 py-3 outline-none"
    >
      <Icon className={`${color} mt-0.5 shrink-0`} aria-hidden />
      <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <span className="min-w-0">
          <span className="sr-only">{t(`attention.severity.${item.severity}`)}: </span>
          <Strong>{t(`attention.kind.${item.kind}`)}</Strong>
          <Subject item={item} />
        </span>
        <span className="[overflow-wrap:anywhere] sm:max-w-64 sm:text-end">
          <Text size="small" leading="compact" className="tabular-nums">
            <bdi>{amountOf(item, texts)}</bdi>
          </Text>
          <Muted isSmall>
            <Age at={item.since} />
          </Muted>
        </span>
      </span>
    </Link>
  )
}

/** Whose it is and where it came from. */
function Subject({ item }: { item: OnchainAttentionItem }) {
  const { t } = useTexts()
  const { order, customer_email: email, network_name: network, kind, reason } = item
  const parts = [
    order && orderName(order, t),
    email,
    network,
    // The event of a webhook is a name of its own.
    kind === "dead_webhook" ? reason : null,
  ].filter((part) => part !== null)
  return (
    <Text size="small" leading="compact" className="text-ui-fg-subtle truncate">
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 && " · "}
          <bdi>{part}</bdi>
        </span>
      ))}
    </Text>
  )
}

function amountOf(item: OnchainAttentionItem, { locale }: Texts): string | null {
  const { amount, token, fiat_amount: fiat, currency_code: currency } = item
  if (amount !== null) return formatTokens(amount, token ?? "", locale).trim()
  return fiat !== null && currency !== null ? formatFiat(fiat, currency, locale) : null
}

/** The lists that hold what does not fit. */
function Lists({ attention: { counts, is_count_exact: isExact } }: { attention: OnchainAttention }) {
  const { t, locale } = useTexts()
  return (
    <nav aria-label={t("overview.all")} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Muted>{t("overview.all")}</Muted>
      {kindsOf(counts).map((kind) => {
        const count = counts[kind]
        const shown = `${new Intl.NumberFormat(locale).format(count)}${isExact || count < 1_000 ? "" : "+"}`
        return (
          <TextLink key={kind} to={listOf(kind)} className="txt-compact-small">
            {t(`attention.count.${kind}`, { count, shown })}
          </TextLink>
        )
      })}
    </nav>
  )
}
