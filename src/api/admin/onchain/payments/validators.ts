import { z } from "@medusajs/framework/zod"
import { PAYMENT_STATUSES, type PaymentStatus } from "../../../../domain/payment/payment-status"
import type { PaymentFilter } from "../../../../modules/onchain/payment/payment-list"
import { oneOf, pageParams, sentText, several } from "../../../request-params"

const ORDERS = ["created_at", "-created_at"] as const
const DAY_MS = 24 * 60 * 60_000

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** `2026-02-30` is not a day, although `Date` takes it for one. */
function isMoment(text: string): boolean {
  if (!isDay(text) && !INSTANT.test(text)) return false
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || Number.isNaN(Date.parse(text))) return false
  return day.toISOString().startsWith(text.slice(0, 10))
}

const moment = (field: string) => {
  const expected = "expected a day, such as 2026-01-31, or an instant, such as 2026-01-31T10:00:00Z"
  return sentText(field, expected, 40).refine(isMoment, `${field}: ${expected}`)
}

/** An enum within a list would be refused as a missing field. */
const status = z.custom<PaymentStatus>(
  (given) => PAYMENT_STATUSES.some((name) => name === given),
  `state: expected one of ${PAYMENT_STATUSES.join(", ")}`
)

export const paymentListParams = z.strictObject({
  state: several(status).optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  /** Order number, email, hash, address, memo, or an id. */
  q: sentText("q").optional(),
  created_from: moment("created_from").optional(),
  created_to: moment("created_to").optional(),
  order: oneOf("order", ORDERS).default("-created_at"),
  ...pageParams,
})
export type PaymentListParams = z.infer<typeof paymentListParams>

/** A day is a whole day in UTC. */
export function paramsToFilter(params: PaymentListParams): PaymentFilter {
  const { state = [], network_id, token, created_from, created_to } = params
  return {
    statuses: state,
    network_id,
    token,
    created_from: created_from === undefined ? undefined : new Date(created_from),
    created_before: created_to === undefined ? undefined : endOf(created_to),
  }
}

/** The first instant that is not included. */
function endOf(text: string): Date {
  return new Date(Date.parse(text) + (isDay(text) ? DAY_MS : 1))
}
