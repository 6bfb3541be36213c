import type { DeliveryState } from "../../domain/inbox/delivery"
import type { OnchainHistoryEntry, OnchainListPage, OnchainOrderRef } from "./row"

/** A stored webhook. `dead`: it failed too often and waits for an operator. */
export type OnchainDelivery = {
  id: string
  event: string
  resource_id: string | null
  /** Of the payment that it is about; null while there is none. */
  order: OnchainOrderRef | null
  state: DeliveryState
  attempts: number
  /** ISO 8601. */
  received_at: string
  next_attempt_at: string | null
  processed_at: string | null
  last_error: string | null
}

/** Answer of `GET /admin/onchain/deliveries`. */
export type OnchainDeliveryListResponse = OnchainListPage & {
  deliveries: OnchainDelivery[]
}

/** A stored webhook with its raw body, verbatim, and its history. */
export type OnchainDeliveryDetail = OnchainDelivery & {
  body: string
  history: OnchainHistoryEntry[]
}

/** Answer of `GET /admin/onchain/deliveries/:id` and of `POST .../rerun`. */
export type OnchainDeliveryResponse = { delivery: OnchainDeliveryDetail }
