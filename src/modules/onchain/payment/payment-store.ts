import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { canMove, isToBePlaced, type PaymentState } from "../../../domain/payment/payment-status"
import { OPENING_CHECK_MS } from "../../../domain/payment/check-schedule"
import {
  decideReview,
  type SettlementBounds,
  type UnallocatedReason,
} from "../../../domain/payment/settlement"
import { MAX_SHORTFALL_BPS } from "../../../domain/payment/received-amount"
import type { AddressRefusalReason } from "../../../domain/payment/payment-page"
import type { Invoice } from "../../../gateway/contract"
import { changeWithNote } from "../work/audit-log"
import { type Scope, scopeColumns } from "../work/claim"
import { addToOutbox, changeWithEvents, type OutboxEvent } from "../work/outbox"
import {
  type InvoiceReading,
  InvoiceReadings,
  isStill,
  unallocatedEvent,
  writePlanned,
} from "./invoice-readings"
import {
  isCurrent,
  lockPayment,
  selectAnyPayments,
  selectAttempts,
  selectPayments,
  type AnyPayment,
  type PaymentRow,
} from "./payment-row"
import { storeDueStatuses, storeStatus } from "./payment-status"
import {
  insertPaymentRow,
  toTables,
  updateEarlierAttempt,
  updatePaymentAlone,
  updatePayments,
  type Columns,
  type NewPayment,
} from "./payment-writes"

/** Postgres: an index that is unique has such a row. */
const UNIQUE_VIOLATION = "23505"

/**
 * Reads and writes payments with their attempts. Rows are never deleted. Every change of state is one guarded
 * statement, so of two parallel decisions one wins.
 */
export class PaymentStore {
  private readonly readings: InvoiceReadings

  /** @param scope identifiers of the gateway mean something in their own account alone */
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    bounds: SettlementBounds = { maxShortfallBps: MAX_SHORTFALL_BPS }
  ) {
    this.readings = new InvoiceReadings(knex, bounds)
  }

  /** @see storeDueStatuses */
  storeDueStatuses(): Promise<number> {
    return storeDueStatuses(this.knex)
  }

  /** By our ids: with the current attempt. By a gateway id: with the attempt that has it. */
  find(
    where:
      | { id: string }
      | { session_id: string }
      | { attempt_id: string }
      | { gateway_invoice_id: string }
      | { gateway_intent_id: string }
      | { external_order_id: string }
  ): Promise<PaymentRow | undefined> {
    if ("id" in where || "session_id" in where) return selectPayments(this.knex).where(where).first()
    const isOurs = "attempt_id" in where
    return selectAttempts(this.knex)
      .where(isOurs ? where : { ...where, ...scopeColumns(this.scope) })
      .first()
  }

  /** Includes a payment without an attempt. */
  findAny(where: { id: string } | { session_id: string }): Promise<AnyPayment | undefined> {
    return selectAnyPayments(this.knex, "current").where(where).first()
  }

  /** The payment that a refund belongs to, with the attempt that received the money. */
  findOfRefund(refund: { payment_id: string; attempt_id: string | null }): Promise<PaymentRow | undefined> {
    return this.find(
      refund.attempt_id === null ? { id: refund.payment_id } : { attempt_id: refund.attempt_id }
    )
  }

  /** All attempts of a payment, oldest first. */
  listAttempts(id: string): Promise<PaymentRow[]> {
    return selectAttempts(this.knex).where({ id }).orderBy("attempt_id")
  }

  /**
   * The payment shown for a cart or order: the captured one, else one whose money waits for its order or for
   * a person, so that nobody pays again; else the newest that was not replaced.
   *
   * @param collectionIds Medusa's payment collections
   */
  findShown(collectionIds: readonly string[]): Promise<AnyPayment | undefined> {
    return selectAnyPayments(this.knex, "current")
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

  /** Attempt columns are those of the current attempt. */
  async note(id: string, columns: Columns): Promise<void> {
    const hasAttempt = Object.keys(toTables(columns, "").attempt).length > 0
    await (hasAttempt
      ? updatePayments(this.knex, { sql: "id = ?", bindings: [id] }, columns)
      : updatePaymentAlone(this.knex, id, columns))
  }

  /**
   * Claims the next look at a payment whose address is not ready: of pages that poll together in all
   * processes, one calls the service.
   *
   * @returns false when another page looked less than `intervalMs` ago
   */
  async claimLook({ attempt_id: id }: PaymentRow, nowMs: number, intervalMs: number): Promise<boolean> {
    const claimed = await this.knex("onchain_attempt")
      .where({ id })
      .andWhere((due) =>
        due.whereNull("checked_at").orWhere("checked_at", "<=", new Date(nowMs - intervalMs))
      )
      .update({ checked_at: new Date(nowMs), updated_at: new Date(nowMs) })
    return claimed === 1
  }

  /** Hides the address of a payment from now on. The first reason stays. */
  async refuseAddress({ attempt_id }: PaymentRow, refusal: AddressRefusalReason): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_attempt SET address_refused_at = now(), address_refusal = ?, updated_at = now()
       WHERE id = ? AND address_refused_at IS NULL`,
      [refusal, attempt_id]
    )
  }

  async noteUnknownInvoice(attemptId: string, reason: string): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_attempt SET last_error = ?, invoice_unknown_at = COALESCE(invoice_unknown_at, now()),
         updated_at = now()
       WHERE id = ?`,
      [reason, attemptId]
    )
  }

  /**
   * Applies a state transition to a payment, or to an earlier attempt.
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
    if (!isCurrent(payment))
      return (await updateEarlierAttempt(this.knex, payment, { ...columns, state: to })) !== undefined
    const moved = await changeWithEvents(this.knex, events, (knex) =>
      updatePayments(knex, isStill(payment), { ...columns, state: to })
    )
    return moved !== undefined
  }

  /**
   * Records what the canonical invoice says, and the progress invoice when there is one, and adds the events that report it.
   *
   * @param also columns that belong to the same write
   * @returns the attempt as it now is; another process may have been faster, and nothing was written then
   */
  async record(
    payment: PaymentRow,
    invoice: Invoice,
    progress: Invoice = invoice,
    also: Partial<PaymentRow> = {}
  ): Promise<PaymentRow> {
    const reading = { invoice, progress, also }
    if (!isCurrent(payment)) return this.recordEarlier(payment, reading)
    const written = await this.recordCurrent(payment, reading)
    if (written) return written
    const now = await this.findAttempt(payment)
    // Another attempt is shown since: what was read is still that of this one.
    return isCurrent(now) || now.state !== payment.state ? now : this.recordEarlier(now, reading)
  }

  /** @returns undefined when the payment has moved since it was read, or shows another attempt */
  private recordCurrent(payment: PaymentRow, reading: InvoiceReading): Promise<PaymentRow | undefined> {
    const planned = this.readings.plan(payment, reading)
    if (planned.events.length === 0) return writePlanned(this.knex, planned)
    return this.locked(payment.id, async (trx, now) => {
      if (now.state !== payment.state || now.attempt_id !== payment.attempt_id) return undefined
      const plan = this.readings.plan(now, reading)
      const row = await writePlanned(trx, plan)
      if (row) await addToOutbox(trx, plan.events)
      return row
    })
  }

  /** Records the invoice of an earlier attempt; {@link followEarlier} decides what it means. */
  private async recordEarlier(attempt: PaymentRow, reading: InvoiceReading): Promise<PaymentRow> {
    const columns = this.readings.planEarlier(attempt, reading)
    return (await updateEarlierAttempt(this.knex, attempt, columns)) ?? this.findAttempt(attempt)
  }

  private async findAttempt({ attempt_id }: PaymentRow): Promise<PaymentRow> {
    const row = await this.find({ attempt_id })
    if (!row) throw new Error(`attempt ${attempt_id} is gone; attempts are never deleted`)
    return row
  }

  /** Records a contradiction found before its capture was recorded: the process died in between. */
  contradictCapture(id: string, found: string): Promise<void> {
    return this.locked(id, async (trx, payment) => {
      if (payment.state !== "captured") return
      const { columns, events } = this.readings.contradict(payment, found)
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
      await storeStatus(trx, [id])
      return { payment: (await lockPayment(trx, id)) ?? payment, decision }
    })
  }

  /** Holds money without a destination for review. The same reason is reported once. */
  holdForReview(payment: PaymentRow, reason: UnallocatedReason): Promise<boolean> {
    const settled_at = payment.settled_at ?? new Date()
    const columns = { unallocated_reason: reason, settled_at }
    const events = payment.unallocated_reason === reason ? [] : [unallocatedEvent(payment, reason)]
    return this.move(payment, "unallocated", columns, events)
  }

  /**
   * Takes money out of review to place its order once more. The reason stays until it is captured.
   *
   * @returns undefined when a person has decided about it, or has to
   */
  takeBackToPlace(id: string, nowMs: number): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (trx) => {
      const payment = await lockPayment(trx, id)
      if (!payment || !isToBePlaced(payment, nowMs)) return undefined
      const [row] = await updatePayments(trx, { sql: "id = ?", bindings: [id] }, { state: "settled" })
      return row
    })
  }
}
