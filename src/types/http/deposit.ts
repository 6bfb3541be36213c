import type { OnchainExplorerLinks } from "./explorer"

/** What an operator can do with a deposit in review. */
export type OnchainDepositAction = "assign" | "accept" | "refund"

/** Needs no order, so it can be done to several deposits at once. */
export type OnchainBulkDepositAction = Exclude<OnchainDepositAction, "assign">

/** Ours: `processing` waits for the provider's answer to an action. */
export type OnchainDepositState =
  "in_review" | "processing" | "assigned" | "accepted" | "refund_pending" | "refunded"

/** A deposit that the provider holds for review, or held, as lists show it. */
export type OnchainDeposit = {
  id: string
  state: OnchainDepositState
  /** Whether a list of the provider shows its present state. Until then no action is possible. */
  is_confirmed: boolean
  /**
   * State that an event reported and no list confirms; `unknown` when no list of the provider has it any
   * more.
   */
  reported_state: Exclude<OnchainDepositState, "processing"> | "unknown" | null
  /** The provider's status, verbatim. */
  resolution_status: string | null
  assignment_status: string | null
  customer: { id: string; email: string | null; name: string | null } | null
  chain: string
  network_id: string
  network_name: string
  /** Null for an asset without a name. */
  token: string | null
  canonical_asset_id: string | null
  is_supported: boolean | null
  /** Decimal in token units; null when the number of decimals is not known. */
  amount: string | null
  amount_raw: string
  tx_hash: string | null
  from_address: string | null
  to_address: string | null
  /** Explorer pages of the transaction and `to_address`. */
  explorer: OnchainExplorerLinks
  memo: string | null
  payment_id: string | null
  linked_by: "address" | "memo" | "intent" | "person" | null
  /** ISO 8601. */
  observed_at: string
  resolved_at: string | null
  action: {
    name: OnchainDepositAction
    by: string | null
    at: string
    intent_id: string | null
  } | null
  last_error: string | null
  /** Whether it can be accepted or refunded with others, by what is known here. */
  bulk: Record<OnchainBulkDepositAction, OnchainDepositChoice>
}

/** Whether an action is possible, and otherwise the reason for the operator. */
export type OnchainDepositChoice = { is_possible: boolean; reason: string | null }

/** An open intent that a deposit can be assigned to, with its order. */
export type OnchainAssignmentCandidate = {
  intent_id: string
  session_id: string
  payment_id: string
  /** Null before the order is placed: then the cart is completed. */
  order: { id: string; display_id: number | null; total: string; currency_code: string } | null
  expected_amount: string
  token: string
  created_at: string
}

/** A payment proposed for a deposit by an equal amount or by a shopper's claim. It ties nothing by itself. */
export type OnchainDepositProposal = {
  payment_id: string
  session_id: string
  by: "amount" | "claim"
  /** Another payment claims the same transaction, or its address received the deposit. */
  is_contested: boolean
  order: { id: string; display_id: number | null } | null
  expected_amount: string
  token: string
}

/** A deposit with the expected payment, the candidates, the choices and the history. */
export type OnchainDepositDetail = OnchainDeposit & {
  expected: {
    intent_id: string | null
    session_id: string | null
    /**
     * Decimal in units of `token`, which may differ from what arrived. Null for a payment of another store.
     */
    amount: string | null
    token: string | null
    order: { id: string; display_id: number | null } | null
  } | null
  assigned_to: {
    intent_id: string
    session_id: string | null
    order: { id: string; display_id: number | null } | null
  } | null
  linked: {
    payment_id: string
    session_id: string
    order: { id: string; display_id: number | null } | null
  } | null
  proposals: OnchainDepositProposal[]
  candidates: OnchainAssignmentCandidate[]
  choices: Record<OnchainDepositAction, OnchainDepositChoice>
  history: { at: string; action: string; by: string | null }[]
}

/** Answer of `GET /admin/onchain/deposits`. */
export type OnchainDepositListResponse = {
  deposits: OnchainDeposit[]
  /** Exact up to 100. Beyond, there are at least so many, and `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
  /** Those in review, whatever the filter; at most 1,000. */
  waiting: number
}

/** Answer of `POST /admin/onchain/deposits/sync`. */
export type OnchainDepositSyncResponse = {
  syncs: {
    name: "deposits_in_review" | "deposits_all"
    /** False when another run is in progress. */
    has_run: boolean
    seen: number
    changed: number
  }[]
}

/** Answer of `GET /admin/onchain/deposits/:id` and of the actions. */
export type OnchainDepositResponse = { deposit: OnchainDepositDetail }

/** Answer of `GET /admin/onchain/customers/:id`, by Medusa's customer id. */
export type OnchainCustomerResponse = {
  customer: {
    id: string
    gateway_customer_id: string | null
    addresses: {
      chain: string
      network_id: string
      network_name: string
      address: string
      ensured_at: string
    }[]
    deposits: OnchainDeposit[]
  }
}

/** Body of `POST /admin/onchain/deposits/bulk`: 1 to 50 ids. */
export type OnchainBulkDepositBody = { action: OnchainBulkDepositAction; ids: string[] }

/**
 * `pending` waits for the provider's answer, and its call is repeated automatically. `conflict`: it was resolved before.
 * `refused`: nothing was done.
 */
export type OnchainBulkDepositResult = {
  id: string
  result: "done" | "pending" | "conflict" | "refused"
  /** Why, in words; null when it is done. */
  message: string | null
}

/** Answer of `POST /admin/onchain/deposits/bulk`, in the order of the ids, each once. */
export type OnchainBulkDepositResponse = { results: OnchainBulkDepositResult[] }
