import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { checkBody, checkQuery, pageParams, sentText, several } from "../../../request-params"

const ORDERS = ["settled_at", "-settled_at"] as const
const RESOLUTIONS = ["waiting", "done"] as const

export const unallocatedListParams = z.strictObject({
  state: z.literal("unallocated", { error: "state: expected unallocated" }).optional(),
  resolution: z
    .enum(RESOLUTIONS, { error: `resolution: expected one of ${RESOLUTIONS.join(", ")}` })
    .optional(),
  reason: several(sentText("reason")).optional(),
  /** Beginning of an identifier or of a transaction hash. */
  q: sentText("q").optional(),
  order: z.enum(ORDERS, { error: `order: expected one of ${ORDERS.join(", ")}` }).default("-settled_at"),
  ...pageParams,
})
export type UnallocatedListParams = z.infer<typeof unallocatedListParams>

export const applyPaymentBody = z.strictObject({ order_id: sentText("order_id") })
export type ApplyPaymentBody = z.infer<typeof applyPaymentBody>

export const keepPaymentBody = z.strictObject({
  note: z
    .string({ error: "note: say why the money is kept" })
    .trim()
    .pipe(sentText("note", "say why the money is kept", 1_000)),
})
export type KeepPaymentBody = z.infer<typeof keepPaymentBody>

const emptyBody = z.strictObject({})

export const unallocatedPaymentMiddlewares: MiddlewareRoute[] = [
  checkQuery("/unallocated-payments", unallocatedListParams),
  checkBody("/unallocated-payments/:id/apply", applyPaymentBody),
  checkBody("/unallocated-payments/:id/refund-due", emptyBody),
  checkBody("/unallocated-payments/:id/keep", keepPaymentBody),
]
