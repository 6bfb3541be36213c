import type { OnchainDepositChoice } from "./deposits"
import type { OnchainHistoryEntry } from "./history"

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
