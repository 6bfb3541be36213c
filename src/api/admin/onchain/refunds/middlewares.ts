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

export const requestAddressBody = z.strictObject({
  send: z.boolean().optional(),
})
export type RequestAddressBody = z.infer<typeof requestAddressBody>

/** As it was read; what is stored is compared with it. */
export const approveAddressBody = z.strictObject({
  address: sentText("address", "expected the address that you have read"),
  memo: z
    .string({ error: "memo: expected the memo that you have read, or null" })
    .max(200, "memo: expected at most 200 characters")
    .refine((memo) => !memo.includes("\0"), "memo: expected a text without NUL")
    .nullish(),
})
export type ApproveAddressBody = z.infer<typeof approveAddressBody>

export const declineAddressBody = z.strictObject({
  note: z
    .string({ error: "note: say why it is declined" })
    .trim()
    .pipe(sentText("note", "say why it is declined", 1_000)),
})
export type DeclineAddressBody = z.infer<typeof declineAddressBody>

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/
const ORDER_AMOUNT = "amount: expected a decimal above zero in major units, such as 12.50"

export const refundOrderBody = z.strictObject({
  request_id: z
    .string({ error: "request_id: expected an id that the form makes once" })
    .regex(REQUEST_ID, "request_id: expected 8 to 64 letters, digits, - and _"),
  amount: z
    .string({ error: ORDER_AMOUNT })
    .trim()
    .max(40, ORDER_AMOUNT)
    .regex(/^\d+(?:\.\d+)?$/, ORDER_AMOUNT)
    .regex(/[1-9]/, ORDER_AMOUNT),
  payment_id: sentText("payment_id", "expected a payment of the order").optional(),
  note: sentText("note", "expected a text", 1_000).optional(),
})
export type RefundOrderBody = z.infer<typeof refundOrderBody>

export const refundMiddlewares: MiddlewareRoute[] = [
  checkQuery("/refunds", refundListParams),
  checkBody("/refunds/:id/quote", quoteRefundBody),
  checkBody("/refunds/:id/settle", settleRefundBody),
  checkBody("/refunds/:id/address-requests", requestAddressBody),
  checkBody("/refunds/:id/address-requests/:request_id/approve", approveAddressBody),
  checkBody("/refunds/:id/address-requests/:request_id/decline", declineAddressBody),
  checkBody("/orders/:id/refunds", refundOrderBody),
]
