import type { OnchainWithdrawal, OnchainWithdrawalDetail } from "../../types/http"
import { formatDecimal } from "../format/decimal"
import type { Translate } from "../i18n/translate"

type Amounts = Pick<OnchainWithdrawal, "amount" | "token">

/** Writes what was asked for. @param locale BCP 47 */
export function withdrawalAmount({ amount, token }: Amounts, locale: string): string {
  return `${formatDecimal(amount, locale)} ${token}`
}

/** Writes an amount that the service may not tell. @param locale BCP 47 */
export function toldAmount(amount: string | null, token: string, t: Translate, locale: string): string {
  return amount === null ? t("withdrawal.notTold") : `${formatDecimal(amount, locale)} ${token}`
}

/** Fee and what arrives: of the withdrawal once the service has it, of the quote before. */
export function feeAndNet(withdrawal: Pick<OnchainWithdrawalDetail, "fee" | "net_amount" | "quote">): {
  fee: string | null
  net: string | null
} {
  const { quote } = withdrawal
  return {
    fee: withdrawal.fee ?? quote?.fee ?? null,
    net: withdrawal.net_amount ?? quote?.net_amount ?? null,
  }
}

/**
 * How long a quote is still good for, as far as this browser's clock is right.
 *
 * @param expiresAt ISO 8601
 * @param now epoch milliseconds
 * @returns null when the time is over
 */
export function timeLeft(expiresAt: string, now: number): { minutes: number; seconds: number } | null {
  const seconds = Math.floor((Date.parse(expiresAt) - now) / 1000)
  return seconds > 0 ? { minutes: Math.floor(seconds / 60), seconds: seconds % 60 } : null
}
