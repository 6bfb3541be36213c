import type { PaymentKind, PaymentResolution } from "../../domain/payment/payment-status"
import type { LegPhase } from "../../domain/payout/payout-leg"
import type { WithdrawalWait } from "../../domain/payout/withdrawal-lifecycle"
import type {
  OnchainCustomerRef,
  OnchainEnvironment,
  OnchainExplorerLinks,
  OnchainFiat,
  OnchainHistoryEntry,
  OnchainListPage,
  OnchainNetwork,
  OnchainOrderRef,
} from "./row"
import type { OnchainDepositChoice } from "./deposit"

/** A way to pay for this cart. */
export type OnchainPaymentOption = OnchainNetwork & {
  /** Sent back as `data.rail` when the payment session is created. */
  id: string
  token: string
  /** Such as "USDC on Base". */
  label: string
  /** Decimal in token units. */
  amount: string
  currency_code: string
  canonical_asset_id: string | null
}

/** A payment option of the catalog that this cart cannot use now. */
export type OnchainUnavailableOption = Omit<
  OnchainPaymentOption,
  "amount" | "currency_code" | "canonical_asset_id"
> & {
  /** Stable: `no_rate`, `rate_failed`, `rate_stale`, `rate_disputed`, `no_decimals`, `below_minimum`, `minimum_unknown`. */
  reason: string
}

/** Answer of `GET /store/onchain/payment-options` and of `GET /onchain/pay/:token/options`. */
export type OnchainPaymentOptionsResponse = {
  payment_options: OnchainPaymentOption[]
  unavailable: OnchainUnavailableOption[]
}

/** States as a payer sees them. */
export type OnchainPayerStatus =
  /** Nothing is open yet: the payer chooses a network and a token. */
  | "choose"
  | "preparing"
  | "awaiting_payment"
  | "partially_paid"
  /** The shop applied money that pays a part of the order: the rest needs a new payment. */
  | "order_paid_in_part"
  | "confirming"
  | "paid"
  | "expired"
  | "failed"
  | "cancelled"
  | "superseded"
  /** The order owes nothing, for example because the shop credited it: nothing is to be sent. */
  | "nothing_due"
  /** The customer's address cannot be confirmed right now, so none is shown. */
  | "address_unavailable"
  | "needs_review"

/**
 * A payment as its payer sees it, with the current attempt. Contains no personal data.
 *
 * The fields of the attempt, from `kind` to `expires_at`, are null while the status is `choose`.
 */
export type OnchainPaymentView = OnchainFiat & {
  session_id: string
  status: OnchainPayerStatus
  /** `auto_deposit`: to the customer's reusable address, or on Stellar with a memo. */
  kind: PaymentKind | null
  /** Id of the chosen payment option. */
  rail: string | null
  chain: string | null
  network_id: string | null
  network_name: string | null
  token: string | null
  /** Decimal places of the token on its network. */
  decimals: number | null
  canonical_asset_id: string | null
  /** Contract, mint or issuer of the token; null for a native asset or when the catalog has none. */
  contract_address: string | null
  /** Decimals in token units. */
  amount: string | null
  received_amount: string | null
  remaining_amount: string | null
  /** Overpaid amount to be refunded; null when there is none or the provider did not report it. */
  overpaid_amount: string | null
  /**
   * Major units of `currency_code`: what the order still owes after the shop applied money to it; else null.
   */
  order_outstanding: string | null
  /** Null until the address is ready, and when nothing is to be paid. */
  deposit_address: string | null
  /** Numeric text; the payment is only found with it. */
  memo: string | null
  confirmations: number | null
  confirmations_required: number | null
  tx_hash: string | null
  /** Transaction claimed by the payer or their wallet; a second one may pay twice. */
  claimed_tx_hash: string | null
  /** ISO 8601. */
  expires_at: string | null
  /** ISO 8601: when the money became final. Null when unpaid, or when the shop applied other money to the order. */
  paid_at: string | null
  /** Rate of the current attempt; `price` is in currency units per token. `at` is ISO 8601. */
  rate: { price: string; source: string; at: string } | null
  /** Block explorer URLs, see the option `explorers`. */
  explorer: OnchainExplorerLinks
  /** Whether a new attempt can be opened now: another network or token, or a new quote. */
  can_choose: boolean
  /** Whether its payer may sign a transfer that a facilitator sends, without a network fee; see the option `x402`. */
  can_sign: boolean
  /** Whether a facilitator has a signed transfer that may pay it, or may just have: warn the payer before another payment. */
  is_signed: boolean
  /** Whether an attempt has received money: warn the payer before another attempt. */
  has_seen_payment: boolean
  /**
   * Why a payment is in review. `late`: its order is closed. `expired`: it came after the quote. `token`, `network` and `memo`: it
   * came with another one, or without the memo.
   */
  review_reason: OnchainReviewReason | null
  /** Money that has arrived: what is in review, then what counts. */
  transactions: OnchainPaymentTransaction[]
  environment: OnchainEnvironment
}

export type OnchainReviewReason =
  "late" | "expired" | "token" | "network" | "memo" | "partial" | "not_placed" | "other"

/** Money on a network, as its payer may see it. */
export type OnchainPaymentTransaction = {
  tx_hash: string | null
  /** Block explorer URL, see the option `explorers`. */
  tx_url: string | null
  /** Decimal in units of `token`; null when the provider does not report it. */
  amount: string | null
  token: string | null
  network_name: string
  /** It waits for a decision of the shop, and does not count yet. */
  is_in_review: boolean
}

/** Answer of `GET /store/onchain/payments/:session_id`. */
export type OnchainPaymentResponse = { payment: OnchainPaymentView }

/** The token opens the page: keep it in an HttpOnly cookie. */
export type OnchainPageLink = {
  /** Sent as the header `x-onchain-page-token` to read the payment without a login. */
  token: string
  /** Path of the page on the store's server. */
  page_path: string
  /** ISO 8601. */
  expires_at: string
}

/** Answer of `POST /store/onchain/page-links`, and part of the answer that opens a session with the header `x-onchain-page-link`. */
export type OnchainPageLinkResponse = { page_link: OnchainPageLink }

/** Answer of `POST /store/onchain/payments/:session_id/claims { tx_hash }`: an operator looks at it. */
export type OnchainPaymentClaimResponse = { claim: { tx_hash: string } }

/** An event in the history of a payment, such as `settled` or `refund.payout_started`. */
export type OnchainTimelineEvent = {
  /** ISO 8601. */
  at: string
  event: string
  /** In units of `token`, or in major units of `currency_code`: exactly one is set with it. */
  amount: string | null
  token: string | null
  currency_code: string | null
  by: string | null
}

/** A contradiction of the provider against captured or held money. Nothing is undone by it. */
export type OnchainContradiction = {
  /** The provider's status in our words, or `underpaid`, `unassigned`, `asset_mismatch` or `amount_mismatch`. */
  status: string
  /** ISO 8601. */
  at: string
  /** Null until a person reviews it. */
  reviewed: { at: string; by: string | null } | null
}

/** Answer of `POST /admin/onchain/payments/:id/review`. */
export type OnchainReviewResponse = { payment: { id: string; contradiction: OnchainContradiction | null } }

/** `planned`: the provider has not shown it yet. `not_split`: less was paid than expected, so the provider pays no shares. */
export type OnchainPayoutLegPhase = LegPhase

/**
 * A share of what an attempt brings, which the provider pays out as a withdrawal of its own. It is mirrored: nothing here repeats or
 * pays one.
 */
export type OnchainPayoutLeg = OnchainNetwork & {
  id: string
  /** Null for a leg of a route. */
  label: string | null
  /** Basis points of the net amount; null for a leg of a route. */
  share_bps: number | null
  address: string | null
  /** Decimals in token units; null until the provider shows them. The fee comes out of the amount. */
  amount: string | null
  fee: string | null
  token: string
  /** The provider's own status, verbatim; null while it is planned. */
  status: string | null
  phase: OnchainPayoutLegPhase
  /** What it waits for at the provider; null when it waits for nothing. */
  waits_for: WithdrawalWait | null
  /** ISO 8601: since when its status is this one. */
  status_at: string | null
  tx_hash: string | null
  /** Explorer pages of the transaction and `address`. */
  explorer: OnchainExplorerLinks
  /** The provider's words. */
  failure_reason: string | null
  /** The provider's identifier. */
  withdrawal_id: string | null
}

/** A leg in the list of all splits, with its payment. */
export type OnchainListedPayoutLeg = OnchainPayoutLeg & {
  payment_id: string
  order: OnchainOrderRef | null
  /** What an operator wrote, who acknowledged that it was rejected or failed. */
  acknowledged: { by: string | null; at: string; note: string } | null
  /** ISO 8601. */
  created_at: string
}

/** Answer of `GET /admin/onchain/payout-legs`. */
export type OnchainPayoutLegListResponse = OnchainListPage & { payout_legs: OnchainListedPayoutLeg[] }

/** Body of `POST /admin/onchain/payout-legs/:id/acknowledge`. `status`: the provider's, as the user read it. */
export type OnchainAcknowledgePayoutLegBody = { note: string; status: string }

/** Answer of `GET /admin/onchain/payout-legs/:id`, and of `POST .../acknowledge`. */
export type OnchainPayoutLegResponse = { payout_leg: OnchainListedPayoutLeg }

/** Settled money that no order could take, as lists show it. */
export type OnchainUnallocatedPayment = OnchainFiat &
  OnchainNetwork & {
    id: string
    session_id: string
    /** Stable: `session_deleted`, `order_cancelled`, `already_paid`, `partial_payment`, ... */
    reason: string
    token: string
    /** Decimals in token units. */
    expected_amount: string
    received_amount: string | null
    /** A reported amount that cannot be true; it enters no sum. */
    implausible_amount: string | null
    contradiction: OnchainContradiction | null
    tx_hash: string | null
    explorer: OnchainExplorerLinks
    customer: OnchainCustomerRef | null
    order: OnchainOrderRef | null
    /** ISO 8601. */
    settled_at: string
    /** ISO 8601. Its order is held for a decision until then. */
    hold_until: string | null
    /** No order waits for it: it belongs to the customer until an operator decides. */
    is_due_back: boolean
    resolution: {
      name: PaymentResolution
      by: string | null
      at: string
      note: string | null
      /** False while an application to an order is not executed yet. */
      is_done: boolean
      order: OnchainOrderRef | null
    } | null
    last_error: string | null
  }

/** An order that the money could pay. Amounts are in major units. */
export type OnchainApplicationCandidate = {
  order: { id: string; display_id: number | null; total: string; outstanding: string; currency_code: string }
  /** It is not known that the order's customer sent the money: only a user who may move money out can apply it. */
  is_other_customer: boolean
  is_possible: boolean
  reason: string | null
}

/** Money without an order, with the orders it could pay, the choices and the history. */
export type OnchainUnallocatedPaymentDetail = OnchainUnallocatedPayment & {
  /** What arrived, at the rate of the checkout, in major units. */
  fiat_value: string | null
  candidates: OnchainApplicationCandidate[]
  choices: Record<PaymentResolution, OnchainDepositChoice>
  /** Whether you may apply the money to the order of another customer, and whether a second user has to approve that. */
  other_customers: OnchainDepositChoice & { needs_second_user: boolean }
  /** The order that a first user chose for the money of another customer. It is applied when a second user chooses it too. */
  proposal: { order: OnchainOrderRef; by: string | null; at: string } | null
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/unallocated-payments`. */
export type OnchainUnallocatedPaymentListResponse = OnchainListPage & {
  payments: OnchainUnallocatedPayment[]
}

/** Answer of `GET /admin/onchain/unallocated-payments/:id`, and of `POST .../apply { order_id }`, `.../refund-due {}`, `.../keep { note }`. */
export type OnchainUnallocatedPaymentResponse = { payment: OnchainUnallocatedPaymentDetail }
