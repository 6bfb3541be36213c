import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { type DeliveryState, PURGEABLE_STATES, refuseRerun } from "../../../domain/inbox/delivery"
import type OnchainWebhookDelivery from "../models/webhook-delivery"
import { type AuditEntry, changeWithNote, listAuditEntries } from "../work/audit-log"
import { type AnyPayment, PAYMENTS } from "../payment/payment-row"
import { type ListPage, RowList } from "../work/listed-rows"
import { deleteOldest, inScope, ownRows, type Scope } from "../work/claim"

export type StoredDelivery = InferTypeOf<typeof OnchainWebhookDelivery>
/** Without the body, which only the detail needs. */
export type DeliveryRow = Pick<StoredDelivery, (typeof COLUMNS)[number]>

/** `q` is a whole identifier: of a delivery, or of its subject. */
export type DeliveryFilter = {
  state?: DeliveryState | undefined
  event?: string | undefined
  q?: string | undefined
}
export type DeliveryPage = Omit<ListPage<DeliveryFilter>, "direction">

/** Finished deliveries explain a payment for about as long as its shopper may dispute it. */
export const KEEP_DAYS = 90
/** Dead ones wait for an operator, who needs the body to run them again. */
export const KEEP_DEAD_DAYS = 365

/** Failed after too many attempts. */
export const IS_DEAD = "state = 'dead'"

const COLUMNS = [
  ...(["id", "event", "resource_id", "state", "attempts"] as const),
  ...(["received_at", "next_attempt_at", "processed_at", "last_error"] as const),
] as const

export const DELIVERY = "webhook_delivery"

export type RerunResult =
  | { refusal: null; event: string }
  | { refusal: "not_found" }
  | { refusal: "waiting" | "in_progress"; attempts: number }

/** Pages, reruns, and the deletion of finished deliveries. */
export class DeliveryList extends RowList<DeliveryRow, DeliveryFilter> {
  constructor(knex: Knex, scope: Scope) {
    super(knex, scope, {
      table: "onchain_webhook_delivery",
      by: "received_at",
      searched: [],
      equal: ["state", "event"],
      columns: COLUMNS,
      where: (query, { q }) => {
        if (q === undefined) return
        const idsWhere = (column: string) => this.table().select("id").where(column, q)
        void query.whereIn("id", idsWhere("id").unionAll(idsWhere("resource_id")))
      },
    })
  }

  find(id: string): Promise<StoredDelivery | undefined> {
    return this.table()
      .where({ id })
      .first(...COLUMNS, "raw_body")
  }

  /**
   * Runs a delivery again from its first attempt, with an audit entry. The row is locked, so of two operators
   * one is refused.
   */
  rerun(id: string, actorId: string): Promise<RerunResult> {
    return this.knex.transaction(async (knex) => {
      const before = await this.table(knex).where({ id }).forUpdate().first("event", "state", "attempts")
      if (!before) return { refusal: "not_found" }
      const { event, state, attempts } = before
      const refusal = refuseRerun(state)
      if (refusal) return { refusal, attempts }
      const own = inScope(this.scope)
      const sql = `UPDATE onchain_webhook_delivery SET state = 'received', attempts = 0, next_attempt_at = now(),
          processed_at = NULL, updated_at = now()
        WHERE id = ? AND ${own.sql} RETURNING *`
      const after = { state: "received", attempts: 0 }
      const note = { action: "webhook_delivery.rerun", actorId, before: { state, attempts }, after }
      await changeWithNote(knex, DELIVERY, { sql, bindings: [id, ...own.bindings] }, note)
      return { refusal: null, event }
    })
  }

  /** The payments that deliveries are about, by the invoice or the deposit that each names. */
  async payments(rows: readonly DeliveryRow[]): Promise<Map<string, AnyPayment>> {
    const ids = rows.flatMap(({ resource_id }) => resource_id ?? [])
    if (ids.length === 0) return new Map()
    const own = inScope(this.scope)
    const { rows: found }: { rows: (AnyPayment & { named: string })[] } = await this.knex.raw(
      `SELECT payment.*, subject.named FROM (
         SELECT gateway_invoice_id AS named, payment_id FROM onchain_attempt
           WHERE gateway_invoice_id = ANY(?::text[]) AND deleted_at IS NULL AND ${own.sql}
         UNION SELECT id, payment_id FROM onchain_deposit
           WHERE id = ANY(?::text[]) AND payment_id IS NOT NULL AND deleted_at IS NULL AND ${own.sql}
       ) AS subject JOIN ${PAYMENTS} AS payment ON payment.id = subject.payment_id`,
      [ids, ...own.bindings, ids, ...own.bindings]
    )
    return new Map(found.map(({ named, ...payment }) => [named, payment]))
  }

  history(id: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, DELIVERY, id, this.scope)
  }

  /**
   * Deletes some of the oldest finished or dead deliveries: a body names customers, and has an end. Short statements of their own, so that none delays the
   * inbox; parallel processes delete different rows.
   *
   * @returns how many; fewer than `limit` when there are no more
   */
  purge(limit: number): Promise<number> {
    const done = {
      table: "onchain_webhook_delivery",
      scope: this.scope,
      where: `(state = ANY(?) AND received_at < now() - ? * interval '1 day'
        OR ${IS_DEAD} AND received_at < now() - ? * interval '1 day')`,
      bindings: [[...PURGEABLE_STATES], KEEP_DAYS, KEEP_DEAD_DAYS],
      orderBy: "received_at",
    }
    return deleteOldest(this.knex, done, limit)
  }
  private table(knex = this.knex): Knex.QueryBuilder<StoredDelivery, StoredDelivery[]> {
    return ownRows<StoredDelivery>(knex, this.scope, "onchain_webhook_delivery")
  }
}
