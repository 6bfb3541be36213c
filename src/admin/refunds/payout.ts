import type { OnchainQuoteRefundBody, OnchainRefundDetail, OnchainRefundRate } from "../../types/http"
import { amountProblem } from "../withdrawals/request"
import { needsAmount } from "./amount"

/** What an operator has chosen for the payout of a refund. Nothing but the payment's own rate is chosen beforehand. */
export type PayoutChoice = { destinationId: string; rate: OnchainRefundRate; tokenAmount: string }

export const NO_CHOICE: PayoutChoice = { destinationId: "", rate: "payment", tokenAmount: "" }

/**
 * What is still to be done before a quote can be asked for, by the key of its words.
 *
 * @returns null when nothing is
 */
export function missingForQuote(
  refund: Pick<OnchainRefundDetail, "fiat_amount" | "currency_code" | "token_amount" | "token">,
  { destinationId, tokenAmount }: PayoutChoice
): "missing" | "missingAmount" | null {
  if (!destinationId) return "missing"
  const isWritten = tokenAmount !== "" && amountProblem(tokenAmount, null) === null
  return needsAmount(refund) && !isWritten ? "missingAmount" : null
}

/** The body of the request for a quote. */
export function toQuoteBody(
  refund: Pick<OnchainRefundDetail, "fiat_amount" | "currency_code" | "token_amount" | "token">,
  { destinationId, rate, tokenAmount }: PayoutChoice
): OnchainQuoteRefundBody {
  const body = { destination_id: destinationId, rate }
  return needsAmount(refund) ? { ...body, token_amount: tokenAmount } : body
}
