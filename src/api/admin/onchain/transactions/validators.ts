import { z } from "@medusajs/framework/zod"
import { isDay } from "../../../../domain/report-day"
import { sentText } from "../../../sent-text"
import { pageParams } from "../list-params"

const ORDERS = ["at", "-at"] as const
const day = (field: string) =>
  sentText(field).refine(isDay, `${field}: expected a day such as 2026-01-31; days are counted in UTC`)

/** Query of `GET /admin/onchain/transactions`. */
export const transactionListParams = z.strictObject({
  type: sentText("type").optional(),
  direction: sentText("direction").optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  /** First and last day. */
  from: day("from").optional(),
  to: day("to").optional(),
  /** Beginning of an identifier, transaction hash or reference. */
  q: sentText("q").optional(),
  order: z.enum(ORDERS, { error: `order: expected one of ${ORDERS.join(", ")}` }).default("-at"),
  ...pageParams,
})
export type TransactionListParams = z.infer<typeof transactionListParams>
