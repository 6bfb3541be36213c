import { z } from "@medusajs/framework/zod"
import { sentText } from "../../request-params"

export const attemptBody = z.object({
  rail: sentText("rail", "expected an id of the payment options", 300),
  /** The box of the form's warning, which the browser requires. */
  is_warned: z.string().max(10).optional(),
})
export type AttemptBody = z.infer<typeof attemptBody>

export const pageClaimBody = z.object({
  tx_hash: z.string({ error: "tx_hash: expected the hash of the transaction" }).trim().min(32).max(128),
})
export type PageClaimBody = z.infer<typeof pageClaimBody>

export const statusParams = z.object({
  /** `true` for an answer that is displayed: a customer's reusable address is then confirmed and returned. */
  address: z.enum(["true", "false"], { error: "address: expected true or false" }).default("false"),
})
export type StatusParams = z.infer<typeof statusParams>

export const presentationParams = z.object({
  locale: sentText("locale", "expected a language tag, such as de", 35).optional(),
})
export type PresentationParams = z.infer<typeof presentationParams>

/** Of the hosted page; a link with anything else shows the page all the same. */
export const pageParams = z.object({
  choose: z.string().optional().catch(undefined),
  problem: z.string().optional().catch(undefined),
  locale: z.string().max(35).optional().catch(undefined),
  return: z.string().max(2_000).optional().catch(undefined),
})
