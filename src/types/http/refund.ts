import type { OnchainDepositChoice } from "./deposit"
import type { OnchainDestination, OnchainWithdrawal, OnchainWithdrawalDetail } from "./payout"
import type { OnchainHistoryEntry } from "./history"

export type OnchainRefundState = "due" | "quoted" | "confirmed" | "sent" | "done"

/** Of an order in Medusa, of what came on top of a payment, or of money that had no order to go to. */
export type OnchainRefundKind = "order" | "surplus" | "unallocated"

/** At which rate a refund in fiat is turned into tokens. */
export type OnchainRefundRate = "payment" | "today"

/** Money that is owed back, as the admin lists it. */
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
  /** The latest payout of it. */
  withdrawal_id: string | null
  last_error: string | null
}

/** What a refund comes to in tokens at one rate. */
export type OnchainRefundValue = {
  is_possible: boolean
  /** Why not, in words for the operator. */
  reason: string | null
  /** What the operator has to know before choosing this rate. */
  note: string | null
  token_amount: string | null
  /** Price of one token in the currency, and where it is from. */
  rate: string
  rate_source: string
  rate_at: string
}

/** A refund with what an operator needs to decide. */
export type OnchainRefundDetail = OnchainRefund & {
  /** What it comes to at the rate of the payment, and at today's; null where tokens are owed. */
  values: Record<OnchainRefundRate, OnchainRefundValue> | null
  /** Of the payment: captured, received, refunded or on its way, still to refund. */
  sums: {
    captured_fiat: string
    refunded_fiat: string
    left_fiat: string
    received_tokens: string | null
    refunded_tokens: string
    left_tokens: string | null
  }
  /**
   * Who sent the payment; may be an exchange, and is never chosen by itself. Known where the money came as a deposit in
   * review, and of no other payment: the provider does not report it.
   */
  observed_sender: {
    address: string
    memo: string | null
    source: "deposit"
    /** Of the address book, where it is in there for this customer or this payment. */
    destination_id: string | null
    /** Of that destination: one that waits for its approval cannot be paid to. */
    destination_state: "pending" | "approved" | null
  } | null
  /** Those it can be paid to. */
  destinations: OnchainDestination[]
  /** The latest payout, and those before it. */
  withdrawal: OnchainWithdrawalDetail | null
  earlier_withdrawals: OnchainWithdrawal[]
  /** What the operator noted who settled it by other means. */
  settled: { by: string | null; note: string; tx_hash: string | null; at: string } | null
  choices: Record<"quote" | "settle", OnchainDepositChoice>
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/refunds`. */
export type OnchainRefundListResponse = {
  refunds: OnchainRefund[]
  count: number
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
