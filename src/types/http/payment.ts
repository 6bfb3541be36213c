import type { OnchainDeposit, OnchainDepositChoice } from "./deposit"
import type { OnchainRefund } from "./refund"

/** A way to pay that a shopper can pick, with what it costs for this cart. */
export type OnchainPaymentOption = {
  /** Sent back as `data.rail` when the payment session is created. */
  id: string
  chain: string
  network_id: string
  network_name: string
  token: string
  /** Words for a button, such as "USDC on Base". */
  label: string
  /** Decimal in token units. */
  amount: string
  currency_code: string
  /** Issuer-qualified identity of the asset, where the network has one. */
  canonical_asset_id: string | null
}

/** Answer of `GET /store/onchain/payment-options`. */
export type OnchainPaymentOptionsResponse = {
  payment_options: OnchainPaymentOption[]
  /** Rails of the catalog that cannot be offered for this cart, and why. */
  unavailable: { id: string; reason: string }[]
}

/** States as a payer sees them. */
export type OnchainPayerStatus =
  | "preparing"
  | "awaiting_payment"
  | "partially_paid"
  /** Money that the shop applied pays a part of the order: what is left is paid with a new payment. */
  | "order_paid_in_part"
  | "confirming"
  | "paid"
  | "expired"
  | "failed"
  | "cancelled"
  | "superseded"
  /** The customer's address cannot be confirmed right now, so none is shown. */
  | "address_unavailable"
  | "needs_review"

/** What a payer needs to pay and to follow a payment. Holds no personal data. */
export type OnchainPaymentView = {
  session_id: string
  status: OnchainPayerStatus
  /** `auto_deposit` is paid to the customer's own reusable address, or on Stellar with a memo. */
  kind: "invoice" | "auto_deposit"
  chain: string
  network_id: string
  network_name: string
  token: string
  canonical_asset_id: string | null
  contract_address: string | null
  /** Decimals in token units. */
  amount: string
  received_amount: string | null
  /** Still to be paid; equals `amount` while nothing has arrived. */
  remaining_amount: string
  /** Major units of `currency_code`: what the order is still owed where the shop has applied money to it; else null. */
  order_outstanding: string | null
  /** Null until the address is ready, and when there is nothing to be paid. */
  deposit_address: string | null
  /** Numeric text; when present the payment is only found with it. */
  memo: string | null
  confirmations: number | null
  confirmations_required: number | null
  tx_hash: string | null
  /** ISO 8601. */
  expires_at: string | null
  /** Major units, and the ISO 4217 code in lower case. */
  fiat_amount: string
  currency_code: string
  environment: "live" | "sandbox"
}

/** Answer of `GET /store/onchain/payments/:session_id`. */
export type OnchainPaymentResponse = { payment: OnchainPaymentView }

/** A link to the hosted payment page. The token opens the page: keep it in an HttpOnly cookie. */
export type OnchainPageLink = {
  /** Sent as the header `x-onchain-page-token` to read the payment without a login. */
  token: string
  /** Path of the page on the store's server. */
  page_path: string
  /** ISO 8601. */
  expires_at: string
}

/** Answer of `POST /store/onchain/page-links`. */
export type OnchainPageLinkResponse = { page_link: OnchainPageLink }

/** Answer of `POST /store/onchain/payments/:session_id/claims { tx_hash }`: an operator looks at it. */
export type OnchainPaymentClaimResponse = { claim: { tx_hash: string } }

/** Answer of `GET /store/onchain/addresses`, for the signed-in customer. */
export type OnchainAddressResponse = {
  address: {
    rail: string
    chain: string
    network_id: string
    network_name: string
    token: string
    /** Confirmed by the service for this answer. */
    address: string
  }
}

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
  /** The amount of the checkout, in major units. */
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
  /** It waits for a person, and no order waits for it: it is the customer's until an operator decides. */
  is_due_back: boolean
  /** Null while it waits for a person. */
  resolution: {
    name: OnchainPaymentResolution
    by: string | null
    at: string
    note: string | null
    /** False while an application to an order is not executed yet. */
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
