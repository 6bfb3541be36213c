import {
  PAYMENT_STATUSES,
  paymentSentence,
  paymentStatus,
  type PaymentStatus,
  type SentenceFacts,
  type StatusFacts,
} from "../payment-status"

const nothing: StatusFacts = {
  ...{ outcome: "open", attempt: "none", resolution: "none", isContradicted: false, isGasBlocked: false },
  ...{ isSurplusDue: false, isRefundDue: false, isRefundPaid: false, isFullyRefunded: false, hasPart: false },
  ...{ isAbandoned: false, isOrderClosed: false, isPastExpiry: false },
}
const awaiting = { attempt: "awaiting" } as const
const captured = { outcome: "captured", attempt: "settled" } as const
const held = { outcome: "held", attempt: "settled" } as const

const TABLE: readonly [PaymentStatus, Partial<StatusFacts>][] = [
  ["awaiting", {}],
  ["cancelled", { isAbandoned: true }],
  ["cancelled", { isOrderClosed: true }],
  ["awaiting", { attempt: "opening" }],
  ["awaiting", awaiting],
  ["expired", { ...awaiting, isPastExpiry: true }],
  ["partially_paid", { ...awaiting, hasPart: true }],
  ["partially_paid", { ...awaiting, hasPart: true, isPastExpiry: true }],
  ["partially_paid", { attempt: "expired", hasPart: true, isAbandoned: true }],
  ["confirming", { attempt: "confirming", hasPart: true }],
  ["confirming", { attempt: "confirming", isAbandoned: true, isOrderClosed: true }],
  ["confirming", { attempt: "settled" }],
  ["expired", { attempt: "expired" }],
  ["cancelled", { attempt: "expired", isOrderClosed: true }],
  ["cancelled", { attempt: "failed" }],
  ["cancelled", { attempt: "failed", isPastExpiry: true }],
  ["cancelled", { attempt: "cancelled" }],
  ["cancelled", { attempt: "superseded" }],
  ["confirming", { attempt: "settled", isRefundDue: true, isAbandoned: true }],
  ["refund_due", { attempt: "expired", isRefundDue: true }],
  ["captured", captured],
  ["captured", { ...captured, isAbandoned: true }],
  ["refund_due", { ...captured, isSurplusDue: true }],
  ["refund_due", { ...captured, isSurplusDue: true, isRefundDue: true }],
  ["refund_due", { ...captured, isRefundDue: true }],
  ["refund_due", { ...captured, isRefundDue: true, isRefundPaid: true }],
  ["partially_refunded", { ...captured, isRefundPaid: true }],
  ["refunded", { ...captured, isRefundPaid: true, isFullyRefunded: true }],
  ["held", held],
  ["held", { ...held, attempt: "expired", hasPart: true, isOrderClosed: true }],
  ["kept", { ...held, resolution: "keep" }],
  ["applied", { ...held, resolution: "apply" }],
  ["captured", { ...captured, resolution: "apply" }],
  ["refund_due", { ...held, resolution: "refund_due" }],
  ["refund_due", { ...held, resolution: "refund_due", isRefundDue: true }],
  ["refund_due", { ...held, resolution: "refund_due", isRefundDue: true, isRefundPaid: true }],
  ["refunded", { ...held, resolution: "refund_due", isRefundPaid: true }],
  ["refund_blocked_by_gas", { ...captured, isRefundDue: true, isGasBlocked: true }],
  ["contradicted", { ...captured, isContradicted: true, isGasBlocked: true }],
  ["contradicted", { ...held, isContradicted: true }],
]

describe("the status of a payment", () => {
  it.each(TABLE)("%s: %o", (status, facts) => {
    expect(paymentStatus({ ...nothing, ...facts })).toBe(status)
  })

  it("has a row in this table for each word", () => {
    expect(new Set(TABLE.map(([status]) => status))).toEqual(new Set(PAYMENT_STATUSES))
  })
})

describe("the sentence about a payment", () => {
  const facts: SentenceFacts = {
    ...{ ...nothing, attempt: "awaiting", expectedAmount: "17", receivedAmount: null },
    ...{ isAddressRefused: false, isOnHold: false, isOrderTimedOut: false },
    ...{ isResolutionDone: false, isRefundSent: false, deposit: null },
  }
  it.each<[string, PaymentStatus, Partial<SentenceFacts>]>([
    ["choose", "awaiting", { attempt: "none" }],
    ["preparing", "awaiting", { attempt: "opening" }],
    ["awaiting", "awaiting", {}],
    ["awaiting_no_address", "awaiting", { isAddressRefused: true }],
    ["partially_paid", "partially_paid", { receivedAmount: "8.5" }],
    [
      "partially_paid_on_hold",
      "partially_paid",
      { receivedAmount: "8.5", isOnHold: true, isPastExpiry: true },
    ],
    ["partially_paid_on_hold", "held", { receivedAmount: "8.5", isOnHold: true, isPastExpiry: true }],
    ["held", "held", { receivedAmount: "8.5", isPastExpiry: true }],
    ["part_after_end", "partially_paid", { receivedAmount: "8.5", isPastExpiry: true }],
    ["part_after_end", "partially_paid", { receivedAmount: "8.5", isAbandoned: true }],
    ["part_after_end", "partially_paid", { receivedAmount: "8.5", isOrderClosed: true }],
    ["part_after_end", "partially_paid", { receivedAmount: "8.5", attempt: "expired" }],
    ["partially_paid", "partially_paid", { receivedAmount: "8.5", attempt: "opening" }],
    ["received_not_settled", "partially_paid", { receivedAmount: "17.00" }],
    ["confirming", "confirming", { attempt: "confirming" }],
    ["settled", "confirming", { attempt: "settled" }],
    ["refund_due", "refund_due", {}],
    ["overpaid_captured", "refund_due", { outcome: "captured", isSurplusDue: true, isRefundSent: true }],
    ["refund_due", "refund_due", { outcome: "captured" }],
    ["refund_due", "refund_due", { isSurplusDue: true }],
    ["refund_on_its_way", "refund_due", { isRefundSent: true }],
    ["applying", "applied", {}],
    ["applied", "applied", { isResolutionDone: true }],
    ["cancelled", "cancelled", {}],
    ["failed", "cancelled", { attempt: "failed" }],
    ["superseded", "cancelled", { attempt: "superseded" }],
    ["abandoned", "cancelled", { isAbandoned: true, isOrderClosed: true }],
    ["order_cancelled", "cancelled", { isOrderClosed: true }],
    ["order_timed_out", "cancelled", { isOrderClosed: true, isOrderTimedOut: true }],
    ["contradicted", "contradicted", {}],
    ["expired", "expired", {}],
    ["deposit_in_review", "awaiting", { deposit: "in_review" }],
    ["deposit_in_review", "expired", { deposit: "in_review" }],
    ["deposit_in_review", "cancelled", { isOrderClosed: true, deposit: "in_review" }],
    ["deposit_accepted", "expired", { deposit: "accepted" }],
    ["deposit_returned", "expired", { deposit: "returned" }],
    ["awaiting", "awaiting", { deposit: "returned" }],
    ["captured", "captured", { outcome: "captured", deposit: "in_review" }],
  ])("%s", (sentence, status, change) => {
    expect(paymentSentence(status, { ...facts, ...change })).toBe(sentence)
  })
})
