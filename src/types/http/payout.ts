import type {
  OnchainAsset,
  OnchainCustomerRef,
  OnchainExplorerLinks,
  OnchainHistoryEntry,
  OnchainListPage,
  OnchainNetwork,
  OnchainOrderRef,
  OnchainProviderAnswer,
} from "./row"
import type { DestinationChecksum } from "../../domain/payout/destination"
import type {
  DestinationAction,
  DestinationPurpose,
  DestinationState,
  Approval,
  PayoutRefusal,
} from "../../domain/payout/payout-gate"
import type { PersonsOutcome, reviewOf, WithdrawalAction } from "../../domain/payout/withdrawal-decisions"
import type {
  WithdrawalSource,
  WithdrawalState,
  WithdrawalKind,
  WithdrawalWait,
} from "../../domain/payout/withdrawal-lifecycle"
import type { RefundRate } from "../../domain/refund/refund-lifecycle"
import type { OnchainDepositChoice } from "./deposit"

/** In token units. */
export type OnchainPayoutLimit = {
  token: string
  /** Null when it counts on every network. */
  network_id: string | null
  canonical_asset_id: string | null
  per_withdrawal: string | null
  per_day: string | null
  /** In the last 24 hours, in token units. */
  sent_last_day: string
}

/** An asset of the catalog that a withdrawal can name, with what can be withdrawn of it. */
export type OnchainPayoutAsset = OnchainAsset & {
  decimals: number | null
  is_possible: boolean
  reason: string | null
}

/** Answer of `GET /admin/onchain/payouts`, for its sender. */
export type OnchainPayoutAccessResponse = {
  payouts: {
    is_on: boolean
    /** Why the caller may not move money out: a code of `docs/developers/errors.md`, "Money out". */
    code: PayoutRefusal["code"] | null
    reason: string | null
    approval: Approval
    /** False where a second user has to approve and no two users may move money out: nothing can be approved. */
    has_approver: boolean
    limits: OnchainPayoutLimit[]
    assets: OnchainPayoutAsset[]
  }
}

/** `sending` waits for the provider's answer, `unknown` for a person. */
export type OnchainWithdrawalState = WithdrawalState

/** What a withdrawal that is not over waits for. */
export type OnchainWithdrawalWait = WithdrawalWait

/** What an admin can do with a withdrawal; `POST /admin/onchain/withdrawals/:id/...`. */
export type OnchainWithdrawalAction = WithdrawalAction

/** A payout, as lists show it. Amounts are decimals in token units. */
export type OnchainWithdrawal = OnchainAsset & {
  id: string
  state: OnchainWithdrawalState
  /** `treasury`: the merchant's own. `refund`: pays a refund that is due. */
  kind: WithdrawalKind
  /** The provider's status, verbatim. */
  gateway_status: string | null
  /** Where the status comes from; `event` for a signed event alone. */
  status_source: WithdrawalSource | null
  /** Null when it is over. */
  waits_for: OnchainWithdrawalWait | null
  /** Decimals in token units. The fee comes out of the amount. */
  amount: string
  fee: string | null
  net_amount: string | null
  destination: { id: string; label: string; address: string; memo: string | null }
  refund: { id: string; order: OnchainOrderRef | null } | null
  requested_by: string | null
  confirmed_by: string | null
  approved_by: string | null
  /** ISO 8601. */
  created_at: string
  sent_at: string | null
  completed_at: string | null
  tx_hash: string | null
  /** Explorer pages of the transaction and the destination. */
  explorer: OnchainExplorerLinks
  last_error: string | null
}

/** A quote is confirmed by its id. */
export type OnchainWithdrawalQuote = {
  id: string
  /** Decimals in token units; null when the provider reports none. */
  fee: string | null
  net_amount: string | null
  /** ISO 8601; null when the provider reports none. */
  expires_at: string | null
  is_expired: boolean
}

/** What an operator has to know before a refund is paid. */
export type OnchainRefundTerms = {
  customer: OnchainCustomerRef | null
  /** The payment came from this address, which may be an exchange's. */
  is_observed_sender: boolean
  /** In major units; null where tokens are owed. */
  fiat_amount: string | null
  currency_code: string | null
  /** The rate of the amount: price of one token in the currency; null where tokens are owed. */
  rate: { basis: RefundRate; price: string; source: string; at: string } | null
}

/** A payout with its quote, its choices and its history. Part of the answer of `GET /admin/onchain/withdrawals/:id`. */
export type OnchainWithdrawalDetail = OnchainWithdrawal & {
  note: string | null
  quote: OnchainWithdrawalQuote | null
  gateway_withdrawal_id: string | null
  /** A contradiction of the provider, in words. */
  mismatch: string | null
  /** What a person has to review now; `failure`: the provider refused or failed what was sent. */
  review: ReturnType<typeof reviewOf>
  /** The last review of a mismatch or a failure, unless there is something new to review. */
  reviewed: { by: string | null; at: string; note: string } | null
  /** What the provider said with `last_error`. */
  provider_answer: OnchainProviderAnswer | null
  /** The provider's code of the last failed create. */
  last_answer_code: string | null
  /** What a person reported about one that the provider no longer showed. */
  resolution: { by: string | null; at: string; note: string | null } | null
  /** Other open payouts of the same amount to the same destination in the last 24 hours. */
  similar: { id: string; state: OnchainWithdrawalState; by: string | null; at: string }[]
  refund_terms: OnchainRefundTerms | null
  /** The reader would confirm another user's request, so neither of the two may approve it. */
  needs_third_user: boolean
  choices: Record<OnchainWithdrawalAction, OnchainDepositChoice>
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/withdrawals`. */
export type OnchainWithdrawalListResponse = OnchainListPage & {
  withdrawals: OnchainWithdrawal[]
}

/** Answer of `GET /admin/onchain/withdrawals/:id`, of `POST /admin/onchain/withdrawals` and of the actions. */
export type OnchainWithdrawalResponse = { withdrawal: OnchainWithdrawalDetail }

/** Body of `POST /admin/onchain/withdrawals`. */
export type OnchainRequestWithdrawalBody = {
  /** Made once by the form; the same id is the same request. */
  request_id: string
  destination_id: string
  token: string
  canonical_asset_id?: string
  /** Decimal in token units. */
  amount: string
  note?: string
}

/** Body of `POST .../adopt`. */
export type OnchainAdoptWithdrawalBody = { gateway_withdrawal_id: string }

/** Body of `POST .../write-off`. */
export type OnchainWriteOffWithdrawalBody = {
  note: string
  /** IDs at the provider that match and that a person identified as other payouts. */
  not_this?: string[]
}

/**
 * Body of `POST .../end`: what became of one that the provider no longer shows, and how the person verified
 * it.
 */
export type OnchainEndWithdrawalBody = {
  outcome: PersonsOutcome
  note: string
  /** The transaction that paid it; required for one whose answer was lost, which can only end as paid. */
  tx_hash?: string
  /** For `not_paid`: as in a write-off. */
  not_this?: string[]
}

/**
 * Body of `POST .../acknowledge`: `mismatch` is the text that was read, null for a failure without one, so that nothing else is
 * acknowledged.
 */
export type OnchainAcknowledgeWithdrawalBody = { note: string; mismatch?: string | null }

/** `pending` awaits approval; nothing is paid to an `archived` one any more. */
export type OnchainDestinationState = DestinationState

/** What an admin can do with a destination. */
export type OnchainDestinationAction = DestinationAction

/** Its address and memo never change. */
export type OnchainDestination = OnchainNetwork & {
  id: string
  label: string
  state: OnchainDestinationState
  /** The merchant's own, or that of a customer who is owed a refund. */
  purpose: DestinationPurpose
  address: string
  memo: string | null
  checksum: DestinationChecksum
  /** A payment came from it; may be an exchange. */
  is_observed_sender: boolean
  customer: OnchainCustomerRef | null
  /** Takes this refund only: its customer proposed the address. Archived once it is paid. */
  single_use_refund_id: string | null
  /** Null where a customer proposed it. */
  created_by: string | null
  /** ISO 8601. */
  created_at: string
  approved_by: string | null
  approved_at: string | null
  last_used_at: string | null
}

/** A destination with its choices and its history. */
export type OnchainDestinationDetail = OnchainDestination & {
  choices: Record<OnchainDestinationAction, OnchainDepositChoice>
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/destinations`. */
export type OnchainDestinationListResponse = OnchainListPage & {
  destinations: OnchainDestination[]
}

/** Answer of `GET /admin/onchain/destinations/:id`, of `POST /admin/onchain/destinations` and of the actions. */
export type OnchainDestinationResponse = { destination: OnchainDestinationDetail }

/** Body of `POST /admin/onchain/destinations`. */
export type OnchainCreateDestinationBody = {
  label: string
  network_id: string
  address: string
  memo?: string
  /** Confirms that the receiver needs no memo; required where memos exist. */
  has_no_memo?: boolean
  /** Address and memo once more: required on a chain whose addresses the plugin cannot check. */
  address_again?: string
  memo_again?: string
  /** The refund whose customer it belongs to. */
  refund_id?: string
}
