import { z } from "zod"
import { decimalSchema } from "../../gateway/contract"

const text = z.string().min(1)

/** A payment to make; what is left out is what the invoice asks for. */
export const paymentRequestSchema = z.strictObject({
  amount: decimalSchema.optional(),
  token: text.optional(),
  chain: text.optional(),
  networkId: text.optional(),
  canonicalAssetId: text.optional(),
  /** `null` sends the transfer without a memo. */
  memo: text.nullable().optional(),
  fromAddress: text.optional(),
})
export type PaymentRequest = z.infer<typeof paymentRequestSchema>

/** Why a payment counts towards nothing. */
export type ReviewReason =
  | "wrong_chain"
  | "wrong_network"
  | "wrong_asset"
  | "wrong_issuer"
  | "missing_memo"
  | "wrong_memo"
  | "invoice_not_payable"

/** One recorded transfer, with what the sandbox made of it when it arrived. */
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
   * - `deposit`: a customer's, judged once it is final
   * - `review`: counts towards nothing, for `reason`
   */
  outcome: "accepted" | "deposit" | "review"
  reason?: ReviewReason
  /** The invoice it reached; else the one `pay` was called with. */
  invoiceId?: string
  /** Set where the service makes a deposit of it. */
  depositId?: string
  customerId?: string
}
