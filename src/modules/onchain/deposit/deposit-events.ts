import type { DepositState } from "../../../domain/deposit/deposit-lifecycle"
import {
  DEPOSIT_ACCEPTED,
  DEPOSIT_ASSIGNED,
  DEPOSIT_REFUND_FAILED,
  DEPOSIT_REFUND_PENDING,
  DEPOSIT_REFUNDED,
  DEPOSIT_REVIEW_REQUIRED,
} from "../events"
import type { OutboxEvent } from "../work/outbox"
import type { DepositRow } from "./deposit-row"

const EVENTS = {
  in_review: DEPOSIT_REVIEW_REQUIRED,
  assigned: DEPOSIT_ASSIGNED,
  accepted: DEPOSIT_ACCEPTED,
  refund_pending: DEPOSIT_REFUND_PENDING,
  refunded: DEPOSIT_REFUNDED,
} as const satisfies Record<Exclude<DepositState, "processing">, string>

/**
 * Reports the state that a deposit has come to. An action that begins, or that the provider refuses, is not
 * reported, and neither is a deposit that no list has confirmed.
 *
 * @param from its state before; null when a list has just shown it for the first time
 */
export function depositEvents(
  { id, state, customer_id, confirmed_at }: DepositRow,
  from: DepositState | null
): OutboxEvent[] {
  if (state === "processing" || confirmed_at === null) return []
  const isBackInReview = state === "in_review" && from !== null
  if (isBackInReview && from === "processing") return []
  const hasRefundFailed = isBackInReview && (from === "refund_pending" || from === "refunded")
  const name = hasRefundFailed ? DEPOSIT_REFUND_FAILED : EVENTS[state]
  return [{ subject: id, name, data: { id, customer_id } }]
}
