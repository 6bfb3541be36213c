/** The sandbox's own names; the assumptions have one for each on the wire but `review_required`. */
export const DEPOSIT_STATUSES = [
  "review_required",
  "assigned",
  "accepted",
  "refundPending",
  "refunded",
] as const
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number]

/** What can happen to a deposit in review. */
export const DEPOSIT_TRIGGERS = [
  "assign",
  "accept",
  "refund_started",
  "refund_succeeded",
  "refund_failed",
] as const
export type DepositTrigger = (typeof DEPOSIT_TRIGGERS)[number]

/**
 * Every step a deposit in review can take; a pair that is not here is refused.
 *
 * @see service-interface "Deposit review"
 */
export const depositLifecycle: Record<DepositStatus, Partial<Record<DepositTrigger, DepositStatus>>> = {
  review_required: { assign: "assigned", accept: "accepted", refund_started: "refundPending" },
  refundPending: { refund_succeeded: "refunded", refund_failed: "review_required" },
  assigned: {},
  accepted: {},
  refunded: {},
}

/** Event of each step. */
export const depositEvents = {
  assign: "deposit.assigned",
  accept: "deposit.accepted",
  refund_started: "deposit.refund_pending",
  refund_succeeded: "deposit.refunded",
  refund_failed: "deposit.refund_failed",
} as const satisfies Record<DepositTrigger, string>
