import { NOW, sampleCheckout } from "../../../types/http/__tests__/sample-checkout"
import type { OnchainPayerStatus, OnchainPaymentView } from "../../../types/http"
import english from "../../locales/en.json"
import { AT_REST, type Screen } from "../screen"
import type { Words } from "../words"

const en = english.payment

export const ENGLISH: Words = { locale: "en", direction: "ltr", messages: en, timeZone: "UTC" }

export const SRC = "/onchain/pay/t0ken"

export function sampleScreen(
  change: Partial<OnchainPaymentView> = {},
  screen: Partial<Omit<Screen, "checkout">> = {}
): Screen {
  const checkout = sampleCheckout(change)
  return {
    checkout,
    words: ENGLISH,
    src: SRC,
    query: "",
    options: null,
    returnUrl: checkout.return_url,
    nowMs: Date.parse(NOW),
    browser: AT_REST,
    ...screen,
  }
}

export const STATUSES = [
  "choose",
  "preparing",
  "awaiting_payment",
  "partially_paid",
  "confirming",
  "paid",
  "expired",
  "failed",
  "cancelled",
  "superseded",
  "nothing_due",
  "address_unavailable",
  "needs_review",
  "order_paid_in_part",
] as const satisfies readonly OnchainPayerStatus[]
