import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { COUNT_LIMIT } from "./listed-rows"
import type { SignalBoard } from "./signal-board"

/** The webhook that came last and the one that was refused last, in whichever process. */
export type LastWebhooks = { acceptedAt: Date | null; rejected: { reason: string; at: Date } | null }
/** Things that wait, and since when the oldest does. */
export type Waiting = { count: number; oldestAt: Date | null }

/** Payments whose invoice the service does not know; the first few by the invoice's id. */
export type UnknownInvoices = Waiting & { ids: string[] }

/** By `resource.field`. */
export type UnreadableFields = { name: string; setting: string | null; count: number; at: Date }[]

const NAMED = 3

/** What the health page asks the database. Every statement reads one index, whatever the tables hold. */
export class HealthFacts {
  constructor(
    private readonly knex: Knex,
    private readonly signals: SignalBoard
  ) {}

  async lastWebhooks(): Promise<LastWebhooks> {
    const [accepted, rejected] = await Promise.all([
      this.knex("onchain_webhook_delivery").whereNull("deleted_at").max({ at: "received_at" }).first(),
      this.signals.read("webhook_rejected"),
    ])
    return {
      acceptedAt: accepted?.at ?? null,
      rejected: rejected && { reason: rejected.detail ?? "unknown", at: rejected.at },
    }
  }

  /** Undocumented fields of the service that could not be read within the last day, with their settings. */
  async unreadableFields(): Promise<UnreadableFields> {
    const seen = await this.signals.unreadable()
    return seen.map(({ name, detail, count, at }) => ({ name, setting: detail || null, count, at }))
  }

  /** Since when the delivery that waits longest waits for work, or null. */
  async oldestDelivery(): Promise<Date | null> {
    const oldest = await this.knex("onchain_webhook_delivery")
      .whereNull("deleted_at")
      .whereIn("state", ["received", "processing"])
      .min({ at: "received_at" })
      .first()
    return oldest?.at ?? null
  }

  /** Payments that should have been asked for longer than `graceMs` ago. */
  overdueChecks(graceMs: number): Promise<Waiting> {
    return this.waiting(
      `SELECT next_check_at AS at FROM onchain_payment
       WHERE deleted_at IS NULL AND next_check_at IS NOT NULL
         AND next_check_at < now() - ? * interval '1 millisecond' ORDER BY next_check_at`,
      [graceMs]
    )
  }

  /** Settled money without an order that nobody has decided about. */
  unallocatedPayments(): Promise<Waiting> {
    return this.waiting(
      `SELECT settled_at AS at FROM onchain_payment
       WHERE deleted_at IS NULL AND state = 'unallocated' AND resolution IS NULL ORDER BY settled_at`,
      []
    )
  }

  /** Orders that are out of time and kept because a list of the service is incomplete, by their payment collections. */
  async keptOrders(): Promise<Waiting & { collectionIds: string[] }> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt", coalesce((array_agg(id ORDER BY at))[1:?], '{}') AS "collectionIds"
       FROM (
         SELECT coalesce(collection_id, id) AS id, min(list_incomplete_since) AS at FROM onchain_payment
         WHERE deleted_at IS NULL AND list_incomplete_since IS NOT NULL AND order_closed_at IS NULL AND captured_at IS NULL
         GROUP BY 1 ORDER BY 2 LIMIT ?
       ) AS waiting`,
      [NAMED, COUNT_LIMIT + 1]
    )
    return rows[0]
  }

  /** Money that is captured or held for review and that the service no longer calls paid, until a person has looked at it. */
  contradictedPayments(): Promise<Waiting> {
    return this.waiting(
      `SELECT contradicted_at AS at FROM onchain_payment
       WHERE deleted_at IS NULL AND contradicted_at IS NOT NULL AND contradiction_ended_at IS NULL ORDER BY contradicted_at`,
      []
    )
  }

  /** Payments that are still asked for, and whose invoice the service does not know. */
  async unknownInvoices(): Promise<UnknownInvoices> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt", coalesce((array_agg(id ORDER BY at))[1:?], '{}') AS ids FROM (
         SELECT invoice_unknown_at AS at, gateway_invoice_id AS id FROM onchain_payment
         WHERE deleted_at IS NULL AND invoice_unknown_at IS NOT NULL AND next_check_at IS NOT NULL
         ORDER BY invoice_unknown_at LIMIT ?
       ) AS waiting`,
      [NAMED, COUNT_LIMIT + 1]
    )
    return rows[0]
  }

  /** Payments whose address was refused since `since`, and why. */
  async refusedAddresses(since: Date): Promise<Waiting & { reasons: string[] }> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt", coalesce(array_agg(DISTINCT reason), '{}') AS reasons FROM (
         SELECT address_refused_at AS at, address_refusal AS reason FROM onchain_payment
         WHERE deleted_at IS NULL AND address_refused_at IS NOT NULL AND address_refused_at >= ?
         ORDER BY address_refused_at LIMIT ?
       ) AS refused`,
      [since, COUNT_LIMIT + 1]
    )
    return rows[0]
  }

  /** @returns a count of one more than {@link COUNT_LIMIT} when there are more */
  private async waiting(sql: string, bindings: Knex.RawBinding[]): Promise<Waiting> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(at) AS "oldestAt" FROM (${sql} LIMIT ?) AS waiting`,
      [...bindings, COUNT_LIMIT + 1]
    )
    return rows[0]
  }
}
