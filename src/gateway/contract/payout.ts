import { z } from "zod"

/** A share of one invoice that is paid on to a recipient. `shareBps` is basis points of the net amount. */
export const payoutRecipientSchema = z.strictObject({
  label: z.string().min(1),
  destinationAddress: z.string().min(1),
  shareBps: z.number().int().min(1).max(10_000),
})
export type PayoutRecipient = z.infer<typeof payoutRecipientSchema>

/** The two ways to split what an invoice brings; they exclude each other. */
export const payoutFields = {
  payoutRouteId: z.string().min(1).optional(),
  payoutRecipients: z.array(payoutRecipientSchema).min(1).optional(),
}
