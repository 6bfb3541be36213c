import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { backoffMs, stateAfterFailure } from "../../domain/delivery-lifecycle"
import { DeliveryBatches, type NewDelivery } from "./delivery-batches"

/** A delivery that this process holds the lease of. `attempts` counts this one. */
export type ClaimedDelivery = {
  id: string
  event: string
  resource_id: string | null
  raw_body: string
  attempts: number
}

const CLAIM = `
  UPDATE onchain_webhook_delivery SET
    state = 'processing', attempts = attempts + 1, updated_at = now(),
    lease_expires_at = now() + ? * interval '1 millisecond'
  WHERE id = (
    SELECT id FROM onchain_webhook_delivery
    WHERE deleted_at IS NULL AND state = 'received' AND next_attempt_at <= now()
    ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, event, resource_id, raw_body, attempts`

/**
 * The durable inbox: any number of processes share its work, and one that is killed loses nothing.
 *
 * Times are the database's own, so that processes with different clocks agree about leases. Every
 * write after a claim names the attempt it belongs to: a worker whose lease ran out changes nothing.
 */
export class Inbox {
  private readonly batches = new DeliveryBatches((deliveries) => this.insert(deliveries))

  constructor(
    private readonly knex: Knex,
    private readonly settings: { leaseMs: number; maxAttempts: number }
  ) {}

  /** Resolves when it is on disk. @returns false when a delivery with this id is already there */
  accept(delivery: NewDelivery): Promise<boolean> {
    return this.batches.add(delivery)
  }

  /** Whether deliveries are coming in right now. */
  get isBusy(): boolean {
    return this.batches.isBusy
  }

  /** Whether the delivery with this id has this very body. */
  async holds(id: string, rawBody: string): Promise<boolean> {
    const found = await this.knex.raw(
      `SELECT raw_body = ? AS same FROM onchain_webhook_delivery WHERE id = ?`,
      [rawBody, id]
    )
    return found.rows[0]?.same === true
  }

  /** Takes up a delivery again that was given up, as when its sender repeats it. @returns whether there was one */
  async revive(id: string): Promise<boolean> {
    const revived = await this.knex.raw(
      `UPDATE onchain_webhook_delivery SET state = 'received', attempts = 0, next_attempt_at = now(),
         announced_at = NULL, updated_at = now()
       WHERE id = ? AND state = 'dead' RETURNING id`,
      [id]
    )
    return revived.rows.length === 1
  }

  /** Takes the delivery that is due longest, or null when there is none. */
  async claim(): Promise<ClaimedDelivery | null> {
    const claimed = await this.knex.raw(CLAIM, [this.settings.leaseMs])
    return claimed.rows[0] ?? null
  }

  async finish(
    delivery: ClaimedDelivery,
    state: "processed" | "ignored",
    note: string | null
  ): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_webhook_delivery SET state = ?, last_error = ?, processed_at = now(), lease_expires_at = NULL,
         updated_at = now()
       WHERE id = ? AND state = 'processing' AND attempts = ?`,
      [state, note, delivery.id, delivery.attempts]
    )
  }

  /**
   * Puts the delivery back with a pause, or gives it up after too many attempts.
   *
   * @returns the new state, or `lost` when the lease had run out and nothing was changed
   */
  async fail(delivery: ClaimedDelivery, reason: string): Promise<"received" | "dead" | "lost"> {
    const state = stateAfterFailure(delivery.attempts, this.settings.maxAttempts)
    const failed = await this.knex.raw(
      `UPDATE onchain_webhook_delivery SET state = ?, last_error = ?, lease_expires_at = NULL, updated_at = now(),
         next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE id = ? AND state = 'processing' AND attempts = ? RETURNING id`,
      [state, reason.slice(0, 1_000), backoffMs(delivery.attempts), delivery.id, delivery.attempts]
    )
    return failed.rows.length === 1 ? state : "lost"
  }

  /**
   * Takes deliveries back whose worker was killed, and gives up those it happened to too often.
   *
   * @returns ids of the ones given up
   */
  async recover(): Promise<string[]> {
    const recovered = await this.knex.raw(
      `UPDATE onchain_webhook_delivery SET
         state = CASE WHEN attempts >= ? THEN 'dead' ELSE 'received' END,
         lease_expires_at = NULL, next_attempt_at = now(), updated_at = now()
       WHERE deleted_at IS NULL AND state = 'processing' AND lease_expires_at <= now()
       RETURNING id, state`,
      [this.settings.maxAttempts]
    )
    const rows: { id: string; state: string }[] = recovered.rows
    return rows.filter(({ state }) => state === "dead").map(({ id }) => id)
  }

  /** Number of deliveries that wait for work, and of those that wait for a person. */
  async backlog(): Promise<{ waiting: number; dead: number }> {
    const counted = await this.knex.raw(
      `SELECT count(*) FILTER (WHERE state IN ('received', 'processing'))::int AS waiting,
              count(*) FILTER (WHERE state = 'dead')::int AS dead
       FROM onchain_webhook_delivery WHERE state IN ('received', 'processing', 'dead')`
    )
    return counted.rows[0]
  }

  private async insert(deliveries: readonly NewDelivery[]): Promise<string[]> {
    const inserted = await this.knex.raw(
      `INSERT INTO onchain_webhook_delivery (id, event, resource_id, raw_body, received_at, next_attempt_at)
       SELECT id, event, nullif(resource_id, ''), raw_body, now(), now()
       FROM unnest(?::text[], ?::text[], ?::text[], ?::text[]) AS fresh(id, event, resource_id, raw_body)
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        deliveries.map(({ id }) => id),
        deliveries.map(({ event }) => event),
        deliveries.map(({ resourceId }) => resourceId ?? ""),
        deliveries.map(({ rawBody }) => rawBody),
      ]
    )
    return inserted.rows.map((row: { id: string }) => row.id)
  }
}
