import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { UNPAID_ORDER_CANCELLED } from "../events"
import { noteAudit } from "../work/audit-log"
import { addToOutbox } from "../work/outbox"
import { keepsOrder } from "../../../domain/payment/invoice-reading"
import {
  type KeepRefusal,
  refuseKeeping,
  type UnpaidOrderDecision,
} from "../../../domain/payment/cancel-unpaid-order"
import { inScope, scopeColumns, ScopedStore, takeDue } from "../work/claim"
import { awaitingEvent } from "./payment-checks"
import { readKnownMoney } from "./payment-records"
import {
  type AnyPayment,
  lockPayments,
  OF_ORDER,
  type PaymentRow,
  selectAnyPayments,
  selectPayments,
} from "./payment-row"
import { storeStatus, updatePaymentAlone } from "./payment-status"

export type OrderKeys = { orderId: string; collectionIds: string[]; sessionIds: string[] }

type Closing = Pick<PaymentRow, "id" | "session_id" | "order_timed_out_at" | "order_closed_at">

/** A killed process's claim is taken over after this. */
const LEASE_MS = 2 * 60_000
/** A cancellation that is not finished by then is tried again. */
const CLOSING_MS = 60_000
const MINUTES_A_DAY = 24 * 60
/** Open intents whose invoice is not known. The service has no call that fetches an intent. */
const FOUND_BY_LISTS_ONLY = `kind = 'auto_deposit' AND gateway_invoice_id IS NULL AND state <> 'opening'
  AND EXISTS (SELECT 1 FROM onchain_payment WHERE id = payment_id AND state = 'open')`

const WANT_SEARCH = `search_wanted_at = now(),
  next_check_at = CASE WHEN ${FOUND_BY_LISTS_ONLY} THEN date_trunc('milliseconds', now()) ELSE next_check_at END`

/**
 * Schedules the orders that wait for a payment, and those captured just now, which may have been cancelled at the same moment. Each polls its
 * payments, which only their own account at the gateway knows.
 */
export class OrderFollowUps extends ScopedStore {
  /**
   * Records that an order awaits payment, and emits the event once per order.
   *
   * @param timeoutMinutes after which it is checked; null checks daily, for an unreported cancellation
   * @param orderId null where unknown
   */
  async notePlaced(paymentId: string, timeoutMinutes: number | null, orderId: string | null): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const { rows } = await trx.raw(
        `WITH before AS (SELECT id, order_placed_at, placed_order_id FROM onchain_payment WHERE id = ? FOR UPDATE)
         UPDATE onchain_payment AS p SET updated_at = now(), placed_order_id = COALESCE(?, p.placed_order_id),
           order_placed_at = CASE WHEN p.placed_order_id <> ?::text THEN now() ELSE COALESCE(p.order_placed_at, now()) END,
           order_check_at = now() + ?::float * interval '1 minute'
         FROM before WHERE p.id = before.id
         RETURNING p.id, p.session_id, p.placed_order_id,
           before.order_placed_at IS NULL OR before.placed_order_id <> p.placed_order_id AS is_new`,
        [paymentId, orderId, orderId, timeoutMinutes ?? MINUTES_A_DAY]
      )
      const [placed] = rows
      if (placed?.is_new) await addToOutbox(trx, [awaitingEvent(placed, placed.placed_order_id)])
    })
  }

  async takeDue(limit: number): Promise<AnyPayment[]> {
    const own = inScope(this.scope)
    const where = `(current_attempt_id IS NULL
      OR EXISTS (SELECT 1 FROM onchain_attempt WHERE id = current_attempt_id AND ${own.sql}))`
    const due = { table: "onchain_payment", dueAt: "order_check_at", lease: { ms: LEASE_MS } }
    const taken = await takeDue<{ id: string }>(this.knex, { ...due, where, bindings: own.bindings }, limit)
    const ids = taken.map(({ id }) => id)
    return ids.length === 0 ? [] : selectAnyPayments(this.knex, "current").whereIn("id", ids)
  }

  /** @param pauseMs null when nothing more can happen to the order */
  lookAgain(paymentId: string, pauseMs: number | null): Promise<void> {
    const set = "order_check_at = now() + ?::float * interval '1 millisecond'"
    return this.write("payment", set, "id = ?", [pauseMs, paymentId])
  }

  /** Stored before an unpaid order is cancelled, so that the event is published even if the process dies. */
  noteTimedOut(paymentId: string): Promise<void> {
    const set = "order_timed_out_at = COALESCE(order_timed_out_at, now())"
    return this.write("payment", set, "id = ?", [paymentId])
  }

  /**
   * Records what the decision about an overdue order wants of the lists that may hold its money: transactions, and paid invoices for
   * its intents. Any number of orders share one reading.
   *
   * `search` requests a reading, `incomplete` requests another one and shows since when the order is kept for it. After any other
   * decision, a later search begins anew.
   */
  async noteSearch(paymentIds: readonly string[], end: UnpaidOrderDecision["kind"]): Promise<void> {
    const ids = [[...paymentIds]]
    if (end === "incomplete") {
      await this.write(
        "payment",
        "list_incomplete_since = COALESCE(list_incomplete_since, now())",
        "id = ANY(?)",
        ids
      )
      return this.write("attempt", WANT_SEARCH, `payment_id = ANY(?) AND ${FOUND_BY_LISTS_ONLY}`, ids)
    }
    await this.releaseFromList(paymentIds)
    await (end === "search"
      ? this.write("attempt", WANT_SEARCH, "payment_id = ANY(?) AND search_wanted_at IS NULL", ids)
      : this.write(
          "attempt",
          "search_wanted_at = NULL",
          "payment_id = ANY(?) AND search_wanted_at IS NOT NULL",
          ids
        ))
  }

  /** The order is decided about, or kept for another reason. */
  releaseFromList(paymentIds: readonly string[]): Promise<void> {
    const isKept = "id = ANY(?) AND list_incomplete_since IS NOT NULL"
    return this.write("payment", "list_incomplete_since = NULL", isKept, [[...paymentIds]])
  }

  /** Since when a reading is requested for every attempt of some payments; null where one has no request. */
  async searchWantedAt(paymentIds: readonly string[]): Promise<Date | null> {
    const { rows } = await this.knex.raw(
      `SELECT CASE WHEN bool_and(search_wanted_at IS NOT NULL) THEN max(search_wanted_at) END AS at
       FROM onchain_attempt WHERE payment_id = ANY(?) AND deleted_at IS NULL`,
      [[...paymentIds]]
    )
    return rows[0].at
  }

  /** Whether the lists were read since that was requested, for payments that cannot be polled. */
  async areSearched(paymentIds: readonly string[]): Promise<boolean> {
    const { rows } = await this.knex.raw(
      `SELECT 1 FROM onchain_attempt WHERE payment_id = ANY(?) AND deleted_at IS NULL AND ${FOUND_BY_LISTS_ONLY}
         AND (search_wanted_at IS NULL OR searched_from IS NULL OR searched_from < search_wanted_at) LIMIT 1`,
      [[...paymentIds]]
    )
    return rows.length === 0
  }

  /** The order lives on: a later cancellation is not ours. */
  forgetTimeout(paymentId: string): Promise<void> {
    const isNoted = "id = ? AND order_timed_out_at IS NOT NULL"
    return this.write("payment", "order_timed_out_at = NULL", isNoted, [paymentId])
  }

  /** Records until when an order is held for a part of its money; null ends the hold. */
  async noteHold(
    paymentIds: readonly string[],
    held: { paymentIds: readonly string[]; until: Date | null }
  ): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_payment SET part_hold_until = hold.until, updated_at = now()
       FROM (SELECT id, CASE WHEN id = ANY(?) THEN ?::timestamptz END AS until FROM unnest(?::text[]) AS id) AS hold
       WHERE onchain_payment.id = hold.id AND part_hold_until IS DISTINCT FROM hold.until`,
      [[...held.paymentIds], held.until, [...paymentIds]]
    )
  }

  /** Records that a person keeps an order although it is not paid in full. @returns why not, or null */
  keepOrder(
    keys: OrderKeys,
    { actorId, note }: { actorId: string; note: string }
  ): Promise<KeepRefusal | null> {
    return this.knex.transaction(async (trx) => {
      const orders = new OrderFollowUps(trx, this.scope)
      const [first] = await orders.listOfOrder(keys)
      // The oldest payment stands for the order: the second caller reads what the first one wrote.
      if (first) await lockPayments(trx, [first.id])
      const refusal = refuseKeeping(await orders.listOfOrder(keys))
      if (refusal || !first) return refusal
      const columns = { order_kept_at: trx.fn.now(), order_kept_by: actorId, order_kept_note: note }
      await updatePaymentAlone(trx, first.id, columns)
      const entry = { action: "payment.order_kept", actorId, before: null, after: { note } }
      await noteAudit(trx, { type: "payment", id: first.id, ...scopeColumns(this.scope) }, entry)
      return null
    })
  }

  /** All payments of an order with their attempts, oldest first: from its sessions, from deleted sessions, and applied money. */
  listOfOrder({ orderId, collectionIds, sessionIds }: OrderKeys): Promise<AnyPayment[]> {
    return selectAnyPayments(this.knex, "every")
      .where((either) => {
        void either.whereNull("applied_order_id").orWhere("applied_order_id", orderId)
      })
      .whereRaw(OF_ORDER, [[...collectionIds], [...sessionIds], orderId])
      .orderBy(["created_at", "id", "attempt_id"])
  }

  /** Payments of open orders of the same customer in the same token, newest first. */
  listOfCustomer(payment: PaymentRow, limit: number): Promise<PaymentRow[]> {
    const { customer_id, chain, network_id, token } = payment
    if (customer_id === null) return Promise.resolve([])
    return selectPayments(this.knex)
      .where({ customer_id, chain, network_id, token, order_closed_at: null, captured_at: null })
      .whereNotNull("order_placed_at")
      .whereNot({ id: payment.id })
      .orderBy("created_at", "desc")
      .limit(limit)
  }

  /** Schedules another follow-up of a cancelled order, in case this one dies or fails. */
  watchClosing(paymentIds: readonly string[]): Promise<void> {
    const set = "order_check_at = now() + ? * interval '1 millisecond'"
    return this.write("payment", set, "id = ANY(?) AND order_closed_at IS NULL", [
      CLOSING_MS,
      [...paymentIds],
    ])
  }

  /** Notes that the order of some payments is cancelled, and reports it once where that is for being unpaid. */
  async close(orderId: string, paymentIds: readonly string[]): Promise<void> {
    await this.knex.transaction(async (trx) => {
      await lockPayments(trx, paymentIds)
      const { rows: open }: { rows: Closing[] } = await trx.raw(
        `SELECT id, session_id, order_timed_out_at, order_closed_at FROM onchain_payment WHERE id = ANY(?) ORDER BY created_at, id`,
        [[...paymentIds]]
      )
      await trx.raw(
        `UPDATE onchain_payment
         SET order_closed_at = COALESCE(order_closed_at, now()), order_check_at = NULL, list_incomplete_since = NULL, updated_at = now()
         WHERE id = ANY(?)`,
        [[...paymentIds]]
      )
      await storeStatus(trx, paymentIds)
      const timedOut = open.find((row) => row.order_timed_out_at !== null && row.order_closed_at === null)
      if (!timedOut) return
      const { id: subject, session_id } = timedOut
      const data = { order_id: orderId, payment_id: subject, session_id }
      await addToOutbox(trx, [{ subject, name: UNPAID_ORDER_CANCELLED, data }])
    })
  }

  /** Whether money of one of these payments waits at the service for an operator's decision. */
  async isMoneyInReview(paymentIds: readonly string[]): Promise<boolean> {
    return (await readKnownMoney(this.knex, paymentIds)).some(keepsOrder)
  }

  private async write(
    table: "payment" | "attempt",
    set: string,
    where: string,
    bindings: readonly Knex.RawBinding[]
  ): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_${table} SET ${set}, updated_at = now() WHERE deleted_at IS NULL AND ${where}`,
      bindings
    )
  }
}
