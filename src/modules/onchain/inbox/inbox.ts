import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createHash } from "node:crypto"
import { backoffMs, stateAfterFailure, TEST_EVENT } from "../../../domain/inbox/delivery"
import type { Assumptions } from "../../../gateway/assumptions"
import { eventResource, readJson, webhookEnvelopeSchema } from "../../../gateway/contract"
import {
  deliveryIdOf,
  findHeaderProblem,
  type SignatureRefusal,
  verifyDelivery,
} from "../../../gateway/signature"
import { WEBHOOK_DEAD } from "../events"
import { inScope, ownRows, type Scope, scopeColumns, takeDue } from "../work/claim"
import { addToOutbox, changeWithEvents, type OutboxEvent } from "../work/outbox"
import { DELIVERY, IS_DEAD } from "./delivery-list"

/** The service's own messages have a handful. */
const MAX_DEPTH = 64
const SAFE_ID = /^[\w.:-]{1,200}$/

/**
 * Why a webhook is refused. Stable and append-only. 401 when authenticity is in doubt, another 4xx when the message is unusable.
 * 408 and 429 make an honest sender try again.
 */
export const WEBHOOK_REFUSALS = {
  id_missing: [400, "The header X-Webhook-ID is missing, or has different values."],
  id_invalid: [
    400,
    "The header X-Webhook-ID is not an identifier of at most 200 letters, digits or any of . _ : -",
  ],
  signature_missing: [401, "The header X-Webhook-Signature is missing, or is repeated with another value."],
  timestamp_missing: [401, "The header X-Webhook-Timestamp is missing, or has different values."],
  timestamp_invalid: [401, "The header X-Webhook-Timestamp is not an instant in the agreed unit."],
  timestamp_stale: [401, "The delivery is too old. Compare the clocks of sender and receiver."],
  timestamp_future: [401, "The delivery is from the future. Compare the clocks of sender and receiver."],
  signature_invalid: [
    401,
    "The signature does not fit the body. Are secret and environment the same on both sides?",
  ],
  body_empty: [400, "The body is empty."],
  body_too_large: [413, "The body is too large."],
  body_incomplete: [400, "The connection ended before the body did."],
  encoding_unsupported: [415, "The body is compressed; send it as it is."],
  body_too_deep: [400, "The body is signed but nests more than 64 levels deep."],
  body_not_json: [400, "The body is signed but is not JSON."],
  envelope_invalid: [400, "The body is signed but has no event and data."],
  address_wrong: [410, "The provider's webhooks go to /hooks/onchain of this server only."],
  body_timeout: [408, "The body did not arrive within 10 seconds. Send it again."],
  too_many_readings: [429, "Too many bodies are being read at once. Send it again."],
} as const satisfies Record<SignatureRefusal, unknown> &
  Record<string, readonly [status: number, message: string]>

export type WebhookRefusal = keyof typeof WEBHOOK_REFUSALS

export type RawBody = { bytes: Buffer } | { refusal: WebhookRefusal }

export type WebhookResult =
  { deliveryId: string; event: string; isNew: boolean } | { refusal: WebhookRefusal }

/** Since the process started, for the health page. */
export type WebhookCounts = {
  accepted: number
  repeated: number
  rejected: Partial<Record<WebhookRefusal, number>>
  lastAcceptedAt: Date | null
  lastRejected: { reason: WebhookRefusal; at: Date } | null
}

export type WebhookOutcome = { kind: "accepted" | "repeated" } | { kind: "rejected"; reason: WebhookRefusal }

/** Verifies, stores and counts webhooks. Nothing is parsed before the signature is verified. */
export class WebhookIntake {
  readonly counts: WebhookCounts = {
    accepted: 0,
    repeated: 0,
    rejected: {},
    lastAcceptedAt: null,
    lastRejected: null,
  }

  constructor(
    private readonly inbox: Pick<Inbox, "accept" | "holds" | "revive">,
    private readonly settings: { secrets: readonly string[]; assumptions: Assumptions },
    private readonly clock: () => number,
    /** Receives every outcome; must not throw and must be fast. */
    private readonly onOutcome: (outcome: WebhookOutcome) => void = () => undefined
  ) {}

  /**
   * Verifies a delivery over its raw bytes, stores and counts it. The body is read only when the headers are well-formed. @throws
   * when the database cannot take it
   */
  async accept(
    headers: NodeJS.Dict<string | string[]>,
    readBody: () => Promise<RawBody>
  ): Promise<WebhookResult> {
    const { secrets, assumptions } = this.settings
    const problem = findHeaderProblem(headers, assumptions.signature)
    if (problem !== null) return this.reject(problem)
    if (!SAFE_ID.test(deliveryIdOf(headers))) return this.reject("id_invalid")
    const body = await readBody()
    if ("refusal" in body) return this.reject(body.refusal)
    if (body.bytes.length === 0) return this.reject("body_empty")
    const message = { rawBody: body.bytes, headers, secrets, nowMs: this.clock() }
    const verified = verifyDelivery(message, assumptions.signature)
    if (!verified.isValid) return this.reject(verified.reason)
    const rawBody = body.bytes.toString("utf8")
    if (isNestedDeeper(rawBody, MAX_DEPTH)) return this.reject("body_too_deep")
    let json: unknown
    try {
      json = readJson(rawBody)
    } catch {
      return this.reject("body_not_json")
    }
    const envelope = webhookEnvelopeSchema.safeParse(json)
    if (!envelope.success || !SAFE_ID.test(envelope.data.event)) return this.reject("envelope_invalid")

    const { event } = envelope.data
    const { deliveryId } = verified
    const { id } = eventResource(envelope.data, assumptions)
    const resourceId = typeof id === "string" && SAFE_ID.test(id) ? id : null
    const isNew = await this.store({ id: deliveryId, event, resourceId, rawBody })
    if (event !== TEST_EVENT) this.counts.lastAcceptedAt = new Date(this.clock())
    if (isNew) this.counts.accepted++
    else this.counts.repeated++
    this.onOutcome({ kind: isNew ? "accepted" : "repeated" })
    return { deliveryId, event, isNew }
  }

  /**
   * Deduplicates by id and body. Most schemes do not sign the id, so the holder of a valid delivery could send it under the id of
   * a coming one: another body is another delivery, kept beside the first. A dead one is revived when its sender repeats it.
   *
   * @returns whether there is new work
   */
  private async store(delivery: Parameters<Inbox["accept"]>[0]): Promise<boolean> {
    if (await this.inbox.accept(delivery)) return true
    if (await this.inbox.holds(delivery.id, delivery.rawBody)) return this.inbox.revive(delivery.id)
    const digest = createHash("sha256").update(delivery.rawBody).digest("hex").slice(0, 16)
    const id = `${delivery.id}~${digest}`
    return (await this.inbox.accept({ ...delivery, id })) || this.inbox.revive(id)
  }

  /** Counts a refusal. */
  reject(refusal: WebhookRefusal): WebhookResult {
    this.counts.rejected[refusal] = (this.counts.rejected[refusal] ?? 0) + 1
    this.counts.lastRejected = { reason: refusal, at: new Date(this.clock()) }
    this.onOutcome({ kind: "rejected", reason: refusal })
    return { refusal }
  }
}

const QUOTE = 34
const BACKSLASH = 92
/** Brackets and braces differ in this bit only. */
const BRACE_BIT = 32
const OPENING = 91 | BRACE_BIT
const CLOSING = 93 | BRACE_BIT

/**
 * Whether a JSON text nests deeper than a limit, found without parsing: a text of brackets alone could exhaust a recursive
 * parser.
 */
export function isNestedDeeper(json: string, limit: number): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) isInText = !isInText
    else if (isInText && code === BACKSLASH) at++
    else if (!isInText && (code | BRACE_BIT) === OPENING && ++depth > limit) return true
    else if (!isInText && (code | BRACE_BIT) === CLOSING) depth--
  }
  return false
}

/** `attempts` counts this one. */
export type ClaimedDelivery = {
  id: string
  event: string
  resource_id: string | null
  raw_body: string
  attempts: number
}

const TABLE = "onchain_webhook_delivery"

/**
 * The durable inbox. Times are the database's own, so that processes agree about leases. Every write after a claim names its
 * attempt: a worker whose lease ran out changes nothing.
 */
export class Inbox {
  readonly batches = new DeliveryBatches((deliveries) => this.insert(deliveries))

  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly settings: { leaseMs: number; maxAttempts: number }
  ) {}

  /** Resolves once it is stored. @returns false when a delivery with this id is already there */
  accept(delivery: NewDelivery): Promise<boolean> {
    return this.batches.add(delivery)
  }

  /** Whether the delivery with this id has the same body. */
  async holds(id: string, raw_body: string): Promise<boolean> {
    return (await this.rows().where({ id, raw_body }).first("id")) !== undefined
  }

  /** Puts a dead delivery back, as when its sender repeats it. @returns whether there was one */
  async revive(id: string): Promise<boolean> {
    const now = this.knex.fn.now()
    const due = { state: "received", attempts: 0, next_attempt_at: now, updated_at: now }
    return (await this.rows().where({ id, state: "dead" }).update(due)) === 1
  }

  async claim(): Promise<ClaimedDelivery | null> {
    const due = {
      ...{ table: TABLE, scope: this.scope, where: "state = 'received'", dueAt: "next_attempt_at" },
      lease: { ms: this.settings.leaseMs, column: "lease_expires_at" },
      set: "state = 'processing', attempts = attempts + 1",
    }
    const [delivery] = await takeDue<ClaimedDelivery>(this.knex, due, 1)
    return delivery ?? null
  }

  async finish(
    { id, attempts }: ClaimedDelivery,
    state: "processed" | "ignored",
    note: string | null
  ): Promise<void> {
    const now = this.knex.fn.now()
    await this.rows()
      .where({ id, attempts, state: "processing" })
      .update({ state, last_error: note, processed_at: now, lease_expires_at: null, updated_at: now })
  }

  /** Puts the delivery back with a pause, or gives it up after too many attempts. @returns `lost` when the lease had run out */
  async fail({ id, attempts }: ClaimedDelivery, reason: string): Promise<"received" | "dead" | "lost"> {
    const state = stateAfterFailure(attempts, this.settings.maxAttempts)
    const failed = await changeWithEvents(this.knex, state === "dead" ? [deadEvent(id)] : [], (knex) =>
      this.rows(knex)
        .where({ id, attempts, state: "processing" })
        .update({
          state,
          last_error: reason.slice(0, 1_000),
          lease_expires_at: null,
          next_attempt_at: knex.raw("now() + ? * interval '1 millisecond'", [backoffMs(attempts)]),
          updated_at: knex.fn.now(),
        })
        .returning("id")
    )
    return failed ? state : "lost"
  }

  /** Releases deliveries whose worker was killed, and ends those that killed too many. @returns ids of the dead ones */
  async recover(): Promise<string[]> {
    return this.knex.transaction(async (trx) => {
      const now = trx.fn.now()
      const released: { id: string; state: string }[] = await this.rows(trx)
        .where({ state: "processing" })
        .andWhere("lease_expires_at", "<=", now)
        .update({
          state: trx.raw("CASE WHEN attempts >= ? THEN 'dead' ELSE 'received' END", [
            this.settings.maxAttempts,
          ]),
          ...{ lease_expires_at: null, next_attempt_at: now, updated_at: now },
        })
        .returning(["id", "state"])
      const dead = released.filter(({ state }) => state === "dead").map(({ id }) => id)
      await addToOutbox(trx, dead.map(deadEvent))
      return dead
    })
  }

  /** What failed before its payment was captured is over: the capture has read the invoice. A run that a person asked for since is not. */
  async closeCaptured(): Promise<void> {
    const own = inScope(this.scope, "d")
    await this.knex.raw(
      `UPDATE onchain_webhook_delivery AS d SET state = 'processed', last_error = 'its payment was captured',
         processed_at = now(), updated_at = now()
       FROM onchain_attempt AS a JOIN onchain_payment AS p ON p.id = a.payment_id
       WHERE d.${IS_DEAD} AND starts_with(d.event, 'invoice.') AND a.gateway_invoice_id = d.resource_id
         AND a.environment = d.environment AND a.business_id = d.business_id AND a.deleted_at IS NULL
         AND d.deleted_at IS NULL AND p.deleted_at IS NULL
         AND p.state = 'captured' AND p.captured_at >= d.received_at AND ${own.sql}
         AND NOT EXISTS (SELECT 1 FROM onchain_audit_entry AS e WHERE e.subject_type = '${DELIVERY}' AND e.subject_id = d.id
           AND e.created_at > p.captured_at)`,
      own.bindings
    )
  }

  async backlog(): Promise<{ waiting: number; dead: number }> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT count(*) FILTER (WHERE state <> 'dead')::int AS waiting, count(*) FILTER (WHERE ${IS_DEAD})::int AS dead
       FROM onchain_webhook_delivery WHERE state IN ('received', 'processing', 'dead') AND deleted_at IS NULL AND ${own.sql}`,
      own.bindings
    )
    return rows[0]
  }

  private rows(knex = this.knex) {
    return ownRows<Record<string, unknown>>(knex, this.scope, TABLE)
  }

  private async insert(deliveries: readonly NewDelivery[]): Promise<string[]> {
    const { environment, business_id } = scopeColumns(this.scope)
    const { rows } = await this.knex.raw(
      `INSERT INTO onchain_webhook_delivery (id, environment, business_id, event, resource_id, raw_body, received_at,
         next_attempt_at)
       SELECT id, ?, ?, event, nullif(resource_id, ''), raw_body, now(), now()
       FROM unnest(?::text[], ?::text[], ?::text[], ?::text[]) AS fresh(id, event, resource_id, raw_body)
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        ...[environment, business_id],
        deliveries.map(({ id }) => id),
        deliveries.map(({ event }) => event),
        deliveries.map(({ resourceId }) => resourceId ?? ""),
        deliveries.map(({ rawBody }) => rawBody),
      ]
    )
    return rows.map((row: { id: string }) => row.id)
  }
}

const deadEvent = (id: string): OutboxEvent => ({ subject: id, name: WEBHOOK_DEAD, data: { id } })

export type NewDelivery = { id: string; event: string; resourceId: string | null; rawBody: string }

type Waiting = {
  delivery: NewDelivery
  resolve: (isNew: boolean) => void
  reject: (error: unknown) => void
}

const MAX_BATCH = 64
/** Two writes at once keep the disk busy while the next batch fills. */
const MAX_WRITERS = 2
/** Deliveries are coming in while the last one is younger than this. */
const BUSY_MS = 20

/**
 * Stores deliveries that arrive together with one statement, and so with one wait for the disk. Each is answered only when its
 * own write is stored. When the database cannot be reached, all that wait fail at once: their senders try again.
 */
export class DeliveryBatches {
  private waiting: Waiting[] = []
  /** So many of the longest waiting are written one by one: the database refused their batch. */
  private alone = 0
  private writers = 0
  private lastAddedMs = Number.NEGATIVE_INFINITY

  /**
   * @param write stores deliveries in one statement, the first of each id, and returns the ids that were new
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
      this.waiting.push({ delivery, resolve, reject })
      if (this.writers < MAX_WRITERS) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.writers++
    while (this.waiting.length > 0) {
      const isAlone = this.alone > 0
      if (isAlone) this.alone--
      await this.writeBatch(this.waiting.splice(0, isAlone ? 1 : MAX_BATCH))
    }
    this.writers--
  }

  private async writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const created = new Set(await this.write(batch.map(({ delivery }) => delivery)))
      // A further delivery with the id of an earlier one meets it in the same statement.
      for (const { delivery, resolve } of batch) resolve(created.delete(delivery.id))
    } catch (error) {
      if (isOfOne(error) && batch.length > 1) {
        // A delivery that cannot be stored must not fail the others.
        this.waiting.unshift(...batch)
        this.alone += batch.length
        return
      }
      const others = isOfOne(error) ? [] : this.waiting.splice(0)
      this.alone = Math.min(this.alone, this.waiting.length)
      for (const { reject } of [...batch, ...others]) reject(error)
    }
  }
}

/**
 * Whether the database may have refused one delivery of a batch: for its data, a limit, or a lock on its row. Other errors
 * concern the whole database: each further write would wait as long.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html classes 22, 23, 40 and 54
 */
function isOfOne(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error)) return false
  return typeof error.code === "string" && /^(22|23|40|54)[0-9A-Z]{3}$/.test(error.code)
}

/**
 * Throttles a call: immediately at first, then at most once per pause. A request during the pause runs at its end, so a worker
 * always wakes after the last delivery is stored.
 */
export class Throttle {
  private isPausing = false
  private wanted: (() => Promise<void>) | undefined

  constructor(private readonly pauseMs: number) {}

  /** @param call must handle its own errors */
  async request(call: () => Promise<void>): Promise<void> {
    if (this.isPausing) {
      this.wanted = call
      return
    }
    this.isPausing = true
    setTimeout(() => this.endPause(), this.pauseMs).unref()
    await call()
  }

  private endPause(): void {
    this.isPausing = false
    const call = this.wanted
    this.wanted = undefined
    if (call) void this.request(call)
  }
}
