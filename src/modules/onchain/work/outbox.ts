import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { backoffMs } from "../../../domain/inbox/delivery"
import { reasonOf } from "./audit-log"
import { deleteOldest, GOODBYE_MS, inTime, takeDue, fromNow } from "./claim"

/** An event to publish. `data` is its public JSON payload. */
export type OutboxEvent = {
  /** Id of the row that changed. Its events are published in the order of its changes. */
  subject: string
  name: string
  data: Record<string, unknown>
  /** Delay of the shopper's message after the change. @default no message */
  messageDelayMs?: number
}

/** An event that this process holds the lease of. `attempts` counts this one. */
export type ClaimedEvent = OutboxEvent & { id: string; position: string; attempts: number }

/** Called after each commit of this process that has added events. */
const listeners = new Set<() => void>()

/**
 * Write or lock the subject's row first: its lock is held until the commit, so the events of a subject are in the order of its commits.
 */
export async function addToOutbox(trx: Knex.Transaction, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  const due_at = trx.raw("now()")
  await trx("onchain_outbox").insert(
    events.map(({ subject, name, data, messageDelayMs: delayMs }) => ({
      id: generateEntityId(undefined, "ocout"),
      ...{ subject, name, data: JSON.stringify(data), due_at },
      message_due_at: delayMs === undefined ? null : fromNow(trx, delayMs),
    }))
  )
  const wake = () => listeners.forEach((listener) => listener())
  void trx.executionPromise.then(wake, () => undefined)
}

/** The events of a change, or what reads them from the changed row in the same transaction. */
export type EventsOf<Row> =
  | readonly OutboxEvent[]
  | ((row: Row, trx: Knex.Transaction) => readonly OutboxEvent[] | Promise<readonly OutboxEvent[]>)

/** Both or neither, in the caller's transaction or in its own; without events it takes none. */
export async function changeWithEvents<Row>(
  knex: Knex,
  events: EventsOf<Row>,
  write: (knex: Knex) => Promise<Row[]>
): Promise<Row | undefined> {
  if (events.length === 0 && typeof events !== "function") return (await write(knex))[0]
  return inTransaction(knex, async (trx) => {
    const [row] = await write(trx)
    if (row !== undefined)
      await addToOutbox(trx, typeof events === "function" ? await events(row, trx) : events)
    return row
  })
}

/** A nested transaction would report its end before the outer one commits. */
export function inTransaction<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const isOpen = (known: Knex): known is Knex.Transaction => known.isTransaction === true
  return isOpen(knex) ? work(knex) : knex.transaction(work)
}

/** Only the first event of a subject can be claimed: the next one waits until it is published. */
const FIRST_OF_SUBJECT = `published_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM onchain_outbox AS earlier WHERE earlier.subject = onchain_outbox.subject
    AND earlier.published_at IS NULL AND earlier.deleted_at IS NULL AND earlier.position < onchain_outbox.position)`

/** Published side by side: each is of another subject. */
const BATCH = 50
/** Longer than the patience with the bus, so that no other process publishes what is under way here. */
const LEASE_MS = 30_000
const PATIENCE_MS = 10_000
/** A bus that is back is tried again soon. */
const LONGEST_PAUSE_MS = 60_000

export type OutboxReports = {
  onPublished: (event: ClaimedEvent) => void
  onError: (what: string, error: unknown) => void
}

/** At least once and in order per subject, right after the commit. A job publishes what a dead process left and the bus did not take. */
export class Outbox {
  private isWanted = false
  private round: Promise<void> | undefined
  private readonly onAdded = () => {
    this.publish().catch((error: unknown) => this.reports.onError("events are published later", error))
  }

  /** @param bus resolved late: Medusa loads it beside this module */
  constructor(
    private readonly knex: Knex,
    private readonly bus: () => Pick<IEventBusModuleService, "emit">,
    private readonly reports: OutboxReports,
    private readonly leaseMs = LEASE_MS
  ) {}

  start(): void {
    listeners.add(this.onAdded)
  }

  async stop(): Promise<void> {
    listeners.delete(this.onAdded)
    await inTime(this.round?.catch(() => undefined) ?? Promise.resolve(), GOODBYE_MS)
  }

  publish(): Promise<void> {
    this.isWanted = true
    return (this.round ??= this.run())
  }

  private async run(): Promise<void> {
    try {
      while (this.isWanted) {
        this.isWanted = false
        for (let events = await this.claim(BATCH); events.length > 0;) {
          await this.publishAll(events)
          events = await this.claim(BATCH)
        }
      }
    } finally {
      this.round = undefined
    }
  }

  private async publishAll(events: readonly ClaimedEvent[]): Promise<void> {
    const ends = await Promise.allSettled(events.map((event) => this.emit(event)))
    const published = events.filter((_, index) => ends[index]?.status === "fulfilled")
    await this.notePublished(published)
    for (const event of published) this.reports.onPublished(event)
    for (const [index, end] of ends.entries()) {
      const event = events[index]
      if (end.status === "fulfilled" || !event) continue
      const pauseMs = Math.min(backoffMs(event.attempts), LONGEST_PAUSE_MS)
      await this.noteFailed(event, reasonOf(end.reason), pauseMs)
      this.reports.onError(`${event.name} of ${event.subject} is published later`, end.reason)
    }
  }

  private async emit({ name, data }: ClaimedEvent): Promise<void> {
    const sent = this.bus()
      .emit({ name, data })
      .then(() => true)
    if (!(await inTime(sent, PATIENCE_MS))) throw new Error("the event bus did not answer in time")
  }

  async claim(limit: number): Promise<ClaimedEvent[]> {
    const events = await takeDue<ClaimedEvent>(
      this.knex,
      {
        table: "onchain_outbox",
        where: FIRST_OF_SUBJECT,
        dueAt: "due_at",
        lease: { ms: this.leaseMs },
        set: "attempts = attempts + 1",
      },
      limit
    )
    return events.sort((a, b) => Number(BigInt(a.position) - BigInt(b.position)))
  }

  /** Notes that an event is out. When the lease has ended meanwhile and another process claimed it, that one notes it. */
  async notePublished(events: readonly ClaimedEvent[]): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_outbox SET published_at = now(), last_error = NULL, updated_at = now()
       FROM unnest(?::text[], ?::int[]) AS done(id, attempts)
       WHERE onchain_outbox.id = done.id AND onchain_outbox.attempts = done.attempts`,
      [events.map(({ id }) => id), events.map(({ attempts }) => attempts)]
    )
  }

  /** Puts an event back that could not be published. The later ones of its subject wait with it. */
  async noteFailed({ id, attempts }: ClaimedEvent, reason: string, pauseMs: number): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_outbox SET due_at = now() + ? * interval '1 millisecond', last_error = ?, updated_at = now()
       WHERE id = ? AND attempts = ?`,
      [pauseMs, reason.slice(0, 1_000), id, attempts]
    )
  }

  /** Deletes published events older than `keepDays`, unless a message is still due. @returns how many */
  purge(keepDays: number, limit: number): Promise<number> {
    return deleteOldest(
      this.knex,
      {
        table: "onchain_outbox",
        where: "published_at < now() - ? * interval '1 day' AND message_due_at IS NULL",
        bindings: [keepDays],
        orderBy: "published_at",
      },
      limit
    )
  }
}
