/** A delivery was stored; wakes the inbox. Data: `{ id }` of the delivery. */
export const WEBHOOK_RECEIVED = "onchain.webhook_received"
/** A payment settled and its order is captured. Data: `{ payment_id, session_id, order_id }`. */
export const PAYMENT_SETTLED = "onchain.payment_settled"
/** Settled money has nowhere to go. Data: `{ payment_id, session_id, reason }`. */
export const PAYMENT_UNALLOCATED = "onchain.payment_unallocated"
/** Money is owed back. Data: `{ payment_id, session_id }` with `fiat_amount`, or with `token_amount` and `token` for a surplus. */
export const REFUND_DUE = "onchain.refund_due"
/** A delivery failed too often and waits for a person. Data: `{ id }`. */
export const WEBHOOK_DEAD = "onchain.webhook_dead"
