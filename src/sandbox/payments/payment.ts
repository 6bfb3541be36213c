import { z } from "zod"
import { decimalSchema } from "../../gateway/contract"

/** A transfer to make; what is left out is what the invoice asks for. */
export const paymentRequestSchema = z.strictObject({
  amount: decimalSchema.optional(),
  token: z.string().min(1).optional(),
  chain: z.string().min(1).optional(),
  networkId: z.string().min(1).optional(),
  canonicalAssetId: z.string().min(1).optional(),
  /** `null` sends the transfer without a memo. */
  memo: z.string().min(1).nullable().optional(),
  fromAddress: z.string().min(1).optional(),
})
export type PaymentRequest = z.infer<typeof paymentRequestSchema>

/** Why a payment does not count towards its invoice. */
export type ReviewReason =
  | "wrong_chain"
  | "wrong_network"
  | "wrong_asset"
  | "wrong_issuer"
  | "missing_memo"
  | "wrong_memo"
  | "invoice_not_payable"

/** A transfer as it lies on the chain. */
export type Transfer = {
  chain: string
  networkId: string
  token: string
  canonicalAssetId?: string
  /** Decimal in token units. */
  amount: string
  memo: string | null
}

/** One recorded transfer, with what the sandbox made of it. */
export type Payment = Transfer & {
  txHash: string
  invoiceId: string
  fromAddress: string
  toAddress: string
  at: string
  outcome: "accepted" | "review"
  reason?: ReviewReason
}
