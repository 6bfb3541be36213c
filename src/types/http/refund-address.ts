import type { shownAddressState } from "../../domain/refund/refund-address"
import type { OnchainEnvironment, OnchainExplorerLinks } from "./row"
import type { OnchainDepositChoice } from "./deposit"

/**
 * A link by which a shopper proposes where a refund goes. `open`: nothing is proposed yet. `proposed` waits
 * for an operator. `approved` has a destination that takes this refund only. `declined`: the shopper may
 * propose again while the link is open. `expired`: nothing was proposed in time. `used`: the refund was paid,
 * or settled elsewhere.
 */
export type OnchainRefundAddressState = ReturnType<typeof shownAddressState>

/** What a shopper proposed. Nothing is paid to it before a user approves it. */
export type OnchainRefundProposal = {
  network_id: string
  network_name: string
  address: string
  memo: string | null
  /** The shopper confirmed that the receiver needs no memo. */
  has_no_memo: boolean
  /** ISO 8601. */
  proposed_at: string
  /** 1 for the first, one more for each change. */
  revision: number
  /** Whether the proposer controls the address; never who paid. */
  is_signed: boolean
  /** `not_signed` also stands for a contract wallet, whose signature cannot be verified offline. */
  signature_state: "signed" | "not_signed"
  /** The payment came from this address, which may be an exchange's. */
  is_observed_sender: boolean
  explorer: OnchainExplorerLinks
}

/** The latest request of a refund. */
export type OnchainRefundAddressRequest = {
  id: string
  state: OnchainRefundAddressState
  /** Whether the shopper can still propose or change the address by the link. */
  is_link_open: boolean
  /** ISO 8601. */
  expires_at: string
  created_at: string
  created_by: string | null
  proposal: OnchainRefundProposal | null
  decided: { by: string | null; at: string; note: string | null } | null
  /** Once approved: pay the refund to it. Null as soon as the proposal changes. */
  destination_id: string | null
  choices: Record<"approve" | "decline", OnchainDepositChoice>
}

/** Body of `POST /admin/onchain/refunds/:id/address-requests`. */
export type OnchainCreateAddressRequestBody = {
  /** Also sends the link to the order's email by the Notification module. */
  send?: boolean
}

/** A request as its maker sees it, once. */
export type OnchainCreatedAddressRequest = {
  id: string
  state: OnchainRefundAddressState
  /** Shown once: only its hash is stored. */
  token: string
  page_path: string
  /** Full address of the page; null without a configured public address of the backend. */
  url: string | null
  expires_at: string
  /** `off`: messages are not configured. Null when it was not to be sent. */
  sent: "sent" | "off" | "failed" | null
}

/** Answer of `POST /admin/onchain/refunds/:id/address-requests`. */
export type OnchainCreatedAddressRequestResponse = { address_request: OnchainCreatedAddressRequest }

/** What the shopper's page shows. */
export type OnchainRefundPage = {
  shop: { name: string | null; logo_url: string | null; accent_color: string | null }
  environment: OnchainEnvironment
  order_display_id: number | null
  /** Of this refund alone; null where it is not known yet. Fiat in major units, tokens in token units. */
  fiat_amount: string | null
  currency_code: string
  token_amount: string | null
  token: string
  chain: string
  /** The only network that the refund can be paid on. */
  network_id: string
  network_name: string
  has_memos: boolean
  state: OnchainRefundAddressState
  can_propose: boolean
  /** A payout is confirmed, and on its way. */
  is_sending: boolean
  /** ISO 8601. */
  expires_at: string
  proposal: { address: string; memo: string | null; is_signed: boolean } | null
  tx_hash: string | null
  tx_url: string | null
}
