import type { OnchainHistoryEntry } from "./history"

/** A stored webhook. `dead`: it failed too often and waits for an operator. */
export type OnchainDelivery = {
  id: string
  event: string
  resource_id: string | null
  state: "received" | "processing" | "processed" | "ignored" | "dead"
  attempts: number
  /** ISO 8601. */
  received_at: string
  next_attempt_at: string | null
  processed_at: string | null
  last_error: string | null
}

/** Answer of `GET /admin/onchain/deliveries`. */
export type OnchainDeliveryListResponse = {
  deliveries: OnchainDelivery[]
  /** Exact up to 100. Beyond, there are at least so many, and `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
}

/** A stored webhook with its raw body, verbatim, and its history. */
export type OnchainDeliveryDetail = OnchainDelivery & {
  body: string
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/deliveries/:id` and of `POST .../rerun`. */
export type OnchainDeliveryResponse = { delivery: OnchainDeliveryDetail }
