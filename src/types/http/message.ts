import type { OnchainAttentionItem, OnchainAttentionKind } from "./overview"

/**
 * Data for every message template. Amounts are decimal text: `fiat_amount` in major units of the currency, rounded to its smallest unit, the others in token
 * units.
 */
export type OnchainMessageData = {
  /** Stable when a message is sent again after a crash: use it as your mail service's idempotency key. */
  message_id: string
  order_id: string | null
  /** The order number that the shopper sees. */
  order_display_id: number | null
  payment_id: string
  /** BCP 47, from the order or its cart, such as `de-DE`. */
  locale: string | null
  fiat_amount: string
  /** Lower case, such as `usd`. */
  currency_code: string
  /** The payment page. Secret: anyone with the link can open the payment. */
  link: string | null
  /** ISO 8601. */
  link_expires_at: string | null
  /** These are null until the shopper has chosen a network and a token. */
  network_id: string | null
  network_name: string | null
  token: string | null
  expected_amount: string | null
  received_amount: string | null
  remaining_amount: string | null
  /** ISO 8601; null when the quote does not expire. */
  expires_at: string | null
  /** Set for a sent refund. */
  refund_id: string | null
  refund_amount: string | null
  /** From the payment or the refund, when known. */
  tx_hash: string | null
  explorer_url: string | null
}

/** Data of a message to operators: what began to need attention, of one kind. */
export type OnchainOperatorMessageData = {
  /** Stable when a message is sent again: a mail service's idempotency key. */
  message_id: string
  kind: OnchainAttentionKind
  /** In English, such as "12 deposits need review". */
  title: string
  description: string
  count: number
  /** The oldest 20. Amounts are decimals: `amount` in token units, `fiat_amount` in major units. */
  items: (Pick<
    OnchainAttentionItem,
    "subject_id" | "since" | "amount" | "token" | "network_name" | "fiat_amount" | "currency_code" | "reason"
  > & { order_id: string | null; order_display_id: number | null })[]
}
