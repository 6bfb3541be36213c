import {
  addAmounts,
  compareAmounts,
  formatAmount,
  parseAmount,
  subtractAmounts,
  truncateAmount,
} from "../../gateway/amount"
import { moneyOfAttempt } from "../payment/attempt"
import { type DecidedMoney, surplusOf } from "../payment/received-amount"
import {
  type ActiveRefund,
  extraRefundId,
  refundAmount,
  type RefundNote,
  type RefundRefusal,
  refundSums,
  tokensOwed,
} from "./refund-amount"
import type { RefundKind, RefundRate, RefundState } from "./refund-lifecycle"

/** The payment with the attempt that received the money. `fiat_amount` in major units. */
type RefundedPayment = DecidedMoney & {
  attempt_id: string
  current_attempt_id: string | null
  fiat_amount: string
  /** What of it pays another order, in major units. */
  applied_amount: string | null
}

/** A recorded refund; `fiat_amount` in major units, the others in token units. */
type PlannedRefund = {
  id: string
  attempt_id: string | null
  kind: RefundKind
  state: RefundState
  fiat_amount: string | null
  token_amount: string | null
  share_amount: string | null
}

/** `earlier_tokens`: what earlier payouts of it have taken, or may have; its latest is in the other columns. */
export type BookedRefund = PlannedRefund & { earlier_tokens: string }

export type RefundTerms = {
  basis: RefundRate
  /** Current price in units of the currency for one token; null where there is none. */
  price: string | null
  /** Entered by the operator, in token units, where the amount owed is unknown. */
  enteredTokens: string | null
  fiatDecimals: number
}

/** A refund owed in tokens has no share, unless an operator entered its amount, which is dropped when its payout ends without money. */
export type CalculatedRefund = {
  tokens: string
  share: string | null
  note: RefundNote | null
}

/** Computes a refund beside all others of its payment. @param booked locked where money depends on it */
export function calculateRefund(
  payment: RefundedPayment,
  refund: PlannedRefund,
  booked: readonly BookedRefund[],
  terms: RefundTerms
): CalculatedRefund | RefundRefusal {
  const others = booked.filter(({ id }) => id !== refund.id)
  const room = roomFor(payment, refund, booked)
  if (refund.fiat_amount === null) return calculateTokens(payment, refund, terms, room)
  return refundAmount({
    ...basisOf(payment, others),
    room: room === null ? null : formatAmount(room, payment.decimals),
    fiat: refund.fiat_amount,
    fiatDecimals: terms.fiatDecimals,
    basis: terms.basis,
    price: terms.price,
  })
}

export function calculateSums(payment: RefundedPayment, booked: readonly BookedRefund[]) {
  const anyOther = { id: "", attempt_id: null, kind: "order", token_amount: null } as const
  const room = roomFor(payment, anyOther, booked)
  const left = room === null ? null : formatAmount(room, payment.decimals)
  return refundSums({ ...basisOf(payment, booked), room: left })
}

/** In major units: where it pays another order, what of it does. */
function capturedFiat({ resolution, applied_amount, fiat_amount }: RefundedPayment): string {
  return resolution === "apply" && applied_amount !== null ? applied_amount : fiat_amount
}

/** The expected amount, or the part of it that pays another order, or its own that owed less. */
function coveredTokens(payment: RefundedPayment): string {
  const { resolution, resolved_token_amount: applied, expected_amount, decimals } = payment
  const isPart = applied !== null && (resolution === "apply" || resolution === null)
  return isPart ? truncateAmount(applied, decimals) : expected_amount
}

function basisOf(payment: RefundedPayment, booked: readonly PlannedRefund[]) {
  return {
    captured: capturedFiat(payment),
    received: payment.received_amount,
    expected: coveredTokens(payment),
    decimals: payment.decimals,
    active: booked.flatMap(toActive),
  }
}

/** What was settled by other means counts at the rate of the payment. */
function toActive({ state, fiat_amount, share_amount, token_amount }: PlannedRefund): ActiveRefund[] {
  if (fiat_amount === null || state === "due") return []
  const share = share_amount ?? "0"
  return [{ fiat: fiat_amount, share, tokens: token_amount ?? share }]
}

function calculateTokens(
  payment: RefundedPayment,
  refund: PlannedRefund,
  { enteredTokens }: RefundTerms,
  room: bigint | null
): CalculatedRefund | RefundRefusal {
  const { received_amount, decimals } = payment
  const owed = tokensOwed({ recorded: refund.token_amount, entered: enteredTokens, decimals })
  if ("code" in owed) return owed
  if (room !== null && parseAmount(owed.tokens, decimals) > room)
    return {
      code: "exceeds_received",
      reason: "above_received",
      receivedTokens: received_amount ?? "0",
      leftTokens: formatAmount(room, decimals),
      isSurplus: refund.kind === "surplus",
    }
  return { tokens: owed.tokens, share: refund.token_amount === null ? owed.tokens : null, note: null }
}

/**
 * How much of what came can still be paid back, in base units; null where it is unknown or not bounded. Refunds of all kinds together
 * never pay more than came, and those of another attempt never more than that attempt received: its money may have been taken back
 * since. An amount entered for a surplus counts only as far as the provider reports one.
 */
function roomFor(
  payment: RefundedPayment,
  refund: Pick<PlannedRefund, "id" | "attempt_id" | "kind" | "token_amount">,
  booked: readonly BookedRefund[]
): bigint | null {
  const { resolved_token_amount: resolved, decimals } = payment
  const received = receivedFor(refund, payment)
  if (received === null || isWholeDeposit(refund) || isOfAnotherAsset(payment, refund)) return null
  const held = (amount: string) => truncateAmount(amount, decimals)
  const units = (amount: string) => parseAmount(held(amount), decimals)
  // The share of a due one was that of a payout that ended without money.
  const tokensOf = ({ state, token_amount, share_amount }: PlannedRefund) =>
    token_amount ?? (state === "due" ? null : share_amount) ?? "0"
  const sumOf = (rows: readonly PlannedRefund[]) =>
    rows.reduce((total, row) => total + units(tokensOf(row)), 0n)
  const { id, attempt_id } = refund
  const ofSameMoney = booked.filter((one) => !isWholeDeposit(one) && one.attempt_id === attempt_id)
  const others = ofSameMoney.filter((other) => other.id !== id)
  const surplus = surplusOf({
    ...payment,
    received_amount: held(received),
    resolved_token_amount: resolved === null ? null : held(resolved),
  })
  const isReported = typeof surplus === "string"
  const begun = others.filter(
    (other) => other.state !== "due" && (isReported || other.kind !== "surplus" || !isEntered(other))
  )
  const earlier = ofSameMoney.reduce((total, { earlier_tokens }) => total + units(earlier_tokens), 0n)
  const left = atLeastZero(units(received) - sumOf(begun) - earlier)
  if (refund.kind !== "surplus" || refund.token_amount !== null || attempt_id !== null) return left
  if (!isReported) return null
  const owed = atLeastZero(units(surplus) - sumOf(others.filter(({ kind }) => kind === "surplus")))
  return owed < left ? owed : left
}

/** Of another attempt, money that only confirms, or that the service no longer names, does not count. */
function receivedFor(
  { attempt_id }: Pick<PlannedRefund, "attempt_id">,
  payment: RefundedPayment
): string | null {
  if (attempt_id === null) return payment.received_amount
  const money = moneyOfAttempt(payment)
  if (money === undefined) return "0"
  return money === null ? null : (payment.received_amount ?? money)
}

/** Another asset arrived, so it cannot be paid out as the payment's. The reason is that of the attempt in review, not of others. */
export function isOfAnotherAsset(payment: RefundedPayment, refund: Pick<PlannedRefund, "kind">): boolean {
  return (
    payment.unallocated_reason === "asset_mismatch" &&
    refund.kind !== "order" &&
    payment.attempt_id === payment.current_attempt_id
  )
}

/** A surplus is owed in tokens: only one whose amount an operator entered has a share, see `CalculatedRefund`. */
function isEntered({ share_amount }: PlannedRefund): boolean {
  return share_amount !== null
}

/** A further deposit has an invoice of its own, whose money is in no row of an attempt. */
function isWholeDeposit({ id }: Pick<PlannedRefund, "id">): boolean {
  return id.startsWith(extraRefundId(""))
}

function atLeastZero(units: bigint): bigint {
  return units < 0n ? 0n : units
}

/** The amount is a decimal in token units; null while it is unknown. */
export type KnownSurplus = { id: string; state: RefundState; tokenAmount: string | null }

type SurplusPlan =
  | { do: "insert"; id: string; tokenAmount: string | null }
  | { do: "raise"; id: string; tokenAmount: string }
  | { do: "nothing"; id: string }

/**
 * A due refund is raised, one of unknown amount first. What is paid or being paid stays, and the rest becomes a new refund; one settled
 * with an unknown amount covers everything.
 */
export function planSurplus(surplus: {
  baseId: string
  owed: string | null
  known: readonly KnownSurplus[]
}): SurplusPlan {
  const { baseId, owed, known } = surplus
  const last = known.at(-1)
  if (!last) return { do: "insert", id: baseId, tokenAmount: owed }
  const nothing: SurplusPlan = { do: "nothing", id: last.id }
  const begun = known.filter(({ state }) => state !== "due")
  if (owed === null || begun.some(({ tokenAmount }) => tokenAmount === null)) return nothing
  const planned = addAmounts(...known.map(({ tokenAmount }) => tokenAmount ?? "0"))
  if (compareAmounts(owed, planned) <= 0) return nothing
  const missing = subtractAmounts(owed, planned)
  const due = known.filter(({ state }) => state === "due")
  const open = due.find(({ tokenAmount }) => tokenAmount === null) ?? due.at(-1)
  if (open) return { do: "raise", id: open.id, tokenAmount: addAmounts(open.tokenAmount ?? "0", missing) }
  return { do: "insert", id: `${baseId}_${known.length + 1}`, tokenAmount: missing }
}
