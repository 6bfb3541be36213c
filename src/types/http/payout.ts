import type { OnchainDepositChoice } from "./deposit"
import type { OnchainHistoryEntry } from "./history"

/** Why somebody may not move money out. */
export type OnchainPayoutRefusal = "payouts_off" | "payouts_api_key" | "payouts_not_allowed"

/** The largest amounts of one token, in token units. */
export type OnchainPayoutLimit = {
  token: string
  /** Null when it counts on every network. */
  network_id: string | null
  canonical_asset_id: string | null
  per_withdrawal: string | null
  per_day: string | null
  /** Sent within the last 24 hours, in token units. */
  sent_last_day: string
}

/** An asset of the catalog, and whether it can be paid out. */
export type OnchainPayoutAsset = {
  chain: string
  network_id: string
  network_name: string
  token: string
  canonical_asset_id: string | null
  decimals: number | null
  is_possible: boolean
  /** Why not, in words for the operator. */
  reason: string | null
}

/** Answer of `GET /admin/onchain/payouts`: for whoever asks. */
export type OnchainPayoutAccessResponse = {
  payouts: {
    is_on: boolean
    code: OnchainPayoutRefusal | null
    /** Why not, in words for the operator. */
    reason: string | null
    approval: "none" | "second_user"
    limits: OnchainPayoutLimit[]
    assets: OnchainPayoutAsset[]
  }
}

/** Ours: `sending` waits for the service's answer, `unknown` for a person. */
export type OnchainWithdrawalState =
  | "requested"
  | "quoted"
  | "awaiting_approval"
  | "sending"
  | "sent"
  | "completed"
  | "failed"
  | "refused"
  | "cancelled"
  | "unknown"

export type OnchainWithdrawalKind = "treasury" | "refund"

/** What a withdrawal that is not over waits for. */
export type OnchainWithdrawalWait =
  | "quote"
  | "confirmation"
  | "approval"
  | "answer"
  | "queue"
  | "funds"
  | "gas"
  | "reserved_funds"
  | "processing"
  | "network"
  | "unknown"
  | "person"

/** What an admin can do with a withdrawal. */
export type OnchainWithdrawalAction =
  "quote" | "confirm" | "approve" | "cancel" | "adopt" | "write_off" | "end" | "acknowledge" | "check"

/** Money on its way out of the treasury, as the admin lists it. */
export type OnchainWithdrawal = {
  id: string
  state: OnchainWithdrawalState
  kind: OnchainWithdrawalKind
  /** The service's word, verbatim. */
  gateway_status: string | null
  /** Null when it is over. */
  waits_for: OnchainWithdrawalWait | null
  chain: string
  network_id: string
  network_name: string
  token: string
  canonical_asset_id: string | null
  /** Decimals in token units. The fee comes out of the amount. */
  amount: string
  fee: string | null
  net_amount: string | null
  destination: { id: string; label: string; address: string; memo: string | null }
  /** The refund it pays. */
  refund: { id: string; order: { id: string; display_id: number | null } | null } | null
  requested_by: string | null
  confirmed_by: string | null
  approved_by: string | null
  /** ISO 8601. */
  created_at: string
  sent_at: string | null
  completed_at: string | null
  tx_hash: string | null
  last_error: string | null
}

/** What the service asks for a withdrawal. Confirmed by its id and by no other. */
export type OnchainWithdrawalQuote = {
  id: string
  /** Decimals in token units; null when the service does not tell. */
  fee: string | null
  net_amount: string | null
  /** ISO 8601; null when the service does not tell. */
  expires_at: string | null
  is_expired: boolean
  quoted_at: string
}

/** What whoever confirms or approves the payout of a refund has to know beside its amount. */
export type OnchainRefundTerms = {
  /** Whose address it goes to; null where nobody is known. */
  customer: { id: string; email: string | null; name: string | null } | null
  /** The payment was seen to come from the address, which may be an exchange's. */
  is_observed_sender: boolean
  /** What is refunded, in major units; null where tokens are owed. */
  fiat_amount: string | null
  currency_code: string | null
  /** The rate that the amount was made with: price of one token in the currency, and as of when; null where tokens are owed. */
  rate: { basis: "payment" | "today"; price: string; source: string; at: string } | null
}

/** A withdrawal with what an operator needs to decide. */
export type OnchainWithdrawalDetail = OnchainWithdrawal & {
  note: string | null
  quote: OnchainWithdrawalQuote | null
  gateway_withdrawal_id: string | null
  failure_reason: string | null
  /** What the service says otherwise than we do, in words. */
  mismatch: string | null
  /** Who has looked at the mismatch, when, and what they found; null while nobody has. */
  mismatch_seen: { by: string | null; at: string; note: string } | null
  /** The service's code of the last create that was no success. */
  last_answer_code: string | null
  /** What a person has made of one that the service could not tell of. */
  resolution: { by: string | null; at: string; note: string | null } | null
  /** Other open payouts of the same amount to the same destination, of the last 24 hours. */
  similar: { id: string; state: OnchainWithdrawalState; by: string | null; at: string }[]
  /** Of a refund's payout; null for a withdrawal of the treasury. */
  refund_terms: OnchainRefundTerms | null
  /** Whoever looks would confirm what somebody else asked for, so that neither of the two may approve it. */
  needs_third_user: boolean
  choices: Record<OnchainWithdrawalAction, OnchainDepositChoice>
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/withdrawals`. */
export type OnchainWithdrawalListResponse = {
  withdrawals: OnchainWithdrawal[]
  /** Up to 1,000; there are more when `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
  /** Of all: those that wait for an approval, and those only a person can end. */
  waiting: number
}

/** Answer of `GET /admin/onchain/withdrawals/:id`, of `POST /admin/onchain/withdrawals` and of the actions. */
export type OnchainWithdrawalResponse = { withdrawal: OnchainWithdrawalDetail }

/** Body of `POST /admin/onchain/withdrawals`. */
export type OnchainRequestWithdrawalBody = {
  /** Made once by the form; the same one again is the same request. */
  request_id: string
  destination_id: string
  token: string
  canonical_asset_id?: string
  /** Decimal in token units. */
  amount: string
  note?: string
}

/** Body of `POST .../confirm` and `.../approve`: the quote that the person has read. */
export type OnchainConfirmWithdrawalBody = { quote_id: string }

/** Body of `POST .../adopt`. */
export type OnchainAdoptWithdrawalBody = { gateway_withdrawal_id: string }

/** Body of `POST .../write-off`. */
export type OnchainWriteOffWithdrawalBody = {
  note: string
  /** IDs at the service that fit and that somebody has compared: they are other payouts. */
  not_this?: string[]
}

/** Body of `POST .../end`: what became of one that the service cannot tell of, and how somebody made sure. */
export type OnchainEndWithdrawalBody = {
  outcome: "paid" | "not_paid"
  note: string
  /** The transaction that paid it; needed for one whose answer was lost, which can only end as paid. */
  tx_hash?: string
  /** For `not_paid`: IDs at the service that fit and that a person has compared: they are other payouts. */
  not_this?: string[]
}

/** Body of `POST .../acknowledge`: `mismatch` is what was read, so that no other is meant. */
export type OnchainAcknowledgeWithdrawalBody = { note: string; mismatch?: string }

export type OnchainDestinationState = "pending" | "approved" | "archived"

/** Whose it is: the merchant's own, or a customer's who is owed a refund. */
export type OnchainDestinationPurpose = "treasury" | "refund"

/** What an admin can do with a destination. */
export type OnchainDestinationAction = "approve" | "archive"

/** An address that money can be paid out to. Its address and memo never change. */
export type OnchainDestination = {
  id: string
  label: string
  state: OnchainDestinationState
  purpose: OnchainDestinationPurpose
  chain: string
  network_id: string
  network_name: string
  address: string
  memo: string | null
  /** Whether the address has a checksum that was verified. */
  checksum: "verified" | "absent"
  /** Money was seen to come from it, as the server has found; may be an exchange. */
  is_observed_sender: boolean
  customer: { id: string; email: string | null; name: string | null } | null
  created_by: string | null
  /** ISO 8601. */
  created_at: string
  approved_by: string | null
  approved_at: string | null
  /** Null while it was never paid to. */
  last_used_at: string | null
}

/** A destination with what an operator needs to decide. */
export type OnchainDestinationDetail = OnchainDestination & {
  choices: Record<OnchainDestinationAction, OnchainDepositChoice>
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/destinations`. */
export type OnchainDestinationListResponse = {
  destinations: OnchainDestination[]
  count: number
  limit: number
  offset: number
  /** Those that wait for an approval, whatever the filter. */
  waiting: number
}

/** Answer of `GET /admin/onchain/destinations/:id`, of `POST /admin/onchain/destinations` and of the actions. */
export type OnchainDestinationResponse = { destination: OnchainDestinationDetail }

/** Body of `POST /admin/onchain/destinations`. */
export type OnchainCreateDestinationBody = {
  label: string
  network_id: string
  address: string
  memo?: string
  /** Says that the receiver needs no memo; asked for where memos exist. */
  has_no_memo?: boolean
  /** Makes it the destination of the customer who is owed this refund. */
  refund_id?: string
}
