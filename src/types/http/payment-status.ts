import type { paymentSentence, PaymentStatus } from "../../domain/payment/payment-status"

/**
 * The operator's status of a payment. The list's filter `state` takes the same words.
 *
 * A payment has exactly one; what needs a person comes first. `awaiting`: no money was seen yet, and the network may not be chosen.
 * `partially_paid`: something came that the provider does not call settled. `confirming`: the money awaits confirmations, or its
 * capture. `refund_due`: of an order, a surplus, or money without an order. `refund_blocked_by_gas`: its payout waits for gas.
 * `held`: settled money without an order, see `reason`; a person has `applied` it to another order or `kept` it with a note.
 * `cancelled`: over without money. `contradicted`: the provider contradicts captured or held money, and nobody has reviewed it.
 * At the end of a quote the status changes within a minute.
 */
export type OnchainPaymentStatusCode = PaymentStatus

/**
 * Which sentence says it. Beside `token` or `currency` it has these parameters of {@link OnchainPaymentSentenceParams}:
 *
 * - `deposit_in_review`, `deposit_accepted`, `deposit_returned`: `deposit_amount` of `deposit_token`, which may differ from `token`
 * - `awaiting`: `expected`, and `expires_at` where the quote expires; `awaiting_no_address`: `address_refusal`
 * - `partially_paid` and `partially_paid_on_hold`: `received`, `expected`, `remaining`, and `hold_until` while it is on hold
 * - `received_not_settled` (all came) and `part_after_end` (a part came late): `received`, `expected`
 * - `confirming`: `expected`, and `confirmations` of `confirmations_required`, either may be null
 * - `captured`: `received` (or `expected`), `fiat`; `overpaid_captured`: `surplus`, null when unknown
 * - `refund_due` and `refund_on_its_way`: `due_fiat` or `due_tokens`, whichever is owed; both null when unknown
 * - `partially_refunded`: `refunded_fiat` of `fiat`; `held`: `reason` and `received`
 * - `contradicted`: `contradiction`, the provider's status, or `underpaid`, `unassigned`, `asset_mismatch`, `amount_mismatch`
 */
export type OnchainPaymentSentenceCode = ReturnType<typeof paymentSentence>

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
  /** Of a deposit that was sent for it. */
  deposit_amount: string | null
  deposit_token: string | null
}

/** The status of a payment for an operator: a code, and the code of a sentence with its parameters. */
export type OnchainPaymentStatus = {
  code: OnchainPaymentStatusCode
  sentence: OnchainPaymentSentenceCode
  /** Every parameter is there; those that the sentence does not need may be null. */
  params: OnchainPaymentSentenceParams
}
