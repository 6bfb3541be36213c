import type {
  OnchainCustomerRef,
  OnchainExplorerLinks,
  OnchainHistoryEntry,
  OnchainListPage,
  OnchainNetwork,
  OnchainOrderRef,
  OnchainProviderAnswer,
  OnchainSentence,
} from "./row"
import type { DepositAction, DepositState } from "../../domain/deposit/deposit-lifecycle"
import type { DepositLink, DepositMismatch } from "../../domain/deposit/deposit-link"

/** What an operator can do with a deposit in review. */
export type OnchainDepositAction = DepositAction

/** Needs no order, so it can be done to several deposits at once. */
export type OnchainBulkDepositAction = Exclude<OnchainDepositAction, "assign">

/** Ours: `processing` waits for the provider's answer to an action. */
export type OnchainDepositState = DepositState

/** `late`: after the payment had expired. `paid_before`: its order was paid. */
export type OnchainDepositMismatch = DepositMismatch

/** A deposit that the provider holds for review, or held, as lists show it. */
export type OnchainDeposit = OnchainNetwork & {
  id: string
  state: OnchainDepositState
  /** Whether a list of the provider shows its present state. Until then no action is possible. */
  is_confirmed: boolean
  /**
   * State that an event reported and no list confirms; `unknown` when no list of the provider has it any
   * more.
   */
  reported_state: Exclude<OnchainDepositState, "processing" | "income"> | "unknown" | null
  /** The provider's status in our words where a setting translates it; else its own. */
  resolution_status: string | null
  assignment_status: string | null
  /** How it differs from the payment that it was sent for, or that the provider expected; null where only the provider's reason is known. */
  mismatch: OnchainDepositMismatch | null
  /** Of that payment. */
  order: OnchainOrderRef | null
  /** Who sent it, or else the customer of `order`. */
  customer: OnchainCustomerRef | null
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
  linked_by: DepositLink | null
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

/** Whether an action is possible, and otherwise the reason for the operator. `details`: the sentences of `reason` as data. */
export type OnchainDepositChoice = {
  is_possible: boolean
  reason: string | null
  details?: readonly OnchainSentence[]
}

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
  order: OnchainOrderRef | null
  expected_amount: string
  token: string
}

/** Whether accepting a deposit can pay the order that it was sent for. */
export type OnchainDepositApplication = OnchainDepositChoice & { order: OnchainOrderRef }

/** A deposit with the expected payment, the candidates, the choices and the history. */
export type OnchainDepositDetail = OnchainDeposit & {
  /** By the provider, or by the payment that it was sent for. */
  expected: {
    intent_id: string | null
    session_id: string | null
    /**
     * Decimal in units of `token`, which may differ from what arrived. Null for a payment of another store.
     */
    amount: string | null
    token: string | null
    network_name: string | null
    order: OnchainOrderRef | null
  } | null
  assigned_to: {
    intent_id: string
    session_id: string | null
    order: OnchainOrderRef | null
  } | null
  linked: {
    payment_id: string
    session_id: string
    order: OnchainOrderRef | null
  } | null
  proposals: OnchainDepositProposal[]
  candidates: OnchainAssignmentCandidate[]
  /** Null where it is not meant for an order, or a second user has to approve: accept it first. */
  application: OnchainDepositApplication | null
  choices: Record<OnchainDepositAction, OnchainDepositChoice>
  /** What the provider said with `last_error`. */
  provider_answer: OnchainProviderAnswer | null
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/deposits`. */
export type OnchainDepositListResponse = OnchainListPage & {
  deposits: OnchainDeposit[]
}

/** Answer of `POST /admin/onchain/income/sync`. `has_run`: false when another run is in progress, or no customer has an address. A long reading continues after the answer, which has its numbers so far. */
export type OnchainIncomeSyncResponse = { has_run: boolean; seen: number; changed: number }

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
    /** The provider knows the customer under an ID that has to be entered. */
    needs_link: boolean
    addresses: (OnchainNetwork & { address: string; ensured_at: string })[]
    /** Those that need a decision or wait for the answer to one, newest first; at most 20. */
    deposits: OnchainDeposit[]
  }
}

/** Body of `POST /admin/onchain/customers/:id/link`. */
export type OnchainLinkCustomerBody = {
  /** The customer's ID in the provider's dashboard. */
  gateway_customer_id: string
  /** Required where the provider names no reference (`customer_unproven`): the operator has compared the customers. */
  is_confirmed?: boolean
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

/** Answer of `GET /store/onchain/addresses?rail=`, for the signed-in customer. The service confirmed the address for this answer. */
export type OnchainAddressResponse = {
  address: OnchainNetwork & { rail: string; token: string; address: string }
}

/** Answer of `GET /store/onchain/addresses`: the addresses of the signed-in customer. The service confirmed each of them for this answer. */
export type OnchainAddressesResponse = {
  /** `tokens`: what the shop takes on the network; anything else may be lost. */
  addresses: (OnchainNetwork & { tokens: string[]; address: string })[]
  /** Networks on which the customer has an address that must not be used now. */
  unavailable: OnchainUnshownAddress[]
}

/**
 * `address_mismatch`: the provider returned an address of another chain or network. `not_configured`: the business takes no
 * deposits there any more. `unconfirmed`: the provider did not answer, or refused.
 */
export type OnchainUnshownAddress = OnchainNetwork & {
  reason: "address_mismatch" | "not_configured" | "unconfirmed"
}

/** Answer of `POST /admin/onchain/customers/:id/erase`: how many rows changed or were deleted, by table. */
export type OnchainErasureResponse = {
  customer: { customer_id: string; erased_rows: Record<string, number> }
}
