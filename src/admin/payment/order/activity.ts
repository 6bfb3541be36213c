import type {
  OnchainPaymentAttempt,
  OnchainPaymentTimelineEvent,
  OnchainTimelineEvent,
} from "../../../types/http"
import type { ActivityItem } from "../../ui/activity"
import { formatFiat, formatTokens } from "../../ui/format"
import { findWords, nameOf, type Texts, type Translate } from "../../ui/texts"

/** An event without words is shown as it came. */
export function describeEvent(event: string, t: Translate): string {
  const name = event.replace(/^(?:payment|refund)\./, "")
  return findWords(`timeline.${name}`) === undefined ? event : t(`timeline.${name}`)
}

/** Null where there is no amount or its unit is unknown. */
export function eventAmount(
  {
    amount,
    token,
    currency_code: currency,
  }: Pick<OnchainTimelineEvent, "amount" | "token" | "currency_code">,
  locale: string
): string | null {
  if (amount === null) return null
  if (currency !== null) return formatFiat(amount, currency, locale)
  return token === null ? null : formatTokens(amount, token, locale)
}

/** What tells the attempts of a payment apart, by id. */
export const networksOf = (attempts: readonly OnchainPaymentAttempt[]): ReadonlyMap<string, string> =>
  new Map(attempts.map(({ id, network_name }) => [id, network_name]))

/** The events of a payment, oldest first, as a timeline shows them. */
export function toActivity(
  events: readonly OnchainPaymentTimelineEvent[],
  networks: ReadonlyMap<string, string>,
  { t, locale }: Texts
): ActivityItem[] {
  return events.map((event) => {
    const details = [
      eventAmount(event, locale),
      event.attempt_id === null ? undefined : networks.get(event.attempt_id),
      event.message === null ? null : nameOf("shopperMessage", event.message, t),
    ].filter((part) => typeof part === "string")
    return {
      at: event.at,
      title: describeEvent(event.event, t),
      details: details.length > 0 ? details.join(" · ") : null,
      by: event.by,
    }
  })
}
