import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { FIRST_DAY_CALLS, pauseBeforeCheck, type CheckFacts } from "../../../domain/payment/check-schedule"
import { isUndecidedPart } from "../../../domain/payment/received-amount"
import { isToBePlaced } from "../../../domain/payment/payment-status"
import { isContradicted } from "../../../domain/payment/settlement"
import { databaseTime, inScope, type Scope, takeDue } from "../work/claim"
import { ATTEMPTS, isCurrent, isLeft, selectAttempts, type PaymentRow } from "./payment-row"

/** Its invoice is read again after the capture, while the service does not confirm it, and while its order cannot be placed. */
const IN_DOUBT = `((contradiction IS NOT NULL AND contradiction_ended_at IS NULL)
  OR (unallocated_reason IS NOT DISTINCT FROM 'completion_failed' AND resolution IS NULL)
  OR COALESCE(onchain_attempt.checked_at < COALESCE(captured_at, settled_at) + interval '15 minutes', false))`

/** Attempts that only a list of invoices reports: the invoice of a deposit is made when the deposit comes. */
const IN_LIST = `kind = 'auto_deposit' AND state <> 'opening' AND (gateway_invoice_id IS NULL
  OR EXISTS (SELECT 1 FROM onchain_payment AS payment
    WHERE payment.id = payment_id AND payment.state <> 'open' AND NOT ${IN_DOUBT}))`

const DUE = "next_check_at <= now() AND deleted_at IS NULL"

/** A payment whose order may have been placed without calling us. */
export type WithoutOrder = Pick<PaymentRow, "attempt_id" | "collection_id">

/** A row whose state has moved since it was read is planned again. */
const TURNS = 3

type PlannedRow = PaymentRow & { read_at: Date; attempt_state: string; outcome: string }

/**
 * When each payment is polled next without a webhook, and by which process.
 *
 * A claim moves the next check a lease ahead, so any number of processes share the work and a killed one
 * loses nothing. Times are the database's own.
 */
export class PaymentChecks {
  /** @param scope polls name invoices, which only their own account at the gateway knows */
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly leaseMs: number
  ) {}

  /** Claims payments that are due, longest first. */
  async claim(limit: number): Promise<PaymentRow[]> {
    const claimed = await takeDue<{ id: string; next_check_at: Date }>(
      this.knex,
      {
        table: "onchain_attempt",
        scope: this.scope,
        where: `NOT (${IN_LIST})`,
        dueAt: "next_check_at",
        lease: { ms: this.leaseMs },
        set: "check_count = check_count + 1",
      },
      limit
    )
    const leases = new Map(claimed.map(({ id, next_check_at }) => [id, next_check_at]))
    const payments =
      leases.size === 0 ? [] : await selectAttempts(this.knex).whereIn("attempt_id", [...leases.keys()])
    return payments.map((payment) => ({ ...payment, next_check_at: leases.get(payment.attempt_id) ?? null }))
  }

  /** Returns claimed payments that were not polled, unless they were planned meanwhile. */
  async putBack(payments: readonly PaymentRow[]): Promise<void> {
    for (const { attempt_id, next_check_at } of payments)
      await this.knex.raw(
        `UPDATE onchain_attempt SET next_check_at = now(), check_count = check_count - 1, updated_at = now()
         WHERE id = ? AND next_check_at = ?`,
        [attempt_id, next_check_at]
      )
  }

  /** Schedules the next poll of an attempt. */
  async plan(attemptId: string, { hasFailed = false } = {}): Promise<void> {
    for (let turn = 1; turn <= TURNS; turn++) {
      const { rows } = await this.knex.raw(
        `SELECT *, now() AS read_at FROM ${ATTEMPTS} AS payment WHERE attempt_id = ?`,
        [attemptId]
      )
      const row: PlannedRow | undefined = rows[0]
      if (!row) return
      const pauseMs = pauseBeforeCheck({ ...rowToFacts(row, row.read_at), hasFailed })
      const { rows: planned } = await this.knex.raw(
        `UPDATE onchain_attempt AS a SET next_check_at = now() + ? * interval '1 millisecond', updated_at = now()
         FROM onchain_payment AS p WHERE a.id = ? AND a.state = ? AND p.id = a.payment_id AND p.state = ? RETURNING a.id`,
        [pauseMs, attemptId, row.attempt_state, row.outcome]
      )
      if (planned.length === 1) return
    }
  }

  /** Polls a payment at the next opportunity, as far as its calls of the first day go. Nothing that is no longer polled begins again. */
  async bringForward(paymentId: string): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_attempt SET next_check_at = now(), updated_at = now()
       WHERE payment_id = ? AND next_check_at > now() AND check_count < ? AND deleted_at IS NULL`,
      [paymentId, FIRST_DAY_CALLS]
    )
  }

  /** Counts a further call of a check. */
  async countCall(attemptId: string): Promise<void> {
    await this.knex.raw("UPDATE onchain_attempt SET check_count = check_count + 1 WHERE id = ?", [attemptId])
  }

  /** Payments that are due, without those that a list reports. */
  async countDue(): Promise<number> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count FROM onchain_attempt WHERE ${DUE} AND ${own.sql} AND NOT (${IN_LIST})`,
      own.bindings
    )
    return rows[0].count
  }

  /**
   * Payments for which the lists of invoices are to be read now.
   *
   * @param every how many checks share one reading of the seldom list; an overdue order requests it at once
   */
  async countDueInList(every: number): Promise<{ due: number; dueInSeldom: number }> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS due, (count(*) FILTER (WHERE check_count % ? = 0
           OR (search_wanted_at IS NOT NULL AND (searched_from IS NULL OR searched_from < search_wanted_at))))::int AS "dueInSeldom"
       FROM onchain_attempt WHERE ${DUE} AND ${own.sql} AND ${IN_LIST}`,
      [every, ...own.bindings]
    )
    return rows[0]
  }

  /**
   * Plans the payments that were due when reading the lists began and that the lists did not report.
   *
   * @param isAll every list that can report them was read to its end
   * @param isComplete the lists that were read were read to their end; if not, a payment at the end of its
   * schedule is polled daily, because its deposit may be among the unlisted rows
   * @returns those without a deposit and without a known order
   */
  async planListed(
    readFrom: Date,
    { isAll = false, isComplete = true } = {},
    chunk = 500
  ): Promise<WithoutOrder[]> {
    const own = inScope(this.scope)
    const withoutOrder: WithoutOrder[] = []
    for (;;) {
      const { rows } = await this.knex.raw(
        `SELECT payment.*, now() AS read_at FROM ${ATTEMPTS} AS payment WHERE attempt_id = ANY (ARRAY (
           SELECT id FROM onchain_attempt
           WHERE next_check_at <= ? AND deleted_at IS NULL AND ${own.sql} AND ${IN_LIST} ORDER BY next_check_at LIMIT ?))`,
        [readFrom, ...own.bindings, chunk]
      )
      const due: (PaymentRow & { read_at: Date })[] = rows
      if (due.length === 0) return withoutOrder
      for (const { attempt_id, collection_id, ...row } of due)
        if (isWithoutOrder(row)) withoutOrder.push({ attempt_id, collection_id })
      await this.knex.raw(
        `UPDATE onchain_attempt AS attempt SET
           next_check_at = COALESCE(now() + nullif(planned.pause, '')::float8 * interval '1 millisecond',
             CASE WHEN ?::boolean THEN NULL ELSE date_trunc('day', now()) + interval '1 day' END), check_count = check_count + 1,
           searched_from = COALESCE(?::timestamptz, searched_from), updated_at = now()
         FROM unnest(?::text[], ?::text[]) AS planned(id, pause)
         WHERE attempt.id = planned.id AND attempt.next_check_at <= ?`,
        [
          isComplete,
          isAll ? readFrom : null,
          due.map(({ attempt_id }) => attempt_id),
          due.map((row) => {
            const facts = rowToFacts(row, row.read_at)
            return String(pauseBeforeCheck({ ...facts, callCount: facts.callCount + 1 }) ?? "")
          }),
          readFrom,
        ]
      )
    }
  }

  /**
   * Plans payments without a next check that can still change, such as those of an older version running
   * beside this one.
   */
  async includeForgotten(): Promise<number> {
    const own = inScope(this.scope, "attempt")
    const { rows } = await this.knex.raw(
      `UPDATE onchain_attempt AS attempt SET next_check_at = now(), updated_at = now()
       FROM onchain_payment AS payment
       WHERE payment.id = attempt.payment_id AND payment.state = 'open' AND attempt.next_check_at IS NULL
         AND attempt.deleted_at IS NULL AND ${own.sql} AND (attempt.state IN ('opening', 'confirming', 'settled')
         OR (attempt.state = 'awaiting' AND (abandoned_at IS NULL AND order_closed_at IS NULL OR received_amount::numeric > 0)))
       RETURNING attempt.id`,
      own.bindings
    )
    return rows.length
  }

  now(): Promise<Date> {
    return databaseTime(this.knex)
  }
}

/** The schedule's view of a row. */
function rowToFacts(row: PaymentRow, now: Date): CheckFacts {
  const since = (moment: Date | null) =>
    moment === null ? null : Math.max(0, now.getTime() - moment.getTime())
  const inState = {
    confirming: row.confirming_at,
    settled: row.settled_at,
    captured: row.captured_at,
    unallocated: row.settled_at,
  }
  const state = isToBePlaced(row, now.getTime()) ? "settled" : stateToFollow(row)
  const arrivedAt = state in inState ? inState[state as keyof typeof inState] : null
  return {
    id: row.id,
    kind: row.kind,
    state,
    hasInvoice: row.gateway_invoice_id !== null,
    contradictedMs: isContradicted(row) ? since(row.contradicted_at) : null,
    isGivenUp: row.abandoned_at !== null || row.order_closed_at !== null || isLeft(row),
    isUndecidedPart: isUndecidedPart(row),
    hasFailed: false,
    callCount: row.check_count,
    ageMs: since(row.attempt_created_at) ?? 0,
    inStateMs: since(arrivedAt),
    expiresInMs: row.expires_at === null ? null : row.expires_at.getTime() - now.getTime(),
  }
}

/** Settled money of an earlier attempt is a refund due; only more money could follow. */
function stateToFollow(row: PaymentRow): PaymentRow["state"] {
  return !isCurrent(row) && row.state === "settled" ? "expired" : row.state
}

function isWithoutOrder({
  state,
  order_placed_at,
  abandoned_at,
}: Pick<PaymentRow, "state" | "order_placed_at" | "abandoned_at">): boolean {
  const isUnpaid = state === "awaiting" || state === "superseded"
  return isUnpaid && order_placed_at === null && abandoned_at === null
}
