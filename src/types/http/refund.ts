import type {
  OnchainCustomerRef,
  OnchainHistoryEntry,
  OnchainListPage,
  OnchainNetwork,
  OnchainOrderRef,
} from "./row"
import type { RefundState, RefundKind, RefundRate } from "../../domain/refund/refund-lifecycle"
import type { OnchainDepositChoice } from "./deposit"
import type { OnchainDestination, OnchainWithdrawal, OnchainWithdrawalDetail } from "./payout"
import type { OnchainRefundAddressRequest } from "./refund-address"

/** `due` waits for an operator; the next ones follow its payout; `done` is paid, or settled elsewhere. */
export type OnchainRefundState = RefundState

/** A refund of a Medusa order, a surplus, or money without an order. */
export type OnchainRefundKind = RefundKind

/** The rate of the payment, or today's. */
export type OnchainRefundRate = RefundRate

/** Money that is owed back, as lists show it. */
export type OnchainRefund = OnchainNetwork & {
  id: string
  kind: OnchainRefundKind
  state: OnchainRefundState
  order: OnchainOrderRef | null
  customer: OnchainCustomerRef | null
  payment_id: string
  session_id: string
  /** Major units; null where tokens are owed. */
  fiat_amount: string | null
  currency_code: string
  /** Decimal in token units; null until it is known. */
  token_amount: string | null
  token: string
  canonical_asset_id: string | null
  /** ISO 8601. */
  created_at: string
  done_at: string | null
  /** The latest payout. */
  withdrawal_id: string | null
  last_error: string | null
}

/** A row of the list. */
export type OnchainListedRefund = OnchainRefund & {
  /** A shopper proposed an address, and an operator has to decide about it. */
  is_address_proposed: boolean
}

/** The value of a refund in tokens at one rate. */
export type OnchainRefundValue = {
  is_possible: boolean
  reason: string | null
  /** What the operator has to know before choosing this rate. */
  note: string | null
  token_amount: string | null
  /** Price of one token in the currency. */
  rate: string
  rate_source: string
  rate_at: string
}

/** A refund with its values, sums, destinations, payouts and choices. */
export type OnchainRefundDetail = OnchainRefund & {
  /** The account that paid, where the order has gone to another customer since; else null. */
  payer: OnchainRefund["customer"]
  /** At the rate of the payment, and at today's; null where tokens are owed. */
  values: Record<OnchainRefundRate, OnchainRefundValue> | null
  /** Of this refund alone. Decimals; tokens in token units. */
  sums: {
    /** What Medusa refunds; null where tokens are owed. */
    fiat: string | null
    /** The tokens that came for it: a surplus's own tokens; null while unknown. */
    received_tokens: string | null
    /** What is or was paid for it; null until it is known. */
    tokens: string | null
  }
  /** Of the whole payment, all its refunds together. */
  payment_sums: {
    captured_fiat: string
    refunded_fiat: string
    left_fiat: string
    received_tokens: string | null
    refunded_tokens: string
    left_tokens: string | null
  }
  /**
   * Who sent the payment; may be an exchange, and is never preselected. Known only where the money came as a
   * deposit in review.
   */
  observed_sender: {
    address: string
    /** Where the address book has it for this customer or payment. A pending destination cannot be paid to. */
    destination_state: Exclude<OnchainDestination["state"], "archived"> | null
  } | null
  destinations: OnchainDestination[]
  /** The latest link by which the shopper proposes an address; null when none was made. */
  address_request: OnchainRefundAddressRequest | null
  /** Whether messages are set up, so that the link can be sent to the customer. */
  can_email_link: boolean
  choices: Record<"quote" | "settle" | "ask_address", OnchainDepositChoice>
  withdrawal: OnchainWithdrawalDetail | null
  earlier_withdrawals: OnchainWithdrawal[]
  settled: { by: string | null; note: string; tx_hash: string | null; at: string } | null
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/refunds`. */
export type OnchainRefundListResponse = OnchainListPage & {
  refunds: OnchainListedRefund[]
}

/** Answer of `GET /admin/onchain/refunds/:id` and of the actions. */
export type OnchainRefundResponse = { refund: OnchainRefundDetail }

/** Body of `POST /admin/onchain/refunds/:id/quote`. */
export type OnchainQuoteRefundBody = {
  destination_id: string
  rate: OnchainRefundRate
  /** Decimal in token units, where the amount owed is unknown. */
  token_amount?: string
}

/** Body of `POST /admin/onchain/refunds/:id/settle`: it was paid by other means. */
export type OnchainSettleRefundBody = { note: string; tx_hash?: string }

/** Body of `POST /admin/onchain/orders/:id/refunds`. */
export type OnchainRefundOrderBody = {
  /** Made once by the form; the same id is the same refund. */
  request_id: string
  /** Major units, as decimal text. */
  amount: string
  /** One of Medusa's captured payments; needed where the order has several of this plugin. */
  payment_id?: string
  note?: string
}

/** Answer of `POST /admin/onchain/orders/:id/refunds`: the refund that became due, to be quoted and confirmed. */
export type OnchainRefundOrderResponse = { refund: OnchainRefundDetail }
