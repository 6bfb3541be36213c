import { z } from "@medusajs/framework/zod"
import { sentText } from "../../request-params"

export const attemptBody = z.object({
  rail: sentText("rail", "expected a payment option id", 300),
  /** The checkbox of the warning; the browser requires it. */
  is_warned: z.string().max(10).optional(),
})
export type AttemptBody = z.infer<typeof attemptBody>

export const pageClaimBody = z.object({
  tx_hash: z.string({ error: "tx_hash: expected a transaction hash" }).trim().min(32).max(128),
})
export type PageClaimBody = z.infer<typeof pageClaimBody>

export const statusParams = z.object({
  /** `true` to confirm and return a customer's reusable address, for display. */
  address: z.enum(["true", "false"], { error: "address: expected true or false" }).default("false"),
})
export type StatusParams = z.infer<typeof statusParams>

export const presentationParams = z.object({
  locale: sentText("locale", "expected a language tag, such as de", 35).optional(),
})
export type PresentationParams = z.infer<typeof presentationParams>

/** Query of the hosted page. Invalid values are ignored. */
export const pageParams = z.object({
  choose: z.string().optional().catch(undefined),
  problem: z.string().optional().catch(undefined),
  locale: z.string().max(35).optional().catch(undefined),
  return: z.string().max(2_000).optional().catch(undefined),
})
