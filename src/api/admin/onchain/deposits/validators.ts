import { z } from "@medusajs/framework/zod"
import { DEPOSIT_STATES } from "../../../../domain/deposit-lifecycle"

const MAX_LIMIT = 100
/** Whoever looks for something that far back narrows the list down instead. */
const MAX_OFFSET = 10_000

const text = (field: string) =>
  z
    .string({ error: `${field}: expected a text` })
    .min(1, `${field}: expected a text`)
    .max(200, `${field}: too long`)

const wholeNumber = (field: string, least: number, most: number) => {
  const error = `${field}: expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

/** One value, several of the same name, or several with commas. */
const several = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (given) => (typeof given === "string" ? given.split(",") : given),
    z.array(value).min(1).max(20)
  )

const state = z.enum(DEPOSIT_STATES, { error: `state: expected one of ${DEPOSIT_STATES.join(", ")}` })
const ORDERS = ["observed_at", "-observed_at", "state", "-state"] as const

/** Query of `GET /admin/onchain/deposits`. */
export const depositListParams = z.strictObject({
  state: several(state).optional(),
  assignment_status: several(text("assignment_status")).optional(),
  chain: text("chain").optional(),
  network_id: text("network_id").optional(),
  token: text("token").optional(),
  customer_id: text("customer_id").optional(),
  /** Beginning of an identifier, transaction hash or address. */
  q: text("q").optional(),
  order: z.enum(ORDERS, { error: `order: expected one of ${ORDERS.join(", ")}` }).default("-observed_at"),
  limit: wholeNumber("limit", 1, MAX_LIMIT).default(20),
  offset: wholeNumber("offset", 0, MAX_OFFSET).default(0),
})
export type DepositListParams = z.infer<typeof depositListParams>

/** Body of `POST /admin/onchain/deposits/:id/assign`. */
export const assignDepositBody = z.strictObject({
  intent_id: z
    .string({ error: "intent_id: expected the intent of one of the deposit's candidates" })
    .min(1, "intent_id: expected the intent of one of the deposit's candidates"),
})
export type AssignDepositBody = z.infer<typeof assignDepositBody>
