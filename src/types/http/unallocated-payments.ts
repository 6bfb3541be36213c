import type { OnchainDepositChoice } from "./deposits"
import type { OnchainContradiction } from "./order-payments"

/** What an admin can choose for settled money that has no order to go to. */
export type OnchainPaymentResolution = "apply" | "refund_due" | "keep"

/** Settled money that has no order to go to, as the admin lists it. */
export type OnchainUnallocatedPayment = {
  id: string
  session_id: string
  /** Stable: `session_deleted`, `order_cancelled`, `already_paid`, `partial_payment`, ... */
  reason: string
  chain: string
  network_id: string
  network_name: string
  token: string
  /** Decimals in token units. */
  expected_amount: string
  /** Null when it is not reported. */
  received_amount: string | null
  /** What the service reports as received where it cannot be true; it is in no sum. */
  implausible_amount: string | null
  /** What the service says against the money since it settled; null while it stands. */
  contradiction: OnchainContradiction | null
  /** What was asked for, in major units. */
  fiat_amount: string
  currency_code: string
  tx_hash: string | null
  customer: { id: string; email: string | null; name: string | null } | null
  /** The order it was meant for, when that is known. */
  order: { id: string; display_id: number | null } | null
  /** ISO 8601. */
  settled_at: string
  /** ISO 8601. Until when its order is held for a decision; null where no order is. */
  hold_until: string | null
  /** It waits for a person, and no order waits for it: it is the customer's until somebody decides. */
  is_due_back: boolean
  /** Null while it waits for a person. */
  resolution: {
    name: OnchainPaymentResolution
    by: string | null
    at: string
    note: string | null
    /** False while an application to an order is not carried out yet. */
    is_done: boolean
    /** The order an application was chosen for. */
    order: { id: string; display_id: number | null } | null
  } | null
  last_error: string | null
}

/** An order that unallocated money could pay. */
export type OnchainApplicationCandidate = {
  order: { id: string; display_id: number | null; total: string; outstanding: string; currency_code: string }
  is_possible: boolean
  /** Why not, in words for the operator. */
  reason: string | null
}

/** Unallocated money with what an operator needs to decide. */
export type OnchainUnallocatedPaymentDetail = OnchainUnallocatedPayment & {
  /** What arrived, at the rate of the checkout, in major units; null when the amount is not known. */
  fiat_value: string | null
  candidates: OnchainApplicationCandidate[]
  choices: Record<OnchainPaymentResolution, OnchainDepositChoice>
  history: { at: string; action: string; by: string | null }[]
}

/** Answer of `GET /admin/onchain/payments` (unallocated ones). */
export type OnchainUnallocatedPaymentListResponse = {
  payments: OnchainUnallocatedPayment[]
  count: number
  limit: number
  offset: number
  /** Those without a resolution, whatever the filter. */
  waiting: number
}

/** Answer of `GET /admin/onchain/payments/:id`, and of `POST .../apply { order_id }`, `.../refund-due {}`, `.../keep { note }`. */
export type OnchainUnallocatedPaymentResponse = { payment: OnchainUnallocatedPaymentDetail }
