import type { OnchainDeposit } from "./deposits"
import type { OnchainRefund } from "./refunds"

/** What happened to a payment of an order, or to a refund of it. */
export type OnchainTimelineEvent = {
  /** ISO 8601. */
  at: string
  event: string
  /** Of `token`, in its units, or of the money `currency_code`, in major units: one of both is set with it. */
  amount: string | null
  token: string | null
  currency_code: string | null
  by: string | null
}

/** What the service says against money that is captured or held for review. Nothing is undone by it. */
export type OnchainContradiction = {
  /** Its own word, verbatim, or `underpaid`, `unassigned`, `asset_mismatch` or `amount_mismatch`. */
  status: string
  /** ISO 8601. */
  at: string
  /** When a person has looked at it; null while it waits for one. */
  reviewed: { at: string; by: string | null } | null
}

/** Answer of `POST /admin/onchain/payments/:id/review`. */
export type OnchainReviewResponse = { payment: { id: string; contradiction: OnchainContradiction | null } }

/** A payment of an order, for the widget beside the order. */
export type OnchainOrderPayment = {
  id: string
  session_id: string
  state: string
  kind: "invoice" | "auto_deposit"
  /** The service's word, verbatim. */
  gateway_status: string | null
  chain: string
  network_id: string
  network_name: string
  token: string
  /** Decimals in token units. */
  expected_amount: string
  /** Null when nothing came, or when the service does not report how much did. */
  received_amount: string | null
  /** Still to be paid to it. */
  remaining_amount: string
  /** Something came that the service does not call settled. */
  is_paid_in_part: boolean
  /** ISO 8601. Until when the order is held for a decision about what came; null where it is not. */
  hold_until: string | null
  /** Whether the service reports how much came; false for a payment that was captured because it is called paid. */
  is_received_reported: boolean
  /** What was missing when it was captured, within `maxShortfallBps`. */
  shortfall_amount: string | null
  /** What the service reports as received where it cannot be true; it is in no sum. */
  implausible_amount: string | null
  /** What the service says against the money since it settled; null while it stands. */
  contradiction: OnchainContradiction | null
  /** Major units. */
  fiat_amount: string
  currency_code: string
  rate: string
  rate_source: string
  /** ISO 8601. */
  rate_at: string
  deposit_address: string | null
  memo: string | null
  /** Since when the payer sees no address, because the service gave one that cannot be right; ISO 8601. */
  address_refused_at: string | null
  /** `unusable`, `memo_unclear` or `changed`. */
  address_refusal: string | null
  tx_hash: string | null
  confirmations: number | null
  confirmations_required: number | null
  unallocated_reason: string | null
  /** ISO 8601: since when its order, which is out of time, is kept because a list of the provider is incomplete. */
  list_incomplete_since: string | null
  /** Oldest first. */
  timeline: OnchainTimelineEvent[]
}

/** Answer of `GET /admin/onchain/orders/:id`; `payments` is empty for an order of another method. */
export type OnchainOrderResponse = {
  order: {
    id: string
    /** A person keeps the order although it is not paid in full: it is not cancelled for that. */
    kept: { by: string | null; at: string; note: string | null } | null
    payments: OnchainOrderPayment[]
    refunds: OnchainRefund[]
    /** That went to the addresses of its payments and wait, or waited, for a person. */
    deposits: OnchainDeposit[]
    /** Transactions that its shopper says are for it. */
    claims: { payment_id: string; tx_hash: string; at: string }[]
    /** Refunded at the service, of deposits meant for this order. */
    deposit_refunds: OnchainDeposit[]
    /** What is still owed although a payment is captured, in major units; null when nothing is. */
    outstanding: { amount: string; currency_code: string } | null
  }
}
