import { z } from "@medusajs/framework/zod"
import { sentText } from "../../../sent-text"
import { pageParams } from "../list-params"

const ORDERS = ["settled_at", "-settled_at"] as const
const RESOLUTIONS = ["waiting", "done"] as const

/** One value, several of the same name, or several with commas. */
const several = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (given) => (typeof given === "string" ? given.split(",") : given),
    z.array(value).min(1).max(20)
  )

/** Query of `GET /admin/onchain/payments`. */
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

/** Body of `POST /admin/onchain/payments/:id/apply`. */
export const applyPaymentBody = z.strictObject({ order_id: sentText("order_id") })
export type ApplyPaymentBody = z.infer<typeof applyPaymentBody>

/** Body of `POST /admin/onchain/payments/:id/keep`. */
export const keepPaymentBody = z.strictObject({
  note: z
    .string({ error: "note: say why the money is kept" })
    .trim()
    .pipe(sentText("note", "say why the money is kept", 1_000)),
})
export type KeepPaymentBody = z.infer<typeof keepPaymentBody>

/** Body of `POST /admin/onchain/orders/:id/keep`. */
export const keepOrderBody = z.strictObject({
  note: z
    .string({ error: "note: say why the order is kept" })
    .trim()
    .pipe(sentText("note", "say why the order is kept", 1_000)),
})
export type KeepOrderBody = z.infer<typeof keepOrderBody>

/** Body of `POST /admin/onchain/payments/:id/refund-due` and `.../review`. */
export const emptyBody = z.strictObject({})
