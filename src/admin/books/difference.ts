import type { OnchainReportDifference } from "../../types/http"
import { formatDecimal } from "../format/decimal"
import { formatFiat } from "../format/fiat"
import { DIFFERENCE_WORDING } from "../i18n/report-wording"
import type { Translate } from "../i18n/translate"

/** What a difference is called. A kind of a later version is shown as it came. */
export function differenceName(kind: string, t: Translate): string {
  return Object.hasOwn(DIFFERENCE_WORDING, kind) ? t(`differenceKind.${kind}`) : kind
}

/**
 * Writes one side of a difference: tokens, or the money of an order.
 *
 * @param value null where this side has nothing
 * @param locale BCP 47
 */
export function comparedAmount(
  value: string | null,
  { token, currency_code: currency }: Pick<OnchainReportDifference, "token" | "currency_code">,
  t: Translate,
  locale: string
): string {
  if (value === null) return t("report.missing")
  return currency === null ? `${formatDecimal(value, locale)} ${token}` : formatFiat(value, currency, locale)
}
