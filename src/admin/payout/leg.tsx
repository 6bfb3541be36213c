import { StatusBadge } from "@medusajs/ui"
import type { OnchainPayoutLeg, OnchainPayoutLegPhase } from "../../types/http"
import { Copyable } from "../ui/facts"
import { formatTokens } from "../ui/format"
import { TextLink } from "../ui/links"
import { pathTo } from "../ui/paths"
import { Muted } from "../ui/prose"
import { type Texts, type Translate, useTexts } from "../ui/texts"

const COLORS = {
  planned: "grey",
  not_split: "grey",
  pending: "blue",
  done: "green",
  failed: "red",
  unknown: "red",
} as const satisfies Record<OnchainPayoutLegPhase, string>

export function LegBadge({ leg: { phase, waits_for: wait } }: { leg: OnchainPayoutLeg }) {
  const { t } = useTexts()
  const isBlocked = wait === "gas"
  return (
    <StatusBadge color={isBlocked ? "orange" : COLORS[phase]} className="whitespace-nowrap">
      {t(isBlocked ? "withdrawals.blocked" : `legPhase.${phase}.name`)}
    </StatusBadge>
  )
}

/** Explains where a leg stands, and what it waits for. */
export function describeLeg(
  { phase, waits_for: wait, network_name: network }: OnchainPayoutLeg,
  t: Translate
) {
  return wait === null ? t(`legPhase.${phase}.sentence`) : t(`withdrawalWait.${wait}`, { network })
}

/** Whose share a leg is: the name of the recipient, else the beginning of its address. */
export function legName(
  { label, address }: Pick<OnchainPayoutLeg, "label" | "address">,
  t: Translate
): string {
  if (label !== null) return label
  return address === null ? t("splits.unnamed") : `${address.slice(0, 10)}…`
}

/** The amount of a leg, or its share while the provider has not named an amount. */
export function legAmount(
  { amount, token, share_bps }: Pick<OnchainPayoutLeg, "amount" | "token" | "share_bps">,
  { t, locale }: Texts
): string {
  if (amount !== null) return formatTokens(amount, token, locale)
  return share_bps === null ? t("detail.notReported") : legShare(share_bps, locale)
}

/** @example legShare(2_550, "en") // "25.5%" */
export function legShare(bps: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(bps / 10_000)
}

export function LegLine({ leg }: { leg: OnchainPayoutLeg }) {
  const { t, locale, texts } = useTexts()
  const name = legName(leg, t)
  return (
    <div className="flex flex-col gap-y-1 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <TextLink to={pathTo.split(leg.id)} className="txt-compact-small-plus min-w-0 break-words">
          {t("splits.shareOf", { amount: legAmount(leg, texts), name })}
        </TextLink>
        <span className="flex items-center gap-x-3">
          {leg.share_bps !== null && <Muted isSmall>{legShare(leg.share_bps, locale)}</Muted>}
          <LegBadge leg={leg} />
        </span>
      </div>
      <Muted isSmall>{describeLeg(leg, t)}</Muted>
      {leg.failure_reason !== null && (
        <Muted isSmall>{t("unmatchedPayment.otherReason", { reason: leg.failure_reason })}</Muted>
      )}
      {leg.tx_hash !== null && (
        <Copyable value={leg.tx_hash} name={t("field.transaction")} page={leg.explorer.tx_url} />
      )}
    </div>
  )
}
