import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { endOfDay, isDay, startOfDay } from "../../../../domain/finance/report-difference"
import type { TransactionPage } from "../../../../modules/onchain/finance/transaction-list"
import { checkBody, checkQuery, oneOf, pageParams, sentText } from "../../../request-params"

const ORDERS = ["at", "-at"] as const
const day = (field: string) =>
  sentText(field).refine(isDay, `${field}: expected a day such as 2026-01-31; days are counted in UTC`)

/** Also of `POST .../sync`, which answers with the same page. */
const transactionListParams = z.strictObject({
  type: sentText("type").optional(),
  direction: sentText("direction").optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  /** Only those that wait for a review. */
  waiting: z.literal("true", { error: "waiting: expected true, or leave it out" }).optional(),
  from: day("from").optional(),
  to: day("to").optional(),
  /** Beginning of an identifier, transaction hash or reference. */
  q: sentText("q").optional(),
  order: oneOf("order", ORDERS).default("-at"),
  ...pageParams,
})
export type TransactionListParams = z.infer<typeof transactionListParams>

export function paramsToPage(params: TransactionListParams): TransactionPage {
  const { order, limit, offset, from, to, waiting, ...filter } = params
  return {
    filter: {
      ...filter,
      waiting: waiting !== undefined,
      from: from === undefined ? undefined : startOfDay(from),
      before: to === undefined ? undefined : endOfDay(to),
    },
    direction: order.startsWith("-") ? "desc" : "asc",
    limit,
    offset,
  }
}

const reviewTransactionBody = z.strictObject({
  note: z
    .string({ error: "note: say what you found" })
    .trim()
    .pipe(sentText("note", "say what you found", 1_000)),
})
export type ReviewTransactionBody = z.infer<typeof reviewTransactionBody>

export const transactionMiddlewares: MiddlewareRoute[] = [
  checkQuery("/transactions", transactionListParams),
  checkQuery("/transactions/sync", transactionListParams, "POST"),
  checkBody("/transactions/:id/review", reviewTransactionBody),
]
