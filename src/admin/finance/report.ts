import type { OnchainReportDifference } from "../../types/http"
import { formatFiat, formatTokens } from "../ui/format"
import type { Texts, Translate } from "../ui/texts"
import { DIFFERENCE_WORDING } from "./words"

/** A kind of a later version is shown as it came. */
export function differenceName(kind: string, t: Translate): string {
  return Object.hasOwn(DIFFERENCE_WORDING, kind) ? t(`differenceKind.${kind}`) : kind
}

/**
 * One side of a difference: tokens, or the money of an order. @param value null where this side has nothing
 */
export function comparedAmount(
  value: string | null,
  { token, currency_code: currency }: Pick<OnchainReportDifference, "token" | "currency_code">,
  { t, locale }: Texts
): string {
  if (value === null) return t("report.missing")
  return currency === null ? formatTokens(value, token, locale) : formatFiat(value, currency, locale)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000
const MAX_DAYS = 31

/** `YYYY-MM-DD` in UTC, both included. */
export type Days = { from: string; to: string }

export function lastWeek(now: number): Days {
  return { from: toDay(now - 7 * DAY_MS), to: toDay(now - DAY_MS) }
}

export function areReportDays({ from, to }: Days): boolean {
  if (!DAY.test(from) || !DAY.test(to)) return false
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 && days <= MAX_DAYS
}

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
