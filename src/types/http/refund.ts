import type { OnchainDepositChoice } from "./deposit"
import type { OnchainDestination, OnchainWithdrawal, OnchainWithdrawalDetail } from "./payout"
import type { OnchainHistoryEntry } from "./history"
import type {
  OnchainRefundAddressRequest,
  OnchainRefundBasis,
  OnchainRefundFee,
  OnchainRefundSums,
} from "./refund-address"

/** `due` waits for an operator; the next ones follow its payout; `done` is paid, or settled elsewhere. */
export type OnchainRefundState = "due" | "quoted" | "confirmed" | "sent" | "done"

/** A refund of a Medusa order, a surplus, or money without an order. */
export type OnchainRefundKind = "order" | "surplus" | "unallocated"

/** The rate of the payment, or today's. */
export type OnchainRefundRate = "payment" | "today"

/** Money that is owed back, as lists show it. */
export type OnchainRefund = {
  id: string
  kind: OnchainRefundKind
  state: OnchainRefundState
  order: { id: string; display_id: number | null } | null
  customer: { id: string; email: string | null; name: string | null } | null
  payment_id: string
  session_id: string
  /** Major units; null where tokens are owed. */
  fiat_amount: string | null
  currency_code: string
  /** Decimal in token units; null until it is known. */
  token_amount: string | null
  token: string
  chain: string
  network_id: string
  network_name: string
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
  basis: OnchainRefundBasis
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

/** What an operator can do with a refund that is due. */
export type OnchainRefundAction = "quote" | "settle" | "ask_address"

/** A refund with its values, sums, destinations, payouts and choices. */
export type OnchainRefundDetail = OnchainRefund & {
  /** The account that paid, where the order has gone to another customer since; else null. */
  payer: OnchainRefund["customer"]
  /** At the rate of the payment, and at today's; null where tokens are owed. */
  values: Record<OnchainRefundRate, OnchainRefundValue> | null
  fee: OnchainRefundFee
  /** Of this refund alone. */
  sums: OnchainRefundSums
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
    memo: string | null
    source: "deposit"
    /** Where the address book has it for this customer or payment. */
    destination_id: string | null
    /** A pending destination cannot be paid to. */
    destination_state: "pending" | "approved" | null
  } | null
  destinations: OnchainDestination[]
  /** The latest link by which the shopper proposes an address; null when none was made. */
  address_request: OnchainRefundAddressRequest | null
  choices: Record<OnchainRefundAction, OnchainDepositChoice>
  withdrawal: OnchainWithdrawalDetail | null
  earlier_withdrawals: OnchainWithdrawal[]
  settled: { by: string | null; note: string; tx_hash: string | null; at: string } | null
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/refunds`. */
export type OnchainRefundListResponse = {
  refunds: OnchainListedRefund[]
  /** Exact up to 100. Beyond, there are at least so many, and `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
  /** Those that are due, whatever the filter. */
  waiting: number
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
