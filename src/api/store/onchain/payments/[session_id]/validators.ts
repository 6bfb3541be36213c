import { z } from "@medusajs/framework/zod"

export const paymentParams = z.object({
  /** `false` for a storefront that only follows a payment: a reusable address is neither confirmed nor told. */
  address: z.enum(["true", "false"], { error: "address: expected true or false" }).default("true"),
})
export type PaymentParams = z.infer<typeof paymentParams>

/** Body of `POST /store/onchain/payments/:session_id/claims`. Which form a hash has, its chain says. */
export const claimBody = z.strictObject({
  tx_hash: z.string({ error: "tx_hash: expected the hash of the transaction" }).trim().min(32).max(128),
})
export type ClaimBody = z.infer<typeof claimBody>
