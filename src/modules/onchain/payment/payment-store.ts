import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  canMove,
  nextState,
  splitState,
  statusToState,
  type AttemptState,
  type PaymentState,
} from "../../../domain/payment/payment-lifecycle"
import { FIRST_CHECK_MS, OPENING_CHECK_MS } from "../../../domain/payment/check-schedule"
import { isUndecidedPart } from "../../../domain/payment/partial-payment"
import {
  contradictionChange,
  decideReview,
  findContradiction,
  isAssignedTo,
  reasonToHold,
  type SettlementBounds,
  type UnallocatedReason,
} from "../../../domain/payment/settlement"
import { MAX_SHORTFALL_BPS } from "../../../domain/payment/received-amount"
import type { AddressRefusalReason } from "../../../domain/payment/shown-address"
import { compareAmounts } from "../../../gateway/amount"
import type { Assumptions } from "../../../gateway/assumptions"
import type { Invoice } from "../../../gateway/contract"
import { changeWithNote } from "../work/audit-log"
import { scopeColumns, type Scope } from "../work/scope"
import { addToOutbox, changeWithEvents, type OutboxEvent } from "../work/outbox"
import { contradictedEvent, partialEvent, unallocatedEvent } from "./payment-events"
import { invoiceToColumns, receivedColumns } from "./invoice-columns"
import {
  insertPaymentRow,
  lockPayment,
  paymentToExpected,
  selectPayments,
  updatePayments,
  type Columns,
  type NewPayment,
  type PaymentRow,
} from "./payment-row"

/** No known status is longer. */
const LONGEST_STATUS = 200
/** Postgres: an index that is unique has such a row. */
const UNIQUE_VIOLATION = "23505"

/**
 * Reads and writes payments with their attempts. Rows are never deleted. Every change of state is one guarded
 * statement, so of two parallel decisions one wins.
 */
export class PaymentStore {
  /** @param scope identifiers of the gateway mean something in their own account alone */
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly assumptions: Assumptions,
    private readonly bounds: SettlementBounds = { maxShortfallBps: MAX_SHORTFALL_BPS }
  ) {}

  find(
    where:
      | { id: string }
      | { session_id: string }
      | { gateway_invoice_id: string }
      | { gateway_intent_id: string }
      | { external_order_id: string }
  ): Promise<PaymentRow | undefined> {
    const isOurs = "id" in where || "session_id" in where
    return selectPayments(this.knex)
      .where(isOurs ? where : { ...where, ...scopeColumns(this.scope) })
      .first()
  }

  /**
   * The payment shown for a cart or order: the captured one, else one whose money waits for its order or for
   * a person, so that nobody pays again; else the newest that was not replaced.
   *
   * @param collectionIds Medusa's payment collections
   */
  findShown(collectionIds: readonly string[]): Promise<PaymentRow | undefined> {
    return selectPayments(this.knex)
      .whereIn("collection_id", [...collectionIds])
      .orderByRaw(
        `CASE WHEN state = 'captured' THEN 0
              WHEN state IN ('confirming', 'settled', 'unallocated') AND resolution IS NULL THEN 1
              WHEN abandoned_at IS NULL THEN 2 ELSE 3 END, created_at DESC, id DESC`
      )
      .first()
  }

  /** Stores the collection on payments of these sessions that do not have it yet. */
  async connect(collectionId: string, sessionIds: readonly string[]): Promise<void> {
    await this.knex("onchain_payment")
      .whereIn("session_id", [...sessionIds])
      .whereNull("collection_id")
      .update({ collection_id: collectionId, updated_at: new Date() })
  }

  /** @returns false when there already is one: of its session, its key, its invoice or intent; nothing is reported then */
  async insert(row: NewPayment, events: readonly OutboxEvent[] = []): Promise<boolean> {
    const next_check_at = this.knex.raw("now() + ? * interval '1 millisecond'", [OPENING_CHECK_MS])
    const stored = { next_check_at, ...scopeColumns(this.scope), ...row }
    try {
      await changeWithEvents(this.knex, events, (knex) => insertPaymentRow(knex, stored))
      return true
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) return false
      throw error
    }
  }

  async note(id: string, columns: Columns): Promise<void> {
    await updatePayments(this.knex, { sql: "id = ?", bindings: [id] }, columns)
  }

  /**
   * Claims the next look at a payment whose address is not ready: of pages that poll together in all
   * processes, one calls the service.
   *
   * @returns false when another page looked less than `intervalMs` ago
   */
  async claimLook(id: string, nowMs: number, intervalMs: number): Promise<boolean> {
    const claimed = await this.knex("onchain_attempt")
      .where({ payment_id: id })
      .andWhere((due) =>
        due.whereNull("checked_at").orWhere("checked_at", "<=", new Date(nowMs - intervalMs))
      )
      .update({ checked_at: new Date(nowMs), updated_at: new Date(nowMs) })
    return claimed === 1
  }

  /** Hides the address of a payment from now on. The first reason stays. */
  async refuseAddress(id: string, refusal: AddressRefusalReason): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_attempt SET address_refused_at = now(), address_refusal = ?, updated_at = now()
       WHERE payment_id = ? AND address_refused_at IS NULL`,
      [refusal, id]
    )
  }

  async noteUnknownInvoice(id: string, reason: string): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_attempt SET last_error = ?, invoice_unknown_at = COALESCE(invoice_unknown_at, now()),
         updated_at = now()
       WHERE payment_id = ?`,
      [reason, id]
    )
  }

  /**
   * Moves a payment along its lifecycle.
   *
   * @param events report the move, and are added with it
   * @returns whether this call made the move; false when the row was elsewhere by then
   * @throws when the lifecycle has no such edge
   */
  async move(
    payment: PaymentRow,
    to: PaymentState,
    columns: Columns = {},
    events: readonly OutboxEvent[] = []
  ): Promise<boolean> {
    if (!canMove(payment.state, to))
      throw new Error(`payment ${payment.id} cannot go from ${payment.state} to ${to}`)
    const moved = await changeWithEvents(this.knex, events, (knex) =>
      updatePayments(knex, isStill(payment), { ...columns, state: to })
    )
    return moved !== undefined
  }

  /**
   * Records what the canonical invoice says, and the progress invoice when there is one, and adds the events that report it.
   *
   * @param also columns that belong to the same write
   * @returns the row as it now is; another process may have been faster, and nothing was written then
   */
  async record(
    payment: PaymentRow,
    invoice: Invoice,
    progress: Invoice = invoice,
    also: Partial<PaymentRow> = {}
  ): Promise<PaymentRow> {
    const planned = this.planRecord(payment, { invoice, progress, also })
    if (planned.events.length === 0) {
      const row = (await write(this.knex, planned)) ?? (await this.find({ id: payment.id }))
      if (!row) throw new Error(`payment ${payment.id} is gone; payment rows are never deleted`)
      return row
    }
    return this.locked(payment.id, async (trx, now) => {
      if (now.state !== payment.state) return now
      const plan = this.planRecord(now, { invoice, progress, also })
      const row = await write(trx, plan)
      await addToOutbox(trx, plan.events)
      return row ?? now
    })
  }

  /** Decides what a reading of the invoice changes in the row, and what of it others must hear. */
  private planRecord(payment: PaymentRow, { invoice, progress, also }: Reading): PlannedWrite {
    const observed = this.observe(payment, invoice)
    // The rest of a part in review has come: it is settled like any other money.
    const isCompleted = observed === "settled" && isUndecidedPart(payment)
    const next = isCompleted ? "settled" : nextState(payment.state, observed ?? stateOfUnknown(payment.state))
    const { columns: contradicted, events } = this.contradictionChange(payment, invoice)
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
        ...events,
      ],
    }
  }

  /** What the invoice says against money that is captured or held for review. */
  private contradictionChange(payment: PaymentRow, invoice: Invoice): Change {
    if (payment.state !== "captured" && payment.state !== "unallocated") return NO_CHANGE
    return this.toChange(
      payment,
      findContradiction(invoice, paymentToExpected(payment), payment, this.bounds)
    )
  }

  private toChange(payment: PaymentRow, found: string | null): Change {
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

  /** Records a contradiction found before its capture was recorded: the process died in between. */
  contradictCapture(id: string, found: string): Promise<void> {
    return this.locked(id, async (trx, payment) => {
      if (payment.state !== "captured") return
      const { columns, events } = this.toChange(payment, found)
      await updatePayments(trx, { sql: "id = ?", bindings: [id] }, columns)
      await addToOutbox(trx, events)
    })
  }

  /** Does something in a transaction that holds the lock of a payment. */
  private locked<Result>(
    id: string,
    work: (trx: Knex.Transaction, payment: PaymentRow) => Promise<Result>
  ): Promise<Result> {
    return this.knex.transaction(async (trx) => {
      const payment = await lockPayment(trx, id)
      if (!payment) throw new Error(`payment ${id} is gone; payment rows are never deleted`)
      return work(trx, payment)
    })
  }

  /**
   * Records that an operator has reviewed a contradiction. @returns undefined when there is no such payment
   */
  reviewContradiction(
    id: string,
    actorId: string
  ): Promise<{ payment: PaymentRow; decision: ReturnType<typeof decideReview> } | undefined> {
    return this.knex.transaction(async (trx) => {
      const payment = await lockPayment(trx, id)
      if (!payment) return undefined
      const decision = decideReview(payment)
      if (decision !== "record") return { payment, decision }
      const change = {
        sql: `UPDATE onchain_payment SET contradiction_ended_at = now(), contradiction_ended_by = ?, updated_at = now()
              WHERE id = ? RETURNING *`,
        bindings: [actorId, id],
      }
      const note = { action: "payment.contradiction_reviewed", actorId, before: null, after: null }
      await changeWithNote(trx, "payment", change, note)
      return { payment: (await lockPayment(trx, id)) ?? payment, decision }
    })
  }

  /** The first check of a payment that can be paid from now on, by the database's clock. */
  private soon(): Knex.Raw {
    return this.knex.raw("now() + ? * interval '1 millisecond'", [FIRST_CHECK_MS])
  }

  /** The paid invoice of a deposit in review says nothing about a payment until it is assigned. */
  private observe(payment: PaymentRow, invoice: Invoice): PaymentState | null {
    if (payment.kind === "auto_deposit" && !isAssignedTo(invoice, payment.external_order_id)) return null
    return statusToState(invoice.status, this.assumptions.statuses.invoice)
  }

  /** Holds money without a destination for review. */
  holdForReview(payment: PaymentRow, reason: UnallocatedReason): Promise<boolean> {
    const settled_at = payment.settled_at ?? new Date()
    const columns = { unallocated_reason: reason, settled_at }
    return this.move(payment, "unallocated", columns, [unallocatedEvent(payment, reason)])
  }
}

type Reading = { invoice: Invoice; progress: Invoice; also: Partial<PaymentRow> }
type Change = { columns: Columns; events: OutboxEvent[] }
/** Changes the row that was read, unless it has moved meanwhile, or where it has to be undecided, was decided about. */
type PlannedWrite = Change & { from: PaymentRow; attemptState: AttemptState | null; isUndecided: boolean }

const NO_CHANGE: Change = { columns: {}, events: [] }

async function write(
  knex: Knex,
  { from, columns, attemptState, isUndecided }: PlannedWrite
): Promise<PaymentRow | undefined> {
  const { sql, bindings } = isStill(from)
  const where = { sql: isUndecided ? `${sql} AND resolution IS NULL` : sql, bindings }
  const [updated] = await updatePayments(knex, where, columns, attemptState)
  return updated
}

/** The payment has not moved since it was read. */
function isStill({ id, state }: PaymentRow) {
  return { sql: "id = ? AND state = ?", bindings: [id, state] }
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

function isEnded(state: PaymentState): boolean {
  return state === "expired" || state === "failed" || state === "cancelled"
}

/** An unknown status moves nothing, except that an existing invoice is no longer being opened. */
function stateOfUnknown(current: PaymentState): PaymentState | null {
  return current === "opening" ? "awaiting" : null
}
