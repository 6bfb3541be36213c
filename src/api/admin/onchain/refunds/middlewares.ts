import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { REFUND_KINDS, REFUND_RATES, REFUND_STATES } from "../../../../domain/refund/refund-lifecycle"
import { checkBody, checkQuery, oneOf, pageParams, sentText, several } from "../../../request-params"

const ORDERS = ["created_at", "-created_at"] as const

export const refundListParams = z.strictObject({
  state: several(oneOf("state", REFUND_STATES)).optional(),
  kind: oneOf("kind", REFUND_KINDS).optional(),
  /** Beginning of an identifier: of the refund, its payment, its session or its payout. */
  q: sentText("q").optional(),
  order: oneOf("order", ORDERS).default("-created_at"),
  ...pageParams,
})
export type RefundListParams = z.infer<typeof refundListParams>

const AMOUNT = "token_amount: expected a decimal above zero, such as 12.5"
const amount = z
  .string({ error: AMOUNT })
  .trim()
  .max(80, AMOUNT)
  .regex(/^\d+(?:\.\d+)?$/, AMOUNT)
  .regex(/[1-9]/, AMOUNT)

export const quoteRefundBody = z.strictObject({
  destination_id: sentText("destination_id", "expected a destination of the address book"),
  rate: oneOf("rate", REFUND_RATES),
  token_amount: amount.optional(),
})
export type QuoteRefundBody = z.infer<typeof quoteRefundBody>

export const settleRefundBody = z.strictObject({
  note: z
    .string({ error: "note: say how it was settled" })
    .trim()
    .pipe(sentText("note", "say how it was settled", 1_000)),
  tx_hash: sentText("tx_hash").optional(),
})
export type SettleRefundBody = z.infer<typeof settleRefundBody>

export const refundMiddlewares: MiddlewareRoute[] = [
  checkQuery("/refunds", refundListParams),
  checkBody("/refunds/:id/quote", quoteRefundBody),
  checkBody("/refunds/:id/settle", settleRefundBody),
]
