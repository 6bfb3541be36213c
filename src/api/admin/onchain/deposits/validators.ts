import { z } from "@medusajs/framework/zod"
import { DEPOSIT_STATES } from "../../../../domain/deposit-lifecycle"
import { sentText } from "../../../sent-text"
import { pageParams } from "../list-params"

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
  assignment_status: several(sentText("assignment_status")).optional(),
  chain: sentText("chain").optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  customer_id: sentText("customer_id").optional(),
  /** Beginning of an identifier, transaction hash or address. */
  q: sentText("q").optional(),
  order: z.enum(ORDERS, { error: `order: expected one of ${ORDERS.join(", ")}` }).default("-observed_at"),
  ...pageParams,
})
export type DepositListParams = z.infer<typeof depositListParams>

/** Body of `POST /admin/onchain/deposits/:id/assign`. */
export const assignDepositBody = z.strictObject({
  intent_id: sentText("intent_id", "expected the intent of one of the deposit's candidates"),
})
/** Body of `POST /admin/onchain/deposits/:id/link`. */
export const linkDepositBody = z.strictObject({
  payment_id: sentText("payment_id", "expected the payment that the deposit is meant for"),
})
export type LinkDepositBody = z.infer<typeof linkDepositBody>
export type AssignDepositBody = z.infer<typeof assignDepositBody>
