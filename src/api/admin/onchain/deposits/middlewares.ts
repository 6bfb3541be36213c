import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { DEPOSIT_STATES } from "../../../../domain/deposit/deposit-lifecycle"
import { checkBody, checkQuery, oneOf, pageParams, sentText, several } from "../../../request-params"

const ORDERS = ["observed_at", "-observed_at", "state", "-state"] as const

export const depositListParams = z.strictObject({
  state: several(oneOf("state", DEPOSIT_STATES)).optional(),
  assignment_status: several(sentText("assignment_status")).optional(),
  chain: sentText("chain").optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  customer_id: sentText("customer_id").optional(),
  /** Beginning of an identifier, transaction hash or address. */
  q: sentText("q").optional(),
  order: oneOf("order", ORDERS).default("-observed_at"),
  ...pageParams,
})
export type DepositListParams = z.infer<typeof depositListParams>

export const assignDepositBody = z.strictObject({
  intent_id: sentText("intent_id", "expected the intent of one of the deposit's candidates"),
})
export const linkDepositBody = z.strictObject({
  payment_id: sentText("payment_id", "expected the payment that the deposit is meant for"),
})
/** Those of one page of the list, and a few more. */
const MOST_AT_ONCE = 50
const IDS = `ids: expected 1 to ${MOST_AT_ONCE} ids of deposits`

export const bulkDepositBody = z.strictObject({
  action: oneOf("action", ["accept", "refund"]),
  ids: z
    .array(sentText("ids", "expected ids of deposits"), { error: IDS })
    .min(1, IDS)
    .max(MOST_AT_ONCE, IDS),
})
export type BulkDepositBody = z.infer<typeof bulkDepositBody>
export type LinkDepositBody = z.infer<typeof linkDepositBody>
export type AssignDepositBody = z.infer<typeof assignDepositBody>

export const depositMiddlewares: MiddlewareRoute[] = [
  checkQuery("/deposits", depositListParams),
  checkBody("/deposits/:id/assign", assignDepositBody),
  checkBody("/deposits/:id/link", linkDepositBody),
  checkBody("/deposits/bulk", bulkDepositBody),
]
