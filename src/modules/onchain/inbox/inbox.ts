import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { backoffMs, stateAfterFailure, TEST_EVENT, waitBeforeTest } from "../../../domain/inbox/delivery"
import type { Assumptions } from "../../../gateway/assumptions"
import { postDelivery } from "../../../gateway/client/http"
import { isRecord } from "../../../gateway/contract"
import { signDelivery } from "../../../gateway/signature"
import { WEBHOOK_DEAD } from "../events"
import { noteAudit } from "../work/audit-log"
import { addToOutbox, changeWithEvents, type OutboxEvent } from "../work/outbox"
import { inScope, type Scope, scopeColumns, takeDue } from "../work/claim"
import { DELIVERY, IS_DEAD } from "./delivery-list"

/** `attempts` counts this one. */
export type ClaimedDelivery = {
  id: string
  event: string
  resource_id: string | null
  raw_body: string
  attempts: number
}

/**
 * The durable inbox: any number of processes share its work, and a killed one loses nothing.
 *
 * Times are the database's own, so that processes agree about leases. Every write after a claim names its
 * attempt: a worker whose lease ran out changes nothing.
 */
export class Inbox {
  private readonly batches = new DeliveryBatches((deliveries) => this.insert(deliveries))

  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly settings: { leaseMs: number; maxAttempts: number }
  ) {}

  /** Resolves once it is stored. @returns false when a delivery with this id is already there */
  accept(delivery: NewDelivery): Promise<boolean> {
    return this.batches.add(delivery)
  }

  /** Whether deliveries are coming in right now. */
  get isBusy(): boolean {
    return this.batches.isBusy
  }

  /** Whether the delivery with this id has the same body. */
  async holds(id: string, rawBody: string): Promise<boolean> {
    const own = inScope(this.scope)
    const found = await this.knex.raw(
      `SELECT raw_body = ? AS same FROM onchain_webhook_delivery WHERE id = ? AND ${own.sql}`,
      [rawBody, id, ...own.bindings]
    )
    return found.rows[0]?.same === true
  }

  /** Puts a dead delivery back, as when its sender repeats it. @returns whether there was one */
  async revive(id: string): Promise<boolean> {
    const own = inScope(this.scope)
    const revived = await this.knex.raw(
      `UPDATE onchain_webhook_delivery SET state = 'received', attempts = 0, next_attempt_at = now(),
         updated_at = now()
       WHERE id = ? AND state = 'dead' AND ${own.sql} RETURNING id`,
      [id, ...own.bindings]
    )
    return revived.rows.length === 1
  }

  async claim(): Promise<ClaimedDelivery | null> {
    const [delivery] = await takeDue<ClaimedDelivery>(
      this.knex,
      {
        table: "onchain_webhook_delivery",
        scope: this.scope,
        where: "state = 'received'",
        dueAt: "next_attempt_at",
        lease: { ms: this.settings.leaseMs, column: "lease_expires_at" },
        set: "state = 'processing', attempts = attempts + 1",
      },
      1
    )
    return delivery ?? null
  }

  async finish(
    delivery: ClaimedDelivery,
    state: "processed" | "ignored",
    note: string | null
  ): Promise<void> {
    const own = inScope(this.scope)
    await this.knex.raw(
      `UPDATE onchain_webhook_delivery SET state = ?, last_error = ?, processed_at = now(), lease_expires_at = NULL,
         updated_at = now()
       WHERE id = ? AND state = 'processing' AND attempts = ? AND ${own.sql}`,
      [state, note, delivery.id, delivery.attempts, ...own.bindings]
    )
  }

  /**
   * Puts the delivery back with a pause, or gives it up after too many attempts. @returns `lost` when the
   * lease had run out
   */
  async fail(delivery: ClaimedDelivery, reason: string): Promise<"received" | "dead" | "lost"> {
    const state = stateAfterFailure(delivery.attempts, this.settings.maxAttempts)
    const own = inScope(this.scope)
    const events = state === "dead" ? [deadEvent(delivery.id)] : []
    const failed = await changeWithEvents(this.knex, events, async (knex) => {
      const { rows } = await knex.raw(
        `UPDATE onchain_webhook_delivery SET state = ?, last_error = ?, lease_expires_at = NULL, updated_at = now(),
           next_attempt_at = now() + ? * interval '1 millisecond'
         WHERE id = ? AND state = 'processing' AND attempts = ? AND ${own.sql} RETURNING id`,
        [
          ...[state, reason.slice(0, 1_000), backoffMs(delivery.attempts), delivery.id, delivery.attempts],
          ...own.bindings,
        ]
      )
      return rows as { id: string }[]
    })
    return failed ? state : "lost"
  }

  /**
   * Releases deliveries whose worker was killed, and ends those that killed too many. @returns ids of
   * the dead ones
   */
  async recover(): Promise<string[]> {
    const own = inScope(this.scope)
    return this.knex.transaction(async (trx) => {
      const { rows }: { rows: { id: string; state: string }[] } = await trx.raw(
        `UPDATE onchain_webhook_delivery SET
         state = CASE WHEN attempts >= ? THEN 'dead' ELSE 'received' END,
         lease_expires_at = NULL, next_attempt_at = now(), updated_at = now()
       WHERE deleted_at IS NULL AND state = 'processing' AND lease_expires_at <= now() AND ${own.sql}
       RETURNING id, state`,
        [this.settings.maxAttempts, ...own.bindings]
      )
      const dead = rows.filter(({ state }) => state === "dead").map(({ id }) => id)
      await addToOutbox(trx, dead.map(deadEvent))
      return dead
    })
  }

  async backlog(): Promise<{ waiting: number; dead: number }> {
    const own = inScope(this.scope)
    const counted = await this.knex.raw(
      `SELECT count(*) FILTER (WHERE state IN ('received', 'processing'))::int AS waiting,
              count(*) FILTER (WHERE ${IS_DEAD})::int AS dead
       FROM onchain_webhook_delivery WHERE state IN ('received', 'processing', 'dead') AND ${own.sql}`,
      own.bindings
    )
    return counted.rows[0]
  }

  private async insert(deliveries: readonly NewDelivery[]): Promise<string[]> {
    const { environment, business_id } = scopeColumns(this.scope)
    const inserted = await this.knex.raw(
      `INSERT INTO onchain_webhook_delivery (id, environment, business_id, event, resource_id, raw_body, received_at,
         next_attempt_at)
       SELECT id, ?, ?, event, nullif(resource_id, ''), raw_body, now(), now()
       FROM unnest(?::text[], ?::text[], ?::text[], ?::text[]) AS fresh(id, event, resource_id, raw_body)
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        environment,
        business_id,
        deliveries.map(({ id }) => id),
        deliveries.map(({ event }) => event),
        deliveries.map(({ resourceId }) => resourceId ?? ""),
        deliveries.map(({ rawBody }) => rawBody),
      ]
    )
    return inserted.rows.map((row: { id: string }) => row.id)
  }
}

const deadEvent = (id: string): OutboxEvent => ({ subject: id, name: WEBHOOK_DEAD, data: { id } })

export type NewDelivery = { id: string; event: string; resourceId: string | null; rawBody: string }

type Waiting = {
  delivery: NewDelivery
  resolve: (isNew: boolean) => void
  reject: (error: unknown) => void
  /** Set when the database refused its batch. */
  isAlone: boolean
}

const MAX_BATCH = 64
/** Two writes at once keep the disk busy while the next batch fills. */
const MAX_WRITERS = 2
/** Deliveries are coming in while the last one is younger than this. */
const BUSY_MS = 20

/**
 * Stores deliveries that arrive together with one statement, and so with one wait for the disk.
 *
 * A single one is written at once; those that arrive during writes share the next. Each is answered only when
 * its own write is stored. When the database cannot be reached, all that wait fail at once: their senders try
 * again.
 */
export class DeliveryBatches {
  private waiting: Waiting[] = []
  private writers = 0
  private lastAddedMs = Number.NEGATIVE_INFINITY

  /**
   * @param write stores deliveries with different ids in one statement, and returns the ids that were new
   * @param clock monotonic, milliseconds
   */
  constructor(
    private readonly write: (deliveries: readonly NewDelivery[]) => Promise<readonly string[]>,
    private readonly clock: () => number = () => performance.now()
  ) {}

  /** Whether deliveries are coming in right now. */
  get isBusy(): boolean {
    return this.waiting.length > 0 || this.clock() - this.lastAddedMs < BUSY_MS
  }

  /** @returns false when a delivery with this id is already there */
  add(delivery: NewDelivery): Promise<boolean> {
    this.lastAddedMs = this.clock()
    return new Promise((resolve, reject) => {
      this.waiting.push({ delivery, resolve, reject, isAlone: false })
      if (this.writers < MAX_WRITERS) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.writers++
    while (this.waiting.length > 0) await this.writeBatch(this.takeBatch())
    this.writers--
  }

  /** A second delivery with the same id waits for a later batch, where it meets the stored first. */
  private takeBatch(): Waiting[] {
    if (this.waiting[0]?.isAlone) return this.waiting.splice(0, 1)
    const ids = new Set<string>()
    const batch: Waiting[] = []
    const later: Waiting[] = []
    for (const one of this.waiting) {
      const isLater = batch.length >= MAX_BATCH || one.isAlone || ids.has(one.delivery.id)
      ids.add(one.delivery.id)
      ;(isLater ? later : batch).push(one)
    }
    this.waiting = later
    return batch
  }

  private async writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const created = new Set(await this.write(batch.map(({ delivery }) => delivery)))
      for (const { delivery, resolve } of batch) resolve(created.has(delivery.id))
    } catch (error) {
      if (!isOfOne(error)) return rejectAll([...batch, ...this.waiting.splice(0)], error)
      if (batch.length === 1) return rejectAll(batch, error)
      // A delivery that cannot be stored must not fail the others.
      this.waiting.unshift(...batch.map((one) => ({ ...one, isAlone: true })))
    }
  }
}

function rejectAll(all: readonly Waiting[], error: unknown): void {
  for (const { reject } of all) reject(error)
}

/**
 * Whether the database may have refused one delivery of a batch: for its data, a limit, or a lock on its row.
 *
 * Other errors concern the whole database: each further write would wait as long, while senders expect an
 * answer.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html classes 22, 23, 40 and 54
 */
function isOfOne(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error)) return false
  return typeof error.code === "string" && /^(22|23|40|54)[0-9A-Z]{3}$/.test(error.code)
}

type Settings = { secrets: readonly string[]; signature: Assumptions["signature"]; timeoutMs: number }

type TestAnswer = { httpStatus: number | null; reason: string | null }

const ACTION = `${DELIVERY}.test_sent`
const MAX_RESPONSE_BYTES = 64 * 1024
/** Of an unknown server nothing else is repeated. */
const REFUSAL_CODE = /^[a-z_]{1,40}$/

/** Test events of the store to its own webhook address, signed as the provider signs. */
export class WebhookTests {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly settings: Settings,
    private readonly clock: () => number
  ) {}

  /** Registers a test with its audit entry. @returns the id of its delivery, or how long to wait for the next test */
  begin(actorId: string, url: string): Promise<{ deliveryId: string } | { waitMs: number }> {
    return this.knex.transaction(async (trx) => {
      await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:webhook_test', 0))")
      const own = inScope(this.scope)
      const { rows }: { rows: { ms: number | null }[] } = await trx.raw(
        `SELECT (extract(epoch FROM now() - max(created_at)) * 1000)::int AS ms FROM onchain_audit_entry
         WHERE subject_type = ? AND action = ? AND created_at > now() - interval '1 hour' AND ${own.sql}`,
        [DELIVERY, ACTION, ...own.bindings]
      )
      const waitMs = waitBeforeTest(rows[0]?.ms ?? null)
      if (waitMs > 0) return { waitMs }
      const deliveryId = generateEntityId(undefined, "test")
      const subject = { type: DELIVERY, id: deliveryId, ...scopeColumns(this.scope) }
      await noteAudit(trx, subject, { action: ACTION, actorId, before: null, after: { url } })
      return { deliveryId }
    })
  }

  /** Signs with the newest secret and posts. @param url as `webhookAddress` gives it, never text of a caller */
  async send(url: string, deliveryId: string): Promise<TestAnswer> {
    const body = JSON.stringify({ event: TEST_EVENT, data: {} })
    const [secret = ""] = this.settings.secrets
    const signed = { body: Buffer.from(body), deliveryId, timestampMs: this.clock(), secret }
    const { signature, timeoutMs } = this.settings
    const headers = signDelivery(signed, signature)
    const options = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES }
    const answer = await postDelivery(url, { body, headers }, options)
    if (answer.kind === "lost") return { httpStatus: null, reason: answer.reason ?? answer.code }
    const { isJson } = answer.body
    const value = isJson ? answer.body.value : null
    const code = isRecord(value) && value.type === "webhook_refused" ? value.code : null
    const reason = typeof code === "string" && REFUSAL_CODE.test(code) ? code : null
    return { httpStatus: answer.status, reason }
  }
}
