import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { decideEarlierMoney, type EarlierAttemptDecision } from "../../../domain/payment/attempt"
import { FIRST_CHECK_MS, OPENING_CHECK_MS } from "../../../domain/payment/check-schedule"
import { type AddressRefusalReason, decideContradiction } from "../../../domain/payment/invoice-reading"
import { canMove, canPayAnew, isToBePlaced, type PaymentState } from "../../../domain/payment/payment-status"
import { isPaidInPart, MAX_SHORTFALL_BPS } from "../../../domain/payment/received-amount"
import {
  decideReview,
  type SettlementBounds,
  type UnallocatedReason,
} from "../../../domain/payment/settlement"
import type { Payout } from "../../../domain/payment/rails"
import { attemptRefundId } from "../../../domain/refund/refund-amount"
import type { Invoice, PayoutRecipient } from "../../../gateway/contract"
import { REFUND, type RefundRow } from "../refund/refund-ledger"
import { changeWithNote, noteAudit } from "../work/audit-log"
import { fromNow, type Scope, scopeColumns } from "../work/claim"
import { addToOutbox, changeWithEvents, type OutboxEvent } from "../work/outbox"
import { contradictionColumns, partialEvent, recordReading, unallocatedEvent } from "./payment-checks"
import { type PaymentMoney, readKnownMoney } from "./payment-records"
import {
  type AnyPayment,
  isCurrent,
  lockPayment,
  lockPayments,
  type PaymentRow,
  selectAnyPayments,
  selectAttempts,
  selectPayments,
  type UnchosenPayment,
} from "./payment-row"
import {
  type Columns,
  insertPaymentRow,
  type NewPayment,
  storeDueStatuses,
  storeStatus,
  toTables,
  updateEarlierAttempt,
  updatePaymentAlone,
  updatePayments,
} from "./payment-status"
import { insertRecipients, readPayout } from "./payout-split"

const UNIQUE_VIOLATION = "23505"

type NewSession = Pick<
  UnchosenPayment,
  "id" | "session_id" | "customer_id" | "collection_id" | "fiat_amount" | "currency_code"
>

/**
 * Payments with their attempts. Rows are never deleted. Every change of state is guarded, so of two parallel decisions one wins.
 *
 * Earlier attempts stay watched: the first to settle is captured, and money received by any other is a refund due.
 */
export class PaymentStore {
  /** @param scope identifiers of the gateway mean something in their own account alone */
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly bounds: SettlementBounds = { maxShortfallBps: MAX_SHORTFALL_BPS },
    readonly clock: () => number = Date.now
  ) {}

  readonly storeDueStatuses = (): Promise<number> => storeDueStatuses(this.knex)

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

  findAny(where: { id: string } | { session_id: string }): Promise<AnyPayment | undefined> {
    return selectAnyPayments(this.knex, "current").where(where).first()
  }

  /** The payment that a refund belongs to, with the attempt that received the money. */
  findOfRefund(refund: { payment_id: string; attempt_id: string | null }): Promise<PaymentRow | undefined> {
    return this.find(
      refund.attempt_id === null ? { id: refund.payment_id } : { attempt_id: refund.attempt_id }
    )
  }

  /** By their ids. */
  async findAttempts(ids: readonly string[]): Promise<Map<string, PaymentRow>> {
    if (ids.length === 0) return new Map()
    const rows = await selectAttempts(this.knex).whereIn("attempt_id", [...ids])
    return new Map(rows.map((row) => [row.attempt_id, row]))
  }

  /** All attempts of some payments, oldest first. */
  listAttempts(ids: readonly string[]): Promise<PaymentRow[]> {
    return selectAttempts(this.knex)
      .whereIn("id", [...ids])
      .orderBy(["attempt_created_at", "attempt_id"])
  }

  /** Whether an order of these payment collections is being cancelled for being unpaid, or was when the process died. */
  async isTimeoutNoted(collectionIds: readonly string[]): Promise<boolean> {
    const { rows } = await this.knex.raw(
      `SELECT 1 FROM onchain_payment WHERE collection_id = ANY(?) AND order_timed_out_at IS NOT NULL
         AND order_closed_at IS NULL AND deleted_at IS NULL LIMIT 1`,
      [[...collectionIds]]
    )
    return rows.length > 0
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
      .where({ collection_id: null, deleted_at: null })
      .update({ collection_id: collectionId, updated_at: this.knex.fn.now() })
  }

  /** @returns false when there already is one: of its session, its key, its invoice or intent; nothing is reported then */
  async insert(
    row: NewPayment,
    events: readonly OutboxEvent[] = [],
    recipients: readonly PayoutRecipient[] = []
  ): Promise<boolean> {
    const next_check_at = fromNow(this.knex, OPENING_CHECK_MS)
    const stored = { next_check_at, ...scopeColumns(this.scope), ...row }
    try {
      await this.knex.transaction(async (trx) => {
        await changeWithEvents(trx, events, (knex) => insertPaymentRow(knex, stored))
        await insertRecipients(trx, this.scope, row.attempt_id ?? "", recipients)
      })
      return true
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) return false
      throw error
    }
  }

  /** Attempt columns are those of the current attempt. */
  async note(id: string, columns: Columns): Promise<void> {
    const hasAttempt = Object.keys(toTables(columns).attempt).length > 0
    await (hasAttempt
      ? updatePayments(this.knex, { id }, columns)
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
    const { id, attempt_id, state } = payment
    const asRead = { id, sql: "attempt_id = ? AND state = ?", bindings: [attempt_id, state] }
    const moved = await changeWithEvents(this.knex, events, (knex) =>
      updatePayments(knex, asRead, { ...columns, state: to })
    )
    return moved !== undefined
  }

  /**
   * Records what the canonical invoice says, and the progress invoice when there is one.
   *
   * @param also columns that belong to the same write
   * @returns the attempt as it now is; another process may have been faster, and nothing was written then
   */
  record(
    { id, attempt_id, state }: PaymentRow,
    invoice: Invoice,
    progress: Invoice = invoice,
    also: Partial<PaymentRow> = {}
  ): Promise<PaymentRow> {
    return this.knex.transaction(async (trx) => {
      await lockPayments(trx, [id])
      const seen = await mustFind(trx, attempt_id)
      if (seen.state !== state) return seen
      const reading = { invoice, progress, also, now: new Date(this.clock()) }
      return (await recordReading(trx, seen, reading, this.bounds)) ?? seen
    })
  }

  /** Records a capture. @param found the status of its invoice, when that left `paid` after Medusa's capture */
  capture(payment: PaymentRow, columns: Columns, events: readonly OutboxEvent[], found: string | null) {
    const said =
      found === null
        ? { columns: {}, events: [] }
        : contradictionColumns(this.knex, payment, decideContradiction(payment, found))
    return this.move(payment, "captured", { ...columns, ...said.columns }, [...events, ...said.events])
  }

  /** Records that an operator has reviewed a contradiction. @returns undefined when there is no such payment */
  reviewContradiction(
    id: string,
    actorId: string
  ): Promise<{ payment: PaymentRow; decision: ReturnType<typeof decideReview> } | undefined> {
    return this.knex.transaction(async (trx) => {
      const payment = await lockPayment(trx, id)
      if (!payment) return undefined
      const decision = decideReview(payment)
      if (decision !== "record") return { payment, decision }
      const columns = { contradiction_ended_at: trx.fn.now(), contradiction_ended_by: actorId }
      const [reviewed = payment] = await updatePayments(trx, { id }, columns)
      const note = { action: "payment.contradiction_reviewed", actorId, before: null, after: null }
      await noteAudit(trx, { ...payment, type: "payment" }, note)
      return { payment: reviewed, decision }
    })
  }

  /** Holds money without a destination for review. The same reason is reported once. */
  holdForReview(payment: PaymentRow, reason: UnallocatedReason): Promise<boolean> {
    const settled_at = payment.settled_at ?? new Date(this.clock())
    const columns = { unallocated_reason: reason, settled_at }
    const events = payment.unallocated_reason === reason ? [] : [unallocatedEvent(payment, reason)]
    return this.move(payment, "unallocated", columns, events)
  }

  /** Takes money out of review to place its order once more; undefined when a person has decided, or has to. The reason stays until the capture. */
  takeBackToPlace(id: string, nowMs: number): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (trx) => {
      const payment = await lockPayment(trx, id)
      if (!payment || !isToBePlaced(payment, nowMs)) return undefined
      const [row] = await updatePayments(trx, { id }, { state: "settled" })
      return row
    })
  }

  /** Stores the payment of a session whose payer chooses later. The order follow-ups look for its order. */
  async insertUnchosen(payment: NewSession): Promise<void> {
    await this.knex.transaction(async (trx) => {
      await trx("onchain_payment")
        .insert({ ...payment, order_check_at: trx.raw("now() + interval '1 minute'") })
        .onConflict()
        .ignore()
      await storeStatus(trx, [payment.id])
    })
  }

  async countAttempts(payment_id: string, condition = "true"): Promise<number> {
    const attempts = this.knex("onchain_attempt").where({ payment_id, deleted_at: null }).whereRaw(condition)
    return Number((await attempts.count({ count: "*" }))[0]?.count)
  }

  /** The rail the session's customer chose last, for this or an earlier payment; null for a guest. */
  async lastRail(sessionId: string): Promise<string | null> {
    const { rows } = await this.knex.raw(
      `SELECT rail_id FROM onchain_attempt WHERE deleted_at IS NULL AND customer_id =
         (SELECT customer_id FROM onchain_payment WHERE deleted_at IS NULL AND session_id = ?)
       ORDER BY created_at DESC LIMIT 1`,
      [sessionId]
    )
    return rows[0]?.rail_id ?? null
  }

  async knownMoney(paymentId: string): Promise<PaymentMoney> {
    const [money] = await readKnownMoney(this.knex, [paymentId])
    if (!money) throw new Error(`there is no payment ${paymentId}`)
    return money
  }

  /**
   * Stores a further attempt with its key and quote, and makes it the current one.
   *
   * @param from the attempt the payer saw, or null
   * @returns undefined when the payment now shows another attempt, or its money is confirming or settled
   */
  addAttempt(
    { id }: { id: string },
    from: string | null,
    attempt: Columns & { attempt_id: string },
    recipients: readonly PayoutRecipient[] = []
  ): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (trx) => {
      await lockPayments(trx, [id])
      const now = await selectAnyPayments(trx, "current").where({ id }).first()
      // Another attempt would hide money that is confirming or settled from the capture.
      if (!now || now.attempt_id !== from || !canPayAnew(now.state)) return undefined
      const { attempt_id, ...columns } = attempt
      const stored = {
        next_check_at: fromNow(trx, OPENING_CHECK_MS),
        ...scopeColumns(this.scope),
        ...columns,
      }
      await trx("onchain_attempt").insert({ ...toTables(stored).attempt, id: attempt_id, payment_id: id })
      await insertRecipients(trx, this.scope, attempt_id, recipients)
      await show(trx, id, attempt_id)
      return selectAttempts(trx).where({ attempt_id }).first()
    })
  }

  /** @see readPayout */
  payoutOf(payment: PaymentRow): Promise<Payout | undefined> {
    return readPayout(this.knex, payment)
  }

  /** Makes the earlier attempt current again when the new one could not be opened. */
  async showAgain(failed: PaymentRow, earlierId: string): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const now = await lockPayment(trx, failed.id)
      if (now?.state === "failed" && now.attempt_id === failed.attempt_id)
        await show(trx, failed.id, earlierId)
    })
  }

  /**
   * Decides what happens to the money of an earlier attempt, and stores it: the payment continues with the attempt, or the caller
   * records its refund.
   *
   * @param trouble reason to hold its settled money for review in the same write, so nothing captures it in between
   * @returns the decision and the updated attempt
   */
  followEarlier(
    attemptId: string,
    trouble: UnallocatedReason | null
  ): Promise<{ decision: EarlierAttemptDecision; attempt: PaymentRow }> {
    return this.knex.transaction(async (trx) => {
      const seen = await mustFind(trx, attemptId)
      const current = await lockPayment(trx, seen.id)
      const attempt = await mustFind(trx, attemptId)
      if (!current || isCurrent(attempt)) return { decision: "take_over", attempt }
      const refunds = await listRefunds(trx, attemptId)
      const { decision, isWithdrawing } = decideEarlierMoney(attempt, current, refunds, trouble)
      if (isWithdrawing) {
        for (const refund of refunds) await withdraw(trx, refund)
        await storeStatus(trx, [attempt.id])
      }
      if (decision !== "take_over") return { decision, attempt }
      await trx("onchain_attempt")
        .where({ id: attemptId })
        .update({ next_check_at: fromNow(trx, FIRST_CHECK_MS) })
      await show(trx, attempt.id, attemptId, {
        ...{ state: trouble ? "held" : "open", unallocated_reason: trouble, part_hold_until: null },
        settled_at: attempt.state === "settled" ? trx.fn.now() : null,
      })
      if (trouble) await addToOutbox(trx, [unallocatedEvent(attempt, trouble)])
      if (isPaidInPart(attempt))
        await addToOutbox(trx, [partialEvent(attempt, attempt.received_amount ?? "0")])
      return { decision, attempt: await mustFind(trx, attemptId) }
    })
  }
}

/** Makes an attempt the one that the payer sees. */
async function show(trx: Knex, id: string, attemptId: string, columns: object = {}): Promise<void> {
  const change = { ...columns, current_attempt_id: attemptId, updated_at: trx.fn.now() }
  const shown = await trx("onchain_payment").where({ id }).whereNot({ state: "captured" }).update(change)
  if (shown === 0) throw new Error(`payment ${id} is captured; its attempt stays`)
  await storeStatus(trx, [id])
}

async function mustFind(trx: Knex, attempt_id: string): Promise<PaymentRow> {
  const row = await selectAttempts(trx).where({ attempt_id }).first()
  if (!row) throw new Error(`attempt ${attempt_id} is gone; attempts are never deleted`)
  return row
}

/** Refunds of the attempt's own invoice. The refund of a further deposit to its intent stays due. */
function listRefunds(trx: Knex, attempt_id: string): Promise<RefundRow[]> {
  return trx<RefundRow>("onchain_refund")
    .where({ attempt_id, deleted_at: null })
    .whereRaw("payment_id = (SELECT payment_id FROM onchain_attempt WHERE id = ?)", [attempt_id])
    .whereRaw("starts_with(id, ?)", [attemptRefundId(attempt_id)])
    .select("*")
    .forUpdate()
}

/** The money pays the order after all, or was reverted. */
async function withdraw(trx: Knex, { id, attempt_id }: RefundRow): Promise<void> {
  const sql = `UPDATE onchain_refund SET deleted_at = now(), updated_at = now()
    WHERE id = ? AND attempt_id = ? AND state = 'due' RETURNING *`
  const note = { action: "refund.withdrawn", actorId: null, before: { state: "due" }, after: null }
  await changeWithNote(trx, REFUND, { sql, bindings: [id, attempt_id] }, note)
}
