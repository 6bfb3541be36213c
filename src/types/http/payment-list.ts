import type { AttemptState, PaymentKind } from "../../domain/payment/payment-status"
import type { PaymentAction } from "../../domain/payment/resolution"
import type {
  OnchainAsset,
  OnchainCustomerRef,
  OnchainEnvironment,
  OnchainExplorerLinks,
  OnchainFiat,
  OnchainListPage,
  OnchainOrderRef,
} from "./row"
import type { OnchainDeposit } from "./deposit"
import type { OnchainContradiction, OnchainPageLink, OnchainPayoutLeg, OnchainTimelineEvent } from "./payment"
import type { OnchainPaymentStatus } from "./payment-status"
import type { OnchainWithdrawal } from "./payout"
import type { OnchainRefund } from "./refund"

/** A row of the list. The fields of the attempt, from `kind` to `tx_hash`, are null while nothing is chosen. */
export type OnchainListedPayment = OnchainFiat & {
  id: string
  session_id: string
  order: OnchainOrderRef | null
  customer: OnchainCustomerRef | null
  status: OnchainPaymentStatus
  kind: PaymentKind | null
  chain: string | null
  network_id: string | null
  network_name: string | null
  token: string | null
  /** Decimals in token units, of the captured attempt or else the current one. */
  expected_amount: string | null
  /** Null when nothing came, or when the provider does not report the amount. */
  received_amount: string | null
  remaining_amount: string | null
  deposit_address: string | null
  memo: string | null
  tx_hash: string | null
  explorer: OnchainExplorerLinks
  attempt_count: number
  /** ISO 8601. */
  created_at: string
  captured_at: string | null
}

/** Answer of `GET /admin/onchain/payments`. */
export type OnchainPaymentListResponse = OnchainListPage & {
  payments: OnchainListedPayment[]
}

/** One invoice or intent of a payment. */
export type OnchainPaymentAttempt = OnchainAsset & {
  id: string
  /** The one that the payer sees. */
  is_current: boolean
  is_captured: boolean
  state: AttemptState
  kind: PaymentKind
  /** The provider's status, verbatim. */
  gateway_status: string | null
  /** What we take it for, such as `paid`; a word that no setting names is its own. */
  status_meaning: string | null
  gateway_invoice_id: string | null
  gateway_intent_id: string | null
  external_order_id: string | null
  contract_address: string | null
  /** Decimals in token units. */
  expected_amount: string
  received_amount: string | null
  remaining_amount: string
  is_paid_in_part: boolean
  /** What was missing when it was captured, within `maxShortfallBps`. */
  shortfall_amount: string | null
  /** A reported amount that cannot be true; it enters no sum. */
  implausible_amount: string | null
  rate: string
  rate_source: string
  /** ISO 8601. */
  rate_at: string
  deposit_address: string | null
  /**
   * Set for the customer's reusable address: when the provider last confirmed it, ISO 8601, or null if never. Only an address that
   * was confirmed for this display may be sent to, so the admin shows this one without a copy button.
   */
  reusable_address: { confirmed_at: string | null } | null
  memo: string | null
  /** `unusable`, `memo_unclear` or `changed`. */
  address_refusal: string | null
  tx_hash: string | null
  /** Explorer pages of the transaction and `deposit_address`. */
  explorer: OnchainExplorerLinks
  confirmations: number | null
  confirmations_required: number | null
  /** ISO 8601. */
  created_at: string
  expires_at: string | null
  checked_at: string | null
  next_check_at: string | null
  last_error: string | null
  /** The provider's identifier of the route that splits it; null for recipients, and when all of it stays in the treasury. */
  payout_route_id: string | null
  /** The legs of its split, in the order of the recipients. Those of a route are known once the provider shows them. */
  legs: OnchainPayoutLeg[]
}

/** An event of one payment. `attempt_id` is set where it belongs to an attempt and there are several. */
export type OnchainPaymentTimelineEvent = OnchainTimelineEvent & {
  attempt_id: string | null
  /** Set for events of a refund or its payout. */
  refund_id: string | null
  /** Set for `message_sent`, `message_failed`, `message_skipped`: which one, as in the option `notifications.templates`. */
  message: string | null
}

/** `code` is stable and null when it is possible; `reason` is text for a person. */
export type OnchainPaymentChoice = { is_possible: boolean; code: string | null; reason: string | null }

/** A refund of a payment, with its payouts. */
export type OnchainPaymentRefund = OnchainRefund & {
  /** Its payouts, newest first. */
  payouts: OnchainWithdrawal[]
}

/** One payment with everything known of it. */
export type OnchainPaymentDetail = OnchainListedPayment & {
  environment: OnchainEnvironment
  /** Newest first. */
  attempts: OnchainPaymentAttempt[]
  /** Transactions that its shopper claims for it. */
  claims: { tx_hash: string; explorer: OnchainExplorerLinks; at: string }[]
  deposits: OnchainDeposit[]
  refunds: OnchainPaymentRefund[]
  contradiction: OnchainContradiction | null
  /** Why it is or was held; stable code. */
  unallocated_reason: string | null
  /** ISO 8601. The order is held for a decision until then. */
  hold_until: string | null
  /** A person keeps the order although it is not paid in full. */
  kept: { by: string | null; at: string; note: string | null } | null
  /** ISO 8601. The overdue order is kept because a list of the provider is incomplete. */
  list_incomplete_since: string | null
  /** Oldest first: attempts, messages, refunds and what operators did. */
  timeline: OnchainPaymentTimelineEvent[]
  choices: Record<PaymentAction, OnchainPaymentChoice>
}

/** Answer of `GET /admin/onchain/payments/:id` and of `POST /admin/onchain/payments/:id/check`. */
export type OnchainPaymentDetailResponse = { payment: OnchainPaymentDetail }

/** Answer of `POST /admin/onchain/orders/:id/pay-link`. `url` is null when the store's public URL is not configured. */
export type OnchainPayLinkResponse = { page_link: OnchainPageLink & { url: string | null } }

/** Answer of `POST /admin/onchain/orders/:id/pay-link/send`. */
export type OnchainSentPayLinkResponse = {
  /** `to` is the order's email. `at` is ISO 8601. */
  message: { to: string; at: string }
}
