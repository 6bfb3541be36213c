/** What an admin can do with a deposit in review. */
export type OnchainDepositAction = "assign" | "accept" | "refund"

/** Ours: `processing` waits for the provider's answer to an action. */
export type OnchainDepositState =
  "in_review" | "processing" | "assigned" | "accepted" | "refund_pending" | "refunded"

/** A deposit to a customer's address or to the treasury, as the admin lists it. */
export type OnchainDeposit = {
  id: string
  state: OnchainDepositState
  /** Whether a list of the provider shows it as it stands here. Until then it is reported only, and offers nothing. */
  is_confirmed: boolean
  /** State that an event reports and no list confirms; `unknown` when no list of the provider has the deposit. */
  reported_state: Exclude<OnchainDepositState, "processing"> | "unknown" | null
  /** The provider's words, verbatim. */
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
  memo: string | null
  /** The payment whose address or memo it went to, and what says so. */
  payment_id: string | null
  linked_by: "address" | "memo" | "intent" | "person" | null
  /** ISO 8601. */
  observed_at: string
  resolved_at: string | null
  /** The last action: what, who and when. */
  action: {
    name: OnchainDepositAction
    by: string | null
    at: string
    /** Of an assignment. */
    intent_id: string | null
  } | null
  last_error: string | null
}

/** Whether an action is possible, and if not why, in words for the operator. */
export type OnchainDepositChoice = { is_possible: boolean; reason: string | null }

/** An open intent that a deposit can be assigned to, with its order. */
export type OnchainAssignmentCandidate = {
  intent_id: string
  session_id: string
  payment_id: string
  /** Null when the order is not placed yet: then the cart is completed. */
  order: { id: string; display_id: number | null; total: string; currency_code: string } | null
  expected_amount: string
  token: string
  created_at: string
}

/** A payment that an equal amount, or a shopper who names the transaction, proposes for a deposit. It ties nothing by itself. */
export type OnchainDepositProposal = {
  payment_id: string
  session_id: string
  by: "amount" | "claim"
  /** Another payment claims the same transaction, or the deposit went to the address of another. */
  is_contested: boolean
  order: { id: string; display_id: number | null } | null
  expected_amount: string
  token: string
}

/** A deposit with what an operator needs to decide. */
export type OnchainDepositDetail = OnchainDeposit & {
  /** What the provider expects it to be meant for. */
  expected: {
    intent_id: string | null
    session_id: string | null
    /** Decimal in units of `token`, which need not be what arrived. Null for a payment that is not of this store. */
    amount: string | null
    token: string | null
    order: { id: string; display_id: number | null } | null
  } | null
  /** What was chosen for an assignment that is under way or done. */
  assigned_to: {
    intent_id: string
    session_id: string | null
    order: { id: string; display_id: number | null } | null
  } | null
  /** The payment it belongs to, with its order. */
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
  /** Up to 1,000; there are more when `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
  /** Those in review, whatever the filter; 1,000 stands for that many or more. */
  waiting: number
}

/** Answer of `POST /admin/onchain/deposits/sync`: what was read from the provider's lists. */
export type OnchainDepositSyncResponse = {
  syncs: {
    name: "deposits_in_review" | "deposits_all"
    /** False when it was left to a run that is under way. */
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
