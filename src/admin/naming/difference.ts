import type { OnchainDepositDetail } from "../../types/http"
import { decimalDifference, formatDecimal } from "../format/decimal"
import type { Translate } from "../i18n/translate"

type Arrived = Pick<OnchainDepositDetail, "amount" | "token"> & {
  expected: { amount: string | null; token: string | null } | null
}

/**
 * Says how what arrived differs from what was expected.
 *
 * @param locale BCP 47
 */
export function describeDifference(
  { amount, token, expected }: Arrived,
  t: Translate,
  locale: string
): string {
  if (expected?.token && token !== expected.token) return t("difference.token")
  const difference = amount && expected?.amount ? decimalDifference(amount, expected.amount) : null
  if (!difference) return t("difference.unknown")
  if (difference.sign === 0) return t("difference.none")
  const size = `${formatDecimal(difference.size, locale)} ${token ?? ""}`.trim()
  return t(difference.sign < 0 ? "difference.less" : "difference.more", { amount: size })
}
