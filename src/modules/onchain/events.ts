/** A delivery was stored; wakes the inbox. Data: `{ id }` of the delivery. */
export const WEBHOOK_RECEIVED = "onchain.webhook_received"
/** An order was placed and awaits payment. Data: `{ payment_id, session_id, order_id }`; `order_id` is null when unknown. */
export const PAYMENT_AWAITING = "onchain.payment_awaiting"
/** The quote of an unpaid order expired. Data: `{ payment_id, session_id, attempt_id, order_id }`. */
export const PAYMENT_EXPIRED = "onchain.payment_expired"
/** A payment settled and its order is captured. Data: `{ payment_id, session_id, order_id }`. */
export const PAYMENT_SETTLED = "onchain.payment_settled"
/**
 * An order's payment is captured and the order is not fully paid. Data: `{ order_id, payment_id, session_id, outstanding_amount,
 * currency_code }`, the amount in major units.
 */
export const ORDER_UNDERPAID = "onchain.order_underpaid"
/** A settled payment has no order. Data: `{ payment_id, session_id, reason }`. */
export const PAYMENT_UNALLOCATED = "onchain.payment_unallocated"
/**
 * Part of the amount arrived; emitted once for each larger amount. Data: `{ payment_id, session_id, attempt_id, token,
 * expected_amount, received_amount, remaining_amount }`, decimals in token units.
 */
export const PAYMENT_PARTIALLY_PAID = "onchain.payment_partially_paid"
/**
 * The gateway no longer calls a captured or held payment paid. Nothing is undone automatically. Data:
 * `{ payment_id, session_id, order_id, status }`, the order null where there is none, the status that of the gateway or
 * `underpaid`, `unassigned`, `asset_mismatch` or `amount_mismatch`.
 */
export const PAYMENT_CONTRADICTED = "onchain.payment_contradicted"
/** A refund is due. Data: `{ payment_id, session_id }` with `fiat_amount`, or with `token_amount` and `token` for a surplus. */
export const REFUND_DUE = "onchain.refund_due"
/** An order was not paid in time and is cancelled. Data: `{ order_id, payment_id, session_id }`. */
export const UNPAID_ORDER_CANCELLED = "onchain.unpaid_order_cancelled"
/** An operator decided about a payment without an order. Data: `{ payment_id, session_id, resolution, order_id }`. */
export const PAYMENT_RESOLVED = "onchain.payment_resolved"
/** A delivery failed too often and waits for an operator. Data: `{ id }`. */
export const WEBHOOK_DEAD = "onchain.webhook_dead"
/** A deposit is in review. Data of this and the next: `{ id, customer_id }`, Medusa's customer or null. */
export const DEPOSIT_REVIEW_REQUIRED = "onchain.deposit_review_required"
/** A deposit was assigned to an order's payment. Captures nothing by itself. */
export const DEPOSIT_ASSIGNED = "onchain.deposit_assigned"
/** A deposit was accepted as income without an order. */
export const DEPOSIT_ACCEPTED = "onchain.deposit_accepted"
/** A deposit is on its way back to its sender. */
export const DEPOSIT_REFUND_PENDING = "onchain.deposit_refund_pending"
/** A deposit is back at its sender. */
export const DEPOSIT_REFUNDED = "onchain.deposit_refunded"
/** The refund of a deposit failed; it is in review again. */
export const DEPOSIT_REFUND_FAILED = "onchain.deposit_refund_failed"
/**
 * The state of a withdrawal changed, here or at the gateway. Data: `{ id, state, gateway_status, refund_id }`: the service's own
 * word, and null when it pays no refund.
 */
export const WITHDRAWAL_UPDATED = "onchain.withdrawal_updated"
/** A withdrawal is confirmed and waits for another user. Data: `{ id }`. */
export const WITHDRAWAL_APPROVAL_REQUIRED = "onchain.withdrawal_approval_required"
/** A due refund is paid. Data: `{ refund_id, payment_id, session_id, withdrawal_id }`. */
export const REFUND_PAID = "onchain.refund_paid"
/**
 * A shopper proposed where a due refund goes, or changed it; an operator has to approve it. Data: `{ refund_id, payment_id,
 * request_id, revision }`, the last 1 for the first proposal.
 */
export const REFUND_ADDRESS_PROPOSED = "onchain.refund_address_proposed"
/**
 * An operator noted that a due refund was paid by other means: nothing was sent here. Data: `{ refund_id, payment_id,
 * session_id, settled_by }`, the last Medusa's user or API key.
 */
export const REFUND_SETTLED = "onchain.refund_settled"
