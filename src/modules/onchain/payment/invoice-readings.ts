import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  decideContradiction,
  decideEarlierReading,
  decideReading,
  type Reading,
} from "../../../domain/payment/invoice-reading"
import {
  isSettledStatus,
  splitState,
  type AttemptState,
  type PaymentState,
} from "../../../domain/payment/payment-lifecycle"
import { FIRST_CHECK_MS } from "../../../domain/payment/check-schedule"
import type { SettlementBounds } from "../../../domain/payment/settlement"
import { addressChange } from "../../../domain/payment/shown-address"
import type { Invoice } from "../../../gateway/contract"
import type { OutboxEvent } from "../work/outbox"
import { contradictedEvent, expiredEvent, partialEvent, unallocatedEvent } from "./payment-events"
import { paymentToExpected, type PaymentRow } from "./payment-row"
import { updatePayments, type Columns } from "./payment-writes"

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

/** Writes out what a reading of the invoice changes in a payment's row, and what of it others must hear. */
export class InvoiceReadings {
  constructor(
    private readonly knex: Knex,
    private readonly bounds: SettlementBounds
  ) {}

  plan(payment: PaymentRow, { invoice, progress, also }: InvoiceReading): PlannedWrite {
    const now = new Date()
    const expected = paymentToExpected({ ...payment, ...also })
    const reading = decideReading(payment, expected, invoice, { bounds: this.bounds, now })
    const { trouble, isCompleted, settledAt, received } = reading
    const contradicted = this.contradictionColumns(payment, reading.contradiction)
    const columns: Columns = {
      ...also,
      ...invoiceToColumns(payment, invoice, progress),
      ...received,
      ...contradicted.columns,
      ...(isCompleted ? COMPLETED : {}),
      ...(trouble ? { unallocated_reason: trouble } : {}),
      ...(settledAt === "same" ? {} : { settled_at: settledAt === "now" ? now : null }),
      ...(reading.isNowConfirming ? { confirming_at: now } : {}),
      ...(payment.state === "opening" ? { next_check_at: this.soon() } : {}),
      state: reading.state,
    }
    const { largest_part_amount: part } = received
    return {
      from: payment,
      columns,
      attemptState: trouble ? splitState(reading.attemptState).attempt : null,
      isUndecided: isCompleted,
      events: [
        ...(part === undefined ? [] : [partialEvent(payment, part)]),
        ...(trouble ? [unallocatedEvent(payment, trouble)] : []),
        ...(!trouble && isExpiring(payment, reading.state) ? [expiredEvent(payment)] : []),
        ...contradicted.events,
      ],
    }
  }

  /** Changes of a reading to an earlier attempt's row: state and amounts. */
  planEarlier(attempt: PaymentRow, { invoice, progress, also }: InvoiceReading): Columns {
    const now = new Date()
    const reading = decideEarlierReading(attempt, paymentToExpected(attempt), invoice, now)
    return {
      ...also,
      ...invoiceToColumns(attempt, invoice, progress),
      ...reading.received,
      ...(reading.isNowConfirming ? { confirming_at: now } : {}),
      state: reading.state,
    }
  }

  /** What a contradiction, or its end, changes; null stands for no contradiction. */
  contradict(payment: PaymentRow, found: string | null): Change {
    return this.contradictionColumns(payment, decideContradiction(payment, found))
  }

  private contradictionColumns(payment: PaymentRow, { found, change }: Reading["contradiction"]): Change {
    if (change === "none") return NO_CHANGE
    if (change === "update") return { columns: { contradiction: found }, events: [] }
    if (change === "end") {
      const now = this.knex.raw("COALESCE(contradiction_ended_at, now())")
      return { columns: { contradiction: found, contradiction_ended_at: now }, events: [] }
    }
    const columns = {
      contradiction: found,
      contradicted_at: new Date(),
      contradiction_ended_at: null,
      contradiction_ended_by: null,
      next_check_at: this.soon(),
    }
    return { columns, events: [contradictedEvent(payment, found)] }
  }

  /** The first check of a payment that can be paid from now on, by the database's clock. */
  private soon(): Knex.Raw {
    return this.knex.raw("now() + ? * interval '1 millisecond'", [FIRST_CHECK_MS])
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

/** Whether a quote expires while an order awaits payment. */
function isExpiring(payment: PaymentRow, next: PaymentState): boolean {
  const { state, order_placed_at, order_closed_at, abandoned_at } = payment
  const isWaiting = order_placed_at !== null && order_closed_at === null && abandoned_at === null
  return next === "expired" && state !== next && isWaiting
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
