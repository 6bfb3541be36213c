import { z } from "zod"
import { decimalSchema } from "../../gateway/contract"

const text = z.string().min(1)

/** A payment; absent fields default to the invoice. */
export const paymentRequestSchema = z.strictObject({
  amount: decimalSchema.optional(),
  token: text.optional(),
  chain: text.optional(),
  networkId: text.optional(),
  canonicalAssetId: text.optional(),
  /** `null` sends no memo. */
  memo: text.nullable().optional(),
  fromAddress: text.optional(),
})
export type PaymentRequest = z.infer<typeof paymentRequestSchema>

/** Why money of a payment does not settle its invoice. */
export type ReviewReason =
  | "wrong_chain"
  | "wrong_network"
  | "wrong_asset"
  | "wrong_issuer"
  | "missing_memo"
  | "wrong_memo"
  | "invoice_not_payable"

/** One transfer and its outcome on arrival. */
export type Payment = {
  chain: string
  networkId: string
  token: string
  canonicalAssetId?: string
  /** Decimal in token units. */
  amount: string
  memo: string | null
  txHash: string
  operationIndex: number
  fromAddress: string
  toAddress: string
  at: string
  /**
   * - `accepted`: counts towards the invoice
   * - `deposit`: a customer's, judged once final
   * - `review`: counts towards nothing, for `reason`
   */
  outcome: "accepted" | "deposit" | "review"
  reason?: ReviewReason
  /** The invoice it reached; else the argument of `pay`. */
  invoiceId?: string
  depositId?: string
  customerId?: string
}
