import { validateAddress } from "../../gateway/address"
import { compareAmounts, truncateAmount } from "../../gateway/amount"
import type { Invoice } from "../../gateway/contract"
import {
  isEnded,
  isSettledStatus,
  nextState,
  type PaymentFacts,
  type PaymentState,
  statusToState,
} from "./payment-status"
import { isImplausible, isPaidInPart, isShortBeyond, isUndecidedPart } from "./received-amount"
import {
  findMismatch,
  isAssignedTo,
  isSettledFor,
  reasonToHold,
  receivedOf,
  type RecordedContradiction,
  type SettlementBounds,
  type UnallocatedReason,
} from "./settlement"

/**
 * Money of a payment that the service is known to have, by the record that names it. What is captured, held for review or owed
 * back is in the payment's state instead.
 */
export type KnownMoney = {
  /** An attempt has received money that the service does not call settled, and that is not owed back. */
  hasPart: boolean
  /** A deposit that belongs to the payment, or may be meant for it, waits for a decision. */
  hasDeposit: boolean
  /** The same, but the deposit belongs to another payment of the customer: an operator may still assign it to this payment. */
  hasDepositOfSibling: boolean
  /** The money of an accepted deposit is in the queue of unallocated money. */
  hasAcceptedDeposit: boolean
  /** A transaction in review names one of its invoices, went to one of its addresses, or was named by its payer. */
  hasTransaction: boolean
}

/**
 * Whether money for the payment has arrived and waits for an operator's decision. The payer then reads that it arrived, sees no
 * address, and cannot open another attempt.
 */
export function isInReview(known: KnownMoney): boolean {
  return known.hasDeposit || known.hasAcceptedDeposit || known.hasTransaction
}

/** Whether an unpaid order is kept until an operator has decided. A part and accepted money keep it for a time, see `holdUntil`. */
export function keepsOrder(known: KnownMoney): boolean {
  return known.hasDeposit || known.hasDepositOfSibling || known.hasTransaction
}

/** Columns that are left out stay. */
type ReceivedColumns = Partial<
  Pick<PaymentFacts, "received_amount" | "implausible_amount"> & {
    part_seen_at: Date
    largest_part_amount: string
  }
>

/** How a contradiction changes. `begin` is reported once. */
type ContradictionChange = { found: string | null; change: "none" | "begin" | "update" | "end" }

export type Reading = {
  /** `unallocated` where its money is held for review. */
  state: PaymentState
  /** State of the attempt, which may differ while its money is held. */
  attemptState: PaymentState
  received: ReceivedColumns
  isNowConfirming: boolean
  /** Why the money is held for review. */
  trouble: UnallocatedReason | null
  /** The rest of a part in review has come: it is settled like any other money, unless a person has decided. */
  isCompleted: boolean
  settledAt: "now" | "none" | "same"
  contradiction: ContradictionChange
}

/** Decides what the canonical invoice of the current attempt changes. */
export function decideReading(
  payment: PaymentFacts,
  invoice: Invoice,
  { bounds, now }: { bounds: SettlementBounds; now: Date }
): Reading {
  const { state, settled_at } = payment
  const observed = observe(payment, invoice)
  const isCompleted = observed === "settled" && isUndecidedPart(payment)
  const next = isCompleted ? "settled" : stateAfter(payment, observed)
  // An invoice that ended may report money later.
  const isNews = state !== next || (observed !== null && isEnded(observed))
  // Medusa may have captured what was settled, so the settlement decides.
  const trouble = isNews && state !== "settled" ? findTrouble(next, payment, invoice, bounds) : null
  const isSettling = (next === "settled" || trouble !== null) && (settled_at === null || isCompleted)
  const hasGoneBack = state === "settled" && next !== "settled"
  return {
    state: trouble ? "unallocated" : next,
    attemptState: next,
    received: receivedColumns(payment, invoice, { next, now }),
    isNowConfirming: next === "confirming" && state !== next,
    trouble,
    isCompleted,
    settledAt: isSettling ? "now" : hasGoneBack ? "none" : "same",
    contradiction:
      state === "captured" || state === "unallocated"
        ? decideContradiction(payment, findContradiction(payment, invoice, bounds))
        : { found: null, change: "none" },
  }
}

/** The same for an earlier attempt; `decideEarlierMoney` decides what it means. */
export function decideEarlierReading(
  attempt: PaymentFacts,
  invoice: Invoice,
  now: Date
): Pick<Reading, "state" | "received" | "isNowConfirming"> {
  const { state } = attempt
  const next = stateAfter(attempt, observe(attempt, invoice))
  return {
    state: next,
    received: {
      ...receivedColumns(attempt, invoice, { next, now }),
      ...(next === "settled" ? foreignColumns(attempt, invoice) : {}),
    },
    isNowConfirming: next === "confirming" && state !== next,
  }
}

/** No known status is longer. */
const LONGEST_STATUS = 200

/**
 * Decides whether what was found against captured or held money is a new contradiction: an open contradiction is not, and a
 * reviewed one only when the service reports something else.
 *
 * @param found null for nothing
 */
export function decideContradiction(
  { contradiction: known, contradiction_ended_at: endedAt }: RecordedContradiction,
  found: string | null
): ContradictionChange {
  const cut = found?.slice(0, LONGEST_STATUS) ?? null
  if (cut === known) return { found: cut, change: "none" }
  if (cut === null) return { found: cut, change: "end" }
  return { found: cut, change: known === null || endedAt !== null ? "begin" : "update" }
}

/**
 * What in the canonical invoice contradicts money that is captured or held for review; null while the invoice confirms it.
 *
 * An unpaid invoice does not contradict money that never was settled, such as a part that a person applied.
 */
function findContradiction(payment: PaymentFacts, invoice: Invoice, bounds: SettlementBounds): string | null {
  const { gateway_status: status, received_amount: received, expected_amount: expected, decimals } = payment
  if (payment.contradiction === null && !isSettledStatus(status)) return null
  if (!isSettledStatus(invoice.status)) return invoice.status
  if (!isSettledFor(invoice, payment)) return "unassigned"
  // The person who decided knew the reason.
  if (payment.unallocated_reason !== null) return null
  const reason = reasonToHold(invoice, payment, bounds)
  // An implausible amount enters no sum, so it contradicts nothing.
  if (reason !== "underpaid") return reason === "implausible_amount" ? null : reason
  const wasShort =
    received !== null && isShortBeyond({ expected, received, decimals }, bounds.maxShortfallBps)
  return wasShort ? payment.contradiction : reason
}

/** The paid invoice of a deposit in review says nothing about a payment until it is assigned. */
function observe({ kind, external_order_id }: PaymentFacts, invoice: Invoice): PaymentState | null {
  if (kind === "auto_deposit" && !isAssignedTo(invoice, external_order_id)) return null
  return statusToState(invoice.status)
}

/** An unknown status moves nothing, except that an existing invoice is no longer being opened. */
function stateAfter({ state }: PaymentFacts, observed: PaymentState | null): PaymentState {
  return nextState(state, observed ?? (state === "opening" ? "awaiting" : null))
}

/** Why settled money, or the part of an ended invoice, is held for review; else null. */
function findTrouble(
  next: PaymentState,
  payment: PaymentFacts,
  invoice: Invoice,
  bounds: SettlementBounds
): UnallocatedReason | null {
  if (next === "settled") return reasonToHold(invoice, payment, bounds)
  const hasReceivedSome = compareAmounts(invoice.receivedAmount ?? "0", "0") > 0
  return isEnded(next) && hasReceivedSome ? "partial_payment" : null
}

/**
 * The received amount, if it is plausible. An earlier amount is dropped where the invoice settles without an
 * amount (a part is not all that came), or goes back without one (it may be gone). The amount of captured or held money does
 * not grow while the rest only confirms: what is decided or paid back by then stays when a reorganization undoes it.
 */
function receivedColumns(
  payment: PaymentFacts,
  invoice: Invoice,
  { next, now }: { next: PaymentState; now: Date }
): ReceivedColumns {
  const { expected_amount: expected, decimals, state } = payment
  const reported = receivedOf(invoice, payment)
  const received = reported === undefined ? undefined : truncateAmount(reported, decimals)
  const isAbsurd = received !== undefined && isImplausible({ expected, received, decimals })
  const isHeld = state === "captured" || state === "unallocated"
  if (received !== undefined && !isAbsurd) {
    const isMore = compareAmounts(received, payment.received_amount ?? "0") > 0
    if (isHeld && isMore && invoice.status === "confirming") return {}
    const isPart = isPaidInPart({ ...payment, gateway_status: invoice.status, received_amount: received })
    return {
      received_amount: received,
      implausible_amount: null,
      ...(isPart && payment.part_seen_at === null ? { part_seen_at: now } : {}),
      ...(isPart && isLargest(payment, received) ? { largest_part_amount: received } : {}),
    }
  }
  const isSettling = next === "settled" && state !== "settled"
  const hasGoneBack =
    (state === "settled" && next !== "settled") || (state === "confirming" && next !== "confirming")
  return {
    ...(isAbsurd ? { implausible_amount: received } : {}),
    ...(isSettling || hasGoneBack ? { received_amount: null } : {}),
  }
}

/** Amounts of another asset are not comparable with ours: an operator looks up what is owed. */
function foreignColumns(attempt: PaymentFacts, invoice: Invoice): ReceivedColumns {
  if (findMismatch(invoice, attempt) !== "asset_mismatch") return {}
  const amount = receivedOf(invoice, attempt) ?? invoice.amount
  return { received_amount: null, implausible_amount: truncateAmount(amount, attempt.decimals) }
}

/** Once a person has decided, a larger part is not reported. */
function isLargest({ resolution, largest_part_amount: largest }: PaymentFacts, received: string): boolean {
  return resolution === null && (largest === null || compareAmounts(received, largest) > 0)
}

type ShownAddress = { chain: string; deposit_address: string | null; memo: string | null }

/** Why the address of an invoice is not shown. Append-only: it is stored, and shown to the merchant. */
export const ADDRESS_REFUSALS = [
  "unusable",
  /** A Stellar invoice that needs a memo names none, or two that differ. */
  "memo_unclear",
  /** The address or memo differs from what the payer was shown before. */
  "changed",
] as const
export type AddressRefusalReason = (typeof ADDRESS_REFUSALS)[number]

type Receiver = Pick<Invoice, "depositAddress" | "memoId" | "memo" | "receiveMode">

/**
 * Decides whether the address of an invoice may be shown to its payer. When an address changes after a payer saw it, the first or
 * the second may be an attack, so neither is shown from then on.
 *
 * @param shown the row's address, or null if none was ever shown
 * @returns why not, or null; an invoice without an address changes nothing
 * @see service-interface "Stellar mainnet invoice rules"
 */
export function findAddressRefusal(invoice: Receiver, shown: ShownAddress): AddressRefusalReason | null {
  const { depositAddress, receiveMode } = invoice
  const memo = memoOf(invoice)
  if (depositAddress === undefined) return null
  if (shown.deposit_address !== null) {
    const isSame = isSameAddress(shown.chain, depositAddress, shown.deposit_address)
    return isSame && (memo === null || memo === shown.memo) ? null : "changed"
  }
  if (invoice.memoId !== undefined && invoice.memo !== undefined && invoice.memoId !== invoice.memo.value)
    return "memo_unclear"
  if (receiveMode === "memo_required" && memo === null) return "memo_unclear"
  const address = { chain: shown.chain, address: depositAddress, memo: memo ?? undefined }
  return validateAddress(address).kind === "invalid" ? "unusable" : null
}

/** On EVM the case of a letter is only a checksum. */
export function isSameAddress(chain: string, one: string, other: string): boolean {
  return chain === "evm" ? one.toLowerCase() === other.toLowerCase() : one === other
}

function memoOf({ memoId, memo }: Pick<Invoice, "memoId" | "memo">): string | null {
  return memoId ?? memo?.value ?? null
}

/** An address is written once; a different address is refused. */
export function addressChange(
  payment: ShownAddress & { address_refused_at: Date | null },
  invoice: Receiver,
  now: Date
):
  | { address_refused_at: Date; address_refusal: AddressRefusalReason }
  | { deposit_address: string; memo: string | null }
  | Record<never, never> {
  const refusal = findAddressRefusal(invoice, payment)
  if (refusal !== null && payment.address_refused_at === null)
    return { address_refused_at: now, address_refusal: refusal }
  if (refusal !== null || !invoice.depositAddress || payment.deposit_address !== null) return {}
  return { deposit_address: invoice.depositAddress, memo: memoOf(invoice) }
}
