import type { OnchainUnallocatedPayment } from "../../types/http"
import { formatDecimal, formatTokens } from "../ui/format"
import type { Texts } from "../ui/texts"

type Amounts = Pick<OnchainUnallocatedPayment, "reason" | "expected_amount" | "received_amount" | "token">

/**
 * What arrived. Of another token only the number is known; without a reported amount the expected one stands
 * in, and says so.
 */
export function paymentAmount(payment: Amounts, { t, locale }: Texts): string {
  const { received_amount: received, token } = payment
  if (received === null) {
    return t("payments.expected", { amount: formatDecimal(payment.expected_amount, locale), token })
  }
  if (isOtherAsset(payment)) return t("payments.otherAsset", { amount: formatDecimal(received, locale) })
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
