import type {
  OnchainQuoteRefundBody,
  OnchainRefund,
  OnchainRefundDetail,
  OnchainRefundRate,
} from "../../types/http"
import { amountProblem } from "../payout/request"
import { formatFiat, formatTokens } from "../ui/format"
import type { Texts } from "../ui/texts"

type Amounts = Pick<OnchainRefund, "fiat_amount" | "currency_code" | "token_amount" | "token">

export function refundAmount(refund: Amounts, { t, locale }: Texts): string {
  if (refund.fiat_amount !== null) return formatFiat(refund.fiat_amount, refund.currency_code, locale)
  if (refund.token_amount !== null) return formatTokens(refund.token_amount, refund.token, locale)
  return t("refunds.unknownAmount", { token: refund.token })
}

export function needsAmount({ fiat_amount, token_amount }: Amounts): boolean {
  return fiat_amount === null && token_amount === null
}

/** Only the payment's own rate is preselected. */
export type PayoutChoice = { destinationId: string; rate: OnchainRefundRate; tokenAmount: string }

export const NO_CHOICE: PayoutChoice = { destinationId: "", rate: "payment", tokenAmount: "" }

type Payable = Pick<OnchainRefundDetail, "fiat_amount" | "currency_code" | "token_amount" | "token">

/** The key of its words. */
export function missingForQuote(
  refund: Payable,
  { destinationId, tokenAmount }: PayoutChoice
): "missing" | "missingAmount" | null {
  if (!destinationId) return "missing"
  const isWritten = tokenAmount !== "" && amountProblem(tokenAmount, null) === null
  return needsAmount(refund) && !isWritten ? "missingAmount" : null
}

export function toQuoteBody(
  refund: Payable,
  { destinationId, rate, tokenAmount }: PayoutChoice
): OnchainQuoteRefundBody {
  const body = { destination_id: destinationId, rate }
  return needsAmount(refund) ? { ...body, token_amount: tokenAmount } : body
}
