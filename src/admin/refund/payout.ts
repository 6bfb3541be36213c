import type {
  OnchainPaymentDetail,
  OnchainQuoteRefundBody,
  OnchainRefund,
  OnchainRefundDetail,
  OnchainRefundRate,
} from "../../types/http"
import { EMPTY_ENTRY, type EntryValues } from "../payout/destination/entry"
import { amountProblem } from "../payout/request"
import { formatFiat, formatTokens, leftOf } from "../ui/format"
import { customerName } from "../ui/names"
import type { Texts, Translate } from "../ui/texts"

type Amounts = Pick<OnchainRefund, "fiat_amount" | "currency_code" | "token_amount" | "token">

export function refundAmount(refund: Amounts, { t, locale }: Texts): string {
  if (refund.fiat_amount !== null) return formatFiat(refund.fiat_amount, refund.currency_code, locale)
  if (refund.token_amount !== null) return formatTokens(refund.token_amount, refund.token, locale)
  return t("refunds.unknownAmount", { token: refund.token })
}

export function needsAmount({ fiat_amount, token_amount }: Amounts): boolean {
  return fiat_amount === null && token_amount === null
}

/** What the operator has entered. `to`: a destination, or another way to get one; "" while nothing is chosen. */
export type RefundEntries = {
  to: string
  rate: OnchainRefundRate
  tokenAmount: string
  address: EntryValues
  isSent: boolean
}

export function firstEntries(
  { customer, network_id: networkId }: Pick<OnchainRefundDetail, "customer" | "network_id">,
  t: Translate
): RefundEntries {
  const label = customer ? customerName(customer, t) : ""
  return {
    to: "",
    rate: "payment",
    tokenAmount: "",
    address: { ...EMPTY_ENTRY, label, networkId },
    isSent: false,
  }
}

/** Null while the amount is missing or wrong. */
export function toQuoteBody(
  refund: Amounts,
  to: string,
  { rate, tokenAmount }: Pick<RefundEntries, "rate" | "tokenAmount">
): OnchainQuoteRefundBody | null {
  const body = { destination_id: to, rate }
  if (!needsAmount(refund)) return body
  if (tokenAmount === "" || amountProblem(tokenAmount, null) !== null) return null
  return { ...body, token_amount: tokenAmount }
}

export type RefundablePayment = {
  id: string
  token: string | null
  network_name: string | null
  currency_code: string
  /** Major units. */
  left: string
}

type OrderPayment = Pick<
  OnchainPaymentDetail,
  "id" | "token" | "network_name" | "currency_code" | "fiat_amount" | "captured_at"
> & { refunds: Pick<OnchainRefund, "fiat_amount">[] }

/** The captured payments of an order with what is left of each. The server decides. */
export function refundablePayments({ payments }: { payments: OrderPayment[] }): RefundablePayment[] {
  return payments
    .filter(({ captured_at }) => captured_at !== null)
    .map(({ id, token, network_name, currency_code, fiat_amount, refunds }) => {
      const made = refunds.map((refund) => refund.fiat_amount ?? "0")
      const left = made.reduce(leftOf, fiat_amount)
      return { id, token, network_name, currency_code, left }
    })
    .filter(({ left }) => /[1-9]/.test(left))
}
