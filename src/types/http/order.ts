import type { OnchainDeposit } from "./deposit"
import type { OnchainExplorerLinks } from "./explorer"
import type { OnchainContradiction, OnchainTimelineEvent } from "./payment"
import type { OnchainPaymentDetail } from "./payment-list"
import type { OnchainPaymentStatus } from "./payment-status"
import type { OnchainRefund } from "./refund"

/** A payment of an order, for the widget on the page of the order. */
export type OnchainOrderPayment = {
  id: string
  session_id: string
  status: OnchainPaymentStatus
  state: string
  kind: "invoice" | "auto_deposit"
  /** The provider's status, verbatim. */
  gateway_status: string | null
  chain: string
  network_id: string
  network_name: string
  token: string
  /** Decimals in token units. */
  expected_amount: string
  /** Null when nothing came, or when the provider does not report the amount. */
  received_amount: string | null
  remaining_amount: string
  /** Something came that the provider does not call settled. */
  is_paid_in_part: boolean
  /** ISO 8601. The order is held for a decision until then. */
  hold_until: string | null
  /** Whether the provider reports the amount; false for a payment captured because it is called paid. */
  is_received_reported: boolean
  /** What was missing when it was captured, within `maxShortfallBps`. */
  shortfall_amount: string | null
  /** A reported amount that cannot be true; it enters no sum. */
  implausible_amount: string | null
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
  /** ISO 8601. The payer sees no address, because the provider gave an invalid one. */
  address_refused_at: string | null
  /** `unusable`, `memo_unclear` or `changed`. */
  address_refusal: string | null
  tx_hash: string | null
  /** Explorer pages of the transaction and `deposit_address`. */
  explorer: OnchainExplorerLinks
  confirmations: number | null
  confirmations_required: number | null
  unallocated_reason: string | null
  /** ISO 8601. The overdue order is kept because a list of the provider is incomplete. */
  list_incomplete_since: string | null
  /** Oldest first. */
  timeline: OnchainTimelineEvent[]
}

/** Answer of `GET /admin/onchain/orders/:id`; `payments` is empty for an order of another method. */
export type OnchainOrderResponse = {
  order: {
    id: string
    /** A person keeps the order although it is not paid in full. */
    kept: { by: string | null; at: string; note: string | null } | null
    payments: OnchainOrderPayment[]
    /** Each payment as `GET /admin/onchain/payments/:id` shows it, also without an attempt; newest first. */
    payment_details: OnchainPaymentDetail[]
    refunds: OnchainRefund[]
    /** Deposits to the addresses of its payments. */
    deposits: OnchainDeposit[]
    /** Transactions that its shopper claims for it. */
    claims: { payment_id: string; tx_hash: string; explorer: OnchainExplorerLinks; at: string }[]
    deposit_refunds: OnchainDeposit[]
    /** What is still owed although a payment is captured, in major units. */
    outstanding: { amount: string; currency_code: string } | null
  }
}
