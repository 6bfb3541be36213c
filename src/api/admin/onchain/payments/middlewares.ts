import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { checkBody, sentText } from "../../../request-params"

const keepOrderBody = z.strictObject({
  note: z
    .string({ error: "note: say why the order is kept" })
    .trim()
    .pipe(sentText("note", "say why the order is kept", 1_000)),
})
export type KeepOrderBody = z.infer<typeof keepOrderBody>

const emptyBody = z.strictObject({})

export const paymentMiddlewares: MiddlewareRoute[] = [
  checkBody("/payments/:id/review", emptyBody),
  checkBody("/orders/:id/keep", keepOrderBody),
]
