import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { checkBody, checkQuery, sentText } from "../../../request-params"
import { paymentListParams } from "./validators"

const keepOrderBody = z.strictObject({
  note: z
    .string({ error: "note: say why the order is kept" })
    .trim()
    .pipe(sentText("note", "say why the order is kept", 1_000)),
})
export type KeepOrderBody = z.infer<typeof keepOrderBody>

const emptyBody = z.strictObject({})

export const paymentMiddlewares: MiddlewareRoute[] = [
  checkQuery("/payments", paymentListParams),
  checkQuery("/payments/export", paymentListParams),
  checkBody("/payments/:id/review", emptyBody),
  checkBody("/payments/:id/check", emptyBody),
  checkBody("/orders/:id/pay-link/send", emptyBody),
  checkBody("/orders/:id/keep", keepOrderBody),
]
