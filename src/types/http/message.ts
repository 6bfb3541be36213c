/**
 * What a template of a message to a shopper gets, the same fields for every message. Amounts are decimal text: `fiat_amount` in
 * major units of the currency, the others in token units.
 */
export type OnchainMessageData = {
  /** Stays the same when a message is sent again because a process died while it was sent: your provider's idempotency key. */
  message_id: string
  order_id: string | null
  /** The number that the shopper knows the order by. */
  order_display_id: number | null
  payment_id: string
  /** BCP 47, of the order or its cart, such as `de-DE`. */
  locale: string | null
  fiat_amount: string
  /** Lower case, such as `usd`. */
  currency_code: string
  /** The payment page. It opens the payment for anybody who has it: the only secret in here. */
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
  /** ISO 8601; null where the quote does not expire. */
  expires_at: string | null
  /** Of a sent refund. */
  refund_id: string | null
  refund_amount: string | null
  /** Of the payment or the refund, where known. */
  tx_hash: string | null
  explorer_url: string | null
}
