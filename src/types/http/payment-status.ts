/**
 * The operator's status of a payment. The list's filter `state` takes the same words.
 *
 * A payment has exactly one. What needs a person comes first: a contradiction, then a blocked refund. At the end of a quote it
 * changes within a minute.
 */
export type OnchainPaymentStatusCode =
  /** No money was seen yet. The network and token may not be chosen. */
  | "awaiting"
  /** Something came that the provider does not call settled. */
  | "partially_paid"
  /** The money awaits confirmations, or its capture. */
  | "confirming"
  | "captured"
  /** A refund is still due: of an order, a surplus, or money without an order. */
  | "refund_due"
  /** A refund's payout waits for gas at the provider. */
  | "refund_blocked_by_gas"
  | "partially_refunded"
  | "refunded"
  /** Settled money without an order: a person decides. See `reason`. */
  | "held"
  /** Held money that a person applied to another order. */
  | "applied"
  /** Held money that a person keeps with a note. */
  | "kept"
  | "expired"
  /** Over without money: cancelled, failed, replaced by a newer payment, or its session was deleted. */
  | "cancelled"
  /** The provider contradicts captured or held money, and nobody has reviewed it. */
  | "contradicted"

/** Which sentence says it. Its parameters are listed with {@link OnchainPaymentSentenceParams}. */
export type OnchainPaymentSentenceCode =
  /** Nothing chosen. */
  | "choose"
  | "preparing"
  /** `expected` `token`; `expires_at` where the quote expires. */
  | "awaiting"
  /** The address of the provider is refused: the payer sees none. `address_refusal`. */
  | "awaiting_no_address"
  /** "8.50 of 17 USDC received; waiting for 8.50": `received`, `expected`, `remaining`, `token`. */
  | "partially_paid"
  /** As `partially_paid`, the order being held until `hold_until`. */
  | "partially_paid_on_hold"
  /** All came, and the provider has not settled it: `received`, `expected`, `token`. */
  | "received_not_settled"
  /** A part came to a payment that is over: `received`, `expected`, `token`. */
  | "part_after_end"
  /** `confirmations` of `confirmations_required`, either may be null; `token`, `expected`. */
  | "confirming"
  /** The money is final; the capture follows. */
  | "settled"
  /** `received` (or `expected`), `token`, `fiat`, `currency`. */
  | "captured"
  /** `surplus` (null when unknown), `token`. */
  | "overpaid_captured"
  /** Fiat or tokens, whichever is owed: `due_fiat`+`currency` or `due_tokens`+`token`; both null when unknown. */
  | "refund_due"
  /** As `refund_due`, the payout being on its way. */
  | "refund_on_its_way"
  | "refund_blocked_by_gas"
  /** `refunded_fiat` of `fiat`, `currency`. */
  | "partially_refunded"
  | "refunded"
  /** `reason`: stable code of why the money has no order; `received`, `token`. */
  | "held"
  | "applying"
  | "applied"
  | "kept"
  | "expired"
  | "failed"
  | "cancelled"
  /** The order was cancelled because it stayed unpaid too long. */
  | "order_timed_out"
  | "order_cancelled"
  /** Another payment of the same customer replaced its intent. */
  | "superseded"
  /** The session was deleted: the cart changed, or another method was chosen. */
  | "abandoned"
  /** `contradiction`: the provider's status, or `underpaid`, `unassigned`, `asset_mismatch`, `amount_mismatch`. */
  | "contradicted"

/** Amounts are decimal text: token amounts in units of `token`, fiat in major units of `currency` (lower case). */
export type OnchainPaymentSentenceParams = {
  received: string | null
  expected: string | null
  remaining: string | null
  surplus: string | null
  token: string | null
  network: string | null
  fiat: string
  currency: string
  refunded_fiat: string | null
  due_fiat: string | null
  due_tokens: string | null
  confirmations: number | null
  confirmations_required: number | null
  /** ISO 8601. */
  expires_at: string | null
  /** ISO 8601. */
  hold_until: string | null
  reason: string | null
  contradiction: string | null
  address_refusal: string | null
}

/** The status of a payment for an operator: a code, and the code of a sentence with its parameters. */
export type OnchainPaymentStatus = {
  code: OnchainPaymentStatusCode
  sentence: OnchainPaymentSentenceCode
  /** Every parameter is there; those that the sentence does not need may be null. */
  params: OnchainPaymentSentenceParams
}
