import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PURGEABLE_STATES, RERUNNABLE_STATES } from "../../domain/delivery-lifecycle"
import { type AuditEntry, changeWithNote, listAuditEntries } from "./audit-log"
import { DeliveryList, type DeliveryRow } from "./delivery-list"

const DELIVERY = "webhook_delivery"

/** What people and time do to deliveries that the inbox is done with. */
export class DeliveryDesk {
  readonly list: DeliveryList

  constructor(private readonly knex: Knex) {
    this.list = new DeliveryList(knex)
  }

  /**
   * Has a delivery worked on again, as if it had just come, and writes down who wanted that.
   *
   * @returns undefined when there is none, or when it waits for work or is worked on
   */
  rerun(delivery: DeliveryRow, actorId: string): Promise<DeliveryRow | undefined> {
    const before = { state: delivery.state, attempts: delivery.attempts }
    return changeWithNote<DeliveryRow>(
      this.knex,
      DELIVERY,
      {
        sql: `UPDATE onchain_webhook_delivery SET state = 'received', attempts = 0, next_attempt_at = now(),
                processed_at = NULL, announced_at = NULL, updated_at = now()
              WHERE id = ? AND state = ? AND state = ANY(?) RETURNING *`,
        bindings: [delivery.id, delivery.state, [...RERUNNABLE_STATES]],
      },
      { action: "webhook_delivery.rerun", actorId, before, after: { state: "received", attempts: 0 } }
    )
  }

  /** What admins did with a delivery, oldest first. */
  history(id: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, DELIVERY, id)
  }

  /** Ids of deliveries that were given up, of which nobody was told for as long as `graceMs`. */
  async listUnannounced(graceMs: number, limit: number): Promise<{ id: string; reason: string }[]> {
    const found = await this.knex.raw(
      `SELECT id, coalesce(last_error, 'its worker was killed every time') AS reason FROM onchain_webhook_delivery
       WHERE deleted_at IS NULL AND state = 'dead' AND announced_at IS NULL
         AND updated_at <= now() - ? * interval '1 millisecond'
       ORDER BY received_at LIMIT ?`,
      [graceMs, limit]
    )
    return found.rows
  }

  /** Notes that listeners were told, unless somebody took the delivery up again meanwhile. */
  async noteAnnounced(id: string): Promise<void> {
    await this.knex.raw(
      "UPDATE onchain_webhook_delivery SET announced_at = now() WHERE id = ? AND state = 'dead'",
      [id]
    )
  }

  /**
   * Deletes some of the oldest deliveries that are done and older than `keepDays`.
   *
   * Short statements of their own, so that none keeps the inbox waiting; processes that do it at the same time
   * delete different rows.
   *
   * @returns how many; fewer than `limit` when there are no more
   */
  async purge(keepDays: number, limit: number): Promise<number> {
    const purged = await this.knex.raw(
      `DELETE FROM onchain_webhook_delivery WHERE id IN (
         SELECT id FROM onchain_webhook_delivery
         WHERE deleted_at IS NULL AND state = ANY(?) AND received_at < now() - ? * interval '1 day'
         ORDER BY received_at LIMIT ? FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [[...PURGEABLE_STATES], keepDays, limit]
    )
    return purged.rows.length
  }
}
