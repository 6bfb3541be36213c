import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  isSettledStatus,
  nextState,
  splitState,
  statusToState,
  type AttemptState,
  type PaymentState,
} from "../../../domain/payment/payment-lifecycle"
import { FIRST_CHECK_MS } from "../../../domain/payment/check-schedule"
import { isPaidInPart, isUndecidedPart } from "../../../domain/payment/partial-payment"
import {
  contradictionChange,
  findContradiction,
  findMismatch,
  isAssignedTo,
  reasonToHold,
  receivedOf,
  type SettlementBounds,
  type UnallocatedReason,
} from "../../../domain/payment/settlement"
import { isImplausible } from "../../../domain/payment/received-amount"
import { addressChange } from "../../../domain/payment/shown-address"
import { compareAmounts, truncateAmount } from "../../../gateway/amount"
import type { Invoice } from "../../../gateway/contract"
import type { OutboxEvent } from "../work/outbox"
import { contradictedEvent, expiredEvent, partialEvent, unallocatedEvent } from "./payment-events"
import { paymentToExpected, updatePayments, type Columns, type PaymentRow } from "./payment-row"

/** No known status is longer. */
const LONGEST_STATUS = 200

/** The canonical invoice, its progress, and columns that belong to the same write. */
export type InvoiceReading = { invoice: Invoice; progress: Invoice; also: Partial<PaymentRow> }
type Change = { columns: Columns; events: OutboxEvent[] }
/** Changes the row that was read, unless it has moved meanwhile, or where it has to be undecided, was decided about. */
export type PlannedWrite = Change & {
  from: PaymentRow
  attemptState: AttemptState | null
  isUndecided: boolean
}

const NO_CHANGE: Change = { columns: {}, events: [] }

/** Decides what a reading of the invoice changes in a payment's row, and what of it others must hear. Writes nothing. */
export class InvoiceReadings {
  constructor(
    private readonly knex: Knex,
    private readonly bounds: SettlementBounds
  ) {}

  plan(payment: PaymentRow, { invoice, progress, also }: InvoiceReading): PlannedWrite {
    const observed = this.observe(payment, invoice)
    // The rest of a part in review has come: it is settled like any other money.
    const isCompleted = observed === "settled" && isUndecidedPart(payment)
    const next = isCompleted ? "settled" : nextState(payment.state, observed ?? stateOfUnknown(payment.state))
    const { columns: contradicted, events } = this.contradictionOf(payment, invoice)
    const received = receivedColumns(payment, invoice, next)
    const { largest_part_amount: part } = received
    const columns: Columns = {
      ...also,
      ...invoiceToColumns(payment, invoice, progress),
      ...received,
      ...contradicted,
      ...(isCompleted ? COMPLETED : {}),
    }
    // An invoice that ended may report money later.
    const isNews = payment.state !== next || (isEnded(next) && observed !== null && isEnded(observed))
    // Medusa may have captured it already, so the settlement decides.
    const isTakenBack = payment.state === "settled" && isEnded(next)
    const trouble =
      isNews && !isTakenBack ? findTrouble(next, { ...payment, ...also }, invoice, this.bounds) : null
    if (trouble) columns.unallocated_reason = trouble
    if ((next === "settled" || trouble) && (payment.settled_at === null || isCompleted))
      columns.settled_at = new Date()
    if (payment.state === "settled" && next !== "settled" && !trouble) columns.settled_at = null
    if (next === "confirming" && payment.state !== next) columns.confirming_at = new Date()
    if (payment.state === "opening") columns.next_check_at = this.soon()
    return {
      from: payment,
      columns: { ...columns, state: trouble ? "unallocated" : next },
      attemptState: trouble ? splitState(next).attempt : null,
      isUndecided: isCompleted,
      events: [
        ...(part === undefined ? [] : [partialEvent(payment, part)]),
        ...(trouble ? [unallocatedEvent(payment, trouble)] : []),
        ...(!trouble && isExpiring(payment, next) ? [expiredEvent(payment)] : []),
        ...events,
      ],
    }
  }

  /** Changes of a reading to an earlier attempt's row: state and amounts. */
  planEarlier(attempt: PaymentRow, { invoice, progress, also }: InvoiceReading): Columns {
    const next = nextState(attempt.state, this.observe(attempt, invoice) ?? stateOfUnknown(attempt.state))
    return {
      ...also,
      ...invoiceToColumns(attempt, invoice, progress),
      ...receivedColumns(attempt, invoice, next),
      ...(next === "settled" ? foreignColumns(attempt, invoice) : {}),
      ...(next === "confirming" && attempt.state !== next ? { confirming_at: new Date() } : {}),
      state: next,
    }
  }

  /** What the invoice says against money that is captured or held for review. */
  private contradictionOf(payment: PaymentRow, invoice: Invoice): Change {
    if (payment.state !== "captured" && payment.state !== "unallocated") return NO_CHANGE
    return this.contradict(
      payment,
      findContradiction(invoice, paymentToExpected(payment), payment, this.bounds)
    )
  }

  /** What a contradiction, or its end, changes; null stands for no contradiction. */
  contradict(payment: PaymentRow, found: string | null): Change {
    const contradiction = found?.slice(0, LONGEST_STATUS) ?? null
    const change = contradictionChange(payment, contradiction)
    if (change === "none") return NO_CHANGE
    if (change === "update") return { columns: { contradiction }, events: [] }
    if (change === "end") {
      const now = this.knex.raw("COALESCE(contradiction_ended_at, now())")
      return { columns: { contradiction, contradiction_ended_at: now }, events: [] }
    }
    const columns = {
      contradiction,
      contradicted_at: new Date(),
      contradiction_ended_at: null,
      contradiction_ended_by: null,
      next_check_at: this.soon(),
    }
    return { columns, events: [contradictedEvent(payment, contradiction)] }
  }

  /** The first check of a payment that can be paid from now on, by the database's clock. */
  private soon(): Knex.Raw {
    return this.knex.raw("now() + ? * interval '1 millisecond'", [FIRST_CHECK_MS])
  }

  /** The paid invoice of a deposit in review says nothing about a payment until it is assigned. */
  private observe(payment: PaymentRow, invoice: Invoice): PaymentState | null {
    if (payment.kind === "auto_deposit" && !isAssignedTo(invoice, payment.external_order_id)) return null
    return statusToState(invoice.status)
  }
}

export async function writePlanned(
  knex: Knex,
  { from, columns, attemptState, isUndecided }: PlannedWrite
): Promise<PaymentRow | undefined> {
  const { sql, bindings } = isStill(from)
  const where = { sql: isUndecided ? `${sql} AND resolution IS NULL` : sql, bindings }
  const [updated] = await updatePayments(knex, where, columns, attemptState)
  return updated
}

/** The payment still has the state and attempt that were read. */
export function isStill({ id, attempt_id, state }: PaymentRow) {
  return { sql: "id = ? AND attempt_id = ? AND state = ?", bindings: [id, attempt_id, state] }
}

/** What was noted of a part is over when the rest is there. */
const COMPLETED: Columns = { unallocated_reason: null, part_hold_until: null }

/** Why settled money cannot go where it was meant to, or null. */
function findTrouble(
  next: PaymentState,
  payment: PaymentRow,
  invoice: Invoice,
  bounds: SettlementBounds
): UnallocatedReason | null {
  if (next === "settled") return reasonToHold(invoice, paymentToExpected(payment), bounds)
  const hasReceivedSome =
    invoice.receivedAmount !== undefined && compareAmounts(invoice.receivedAmount, "0") > 0
  return isEnded(next) && hasReceivedSome ? "partial_payment" : null
}

/** Whether a quote expires while an order awaits payment. */
function isExpiring(payment: PaymentRow, next: PaymentState): boolean {
  const { state, order_placed_at, order_closed_at, abandoned_at } = payment
  const isWaiting = order_placed_at !== null && order_closed_at === null && abandoned_at === null
  return next === "expired" && state !== next && isWaiting
}

function isEnded(state: PaymentState): boolean {
  return state === "expired" || state === "failed" || state === "cancelled"
}

/** An unknown status moves nothing, except that an existing invoice is no longer being opened. */
function stateOfUnknown(current: PaymentState): PaymentState | null {
  return current === "opening" ? "awaiting" : null
}

/** What a canonical invoice says, as columns of the payment and its attempt. */
function invoiceToColumns(payment: PaymentRow, invoice: Invoice, progress: Invoice): Columns {
  const txHash = invoice.settlementTxHash ?? progress.confirmationProgress?.txHash
  return {
    gateway_status: invoice.status,
    checked_at: new Date(),
    ...(payment.invoice_unknown_at ? { invoice_unknown_at: null, last_error: null } : {}),
    ...(payment.kind === "invoice" ? addressChange(payment, invoice) : {}),
    ...(txHash ? { tx_hash: txHash } : {}),
    ...confirmationColumns(payment, invoice.status, progress),
  }
}

/**
 * What came, as far as it is plausible. An earlier amount is dropped where the invoice settles without an
 * amount (a part is not all that came), or goes back without one (it may be gone).
 */
function receivedColumns(
  payment: PaymentRow,
  invoice: Invoice,
  next: PaymentState
): Columns & { largest_part_amount?: string } {
  const { expected_amount: expected, decimals } = payment
  const reported = receivedOf(invoice, payment.kind)
  const received = reported === undefined ? undefined : truncateAmount(reported, decimals)
  const isAbsurd = received !== undefined && isImplausible({ expected, received, decimals })
  if (received !== undefined && !isAbsurd) {
    const part = { gateway_status: invoice.status, expected_amount: expected, received_amount: received }
    const isPart = isPaidInPart(part)
    return {
      received_amount: received,
      implausible_amount: null,
      ...(isPart && payment.part_seen_at === null ? { part_seen_at: new Date() } : {}),
      ...(isPart && isLargest(payment, received) ? { largest_part_amount: received } : {}),
    }
  }
  const isSettling = next === "settled" && payment.state !== "settled"
  const hasGoneBack =
    (payment.state === "settled" && next !== "settled") ||
    (payment.state === "confirming" && next === "awaiting")
  return {
    ...(isAbsurd ? { implausible_amount: received } : {}),
    ...(isSettling || hasGoneBack ? { received_amount: null } : {}),
  }
}

/** An amount of another asset is none of ours: an operator looks up what is owed. */
function foreignColumns(attempt: PaymentRow, invoice: Invoice): Columns {
  if (findMismatch(invoice, paymentToExpected(attempt)) !== "asset_mismatch") return {}
  const amount = receivedOf(invoice, attempt.kind) ?? invoice.amount
  return { received_amount: null, implausible_amount: truncateAmount(amount, attempt.decimals) }
}

/** A larger part needs no report once a person has decided. */
function isLargest({ resolution, largest_part_amount: largest }: PaymentRow, received: string): boolean {
  return resolution === null && (largest === null || compareAmounts(received, largest) > 0)
}

/** Settled money has every confirmation, even when the last ones were never reported. */
function confirmationColumns(
  payment: PaymentRow,
  status: string,
  { confirmationProgress }: Invoice
): Columns {
  if (isSettledStatus(status)) return { confirmations: payment.confirmations_required }
  if (status !== "confirming") return { confirmations: null }
  const { current, required } = confirmationProgress ?? {}
  return {
    ...(current !== undefined ? { confirmations: Math.trunc(current) } : {}),
    ...(required !== undefined ? { confirmations_required: Math.trunc(required) } : {}),
  }
}
