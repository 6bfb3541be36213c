import type { OnchainListedPayment, OnchainUnallocatedPayment } from "../../types/http"
import { decimalDifference, formatDecimal, formatTokens } from "../ui/format"
import { findWords, type Texts, type Translate } from "../ui/texts"

type Listed = Pick<OnchainListedPayment, "expected_amount" | "received_amount" | "token">

/** What is expected, and what came of it where that is less. */
export function listedAmount(
  { expected_amount: expected, received_amount: received, token }: Listed,
  { t, locale }: Texts
): string {
  if (expected === null || token === null) return "–"
  const all = formatTokens(expected, token, locale)
  const isPart = received !== null && decimalDifference(received, expected)?.sign === -1
  return isPart ? t("payments.part", { received: formatDecimal(received, locale), expected: all }) : all
}

type Amounts = Pick<OnchainUnallocatedPayment, "reason" | "expected_amount" | "received_amount" | "token">

/**
 * What arrived. Of another token only the number is known; without a reported amount the expected one stands
 * in, and says so.
 */
export function paymentAmount(payment: Amounts, { t, locale }: Texts): string {
  const { received_amount: received, token } = payment
  if (received === null) {
    return t("unmatched.expected", { amount: formatDecimal(payment.expected_amount, locale), token })
  }
  if (isOtherAsset(payment)) return t("unmatched.otherAsset", { amount: formatDecimal(received, locale) })
  return formatTokens(received, token, locale)
}

export function isOtherAsset({ reason }: Pick<OnchainUnallocatedPayment, "reason">): boolean {
  return reason === "asset_mismatch"
}

/** `due_back` waits too, but no order waits for it; `applying` lasts until the order is marked as paid. */
export type Standing = "waiting" | "due_back" | "applying" | "applied" | "refund_due" | "kept"

export function standingOf({
  resolution,
  is_due_back,
}: Pick<OnchainUnallocatedPayment, "resolution" | "is_due_back">): Standing {
  if (!resolution) return is_due_back ? "due_back" : "waiting"
  if (resolution.name === "apply") return resolution.is_done ? "applied" : "applying"
  return resolution.name === "keep" ? "kept" : "refund_due"
}

/** Why a payment has no order. A reason without words is shown as it came. */
export function describeUnallocated(reason: string, t: Translate): { title: string; sentence: string } {
  if (findWords(`unallocated.${reason}`) === undefined)
    return { title: reason, sentence: t("unmatchedPayment.otherReason", { reason }) }
  return { title: t(`unallocated.${reason}.title`), sentence: t(`unallocated.${reason}.sentence`) }
}
