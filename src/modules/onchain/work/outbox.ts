import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { deleteOldest, takeDue } from "./take-due"

/** What others must hear. `data` is JSON and the event's public payload. */
export type OutboxEvent = {
  /** Id of the row that changed. Its events are published in the order of its changes. */
  subject: string
  name: string
  data: Record<string, unknown>
}

/** An event that this process holds the lease of. `attempts` counts this one. */
export type ClaimedEvent = OutboxEvent & { id: string; position: string; attempts: number }

const waking = new Set<() => void>()

/** Calls back after each commit of this process that has added events. @returns ends that */
export function onEventsAdded(listener: () => void): () => void {
  waking.add(listener)
  return () => void waking.delete(listener)
}

/**
 * Adds events to the outbox, in the transaction of the change that they report.
 *
 * Write or lock the subject's row first: its lock is held until the commit, so the positions of a subject are in the order of its
 * commits and no event can appear before one that is published.
 */
export async function addToOutbox(trx: Knex.Transaction, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  const due_at = trx.raw("now()")
  await trx("onchain_outbox").insert(
    events.map(({ subject, name, data }) => {
      return { id: generateEntityId(undefined, "ocout"), subject, name, data: JSON.stringify(data), due_at }
    })
  )
  const wake = () => waking.forEach((listener) => listener())
  void trx.executionPromise.then(wake, () => undefined)
}

/**
 * Makes one guarded change and adds the events that report it, both or neither. Without events it takes no transaction.
 *
 * @param write returns the rows that it changed; without any, nothing is reported
 */
export async function changeWithEvents<Row>(
  knex: Knex,
  events: readonly OutboxEvent[],
  write: (knex: Knex) => Promise<Row[]>
): Promise<Row | undefined> {
  if (events.length === 0) return (await write(knex))[0]
  return knex.transaction(async (trx) => {
    const [row] = await write(trx)
    if (row !== undefined) await addToOutbox(trx, events)
    return row
  })
}

/** Only the first event of a subject can be claimed: the next one waits until it is published. */
const FIRST_OF_SUBJECT = `published_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM onchain_outbox AS earlier WHERE earlier.subject = onchain_outbox.subject
    AND earlier.published_at IS NULL AND earlier.position < onchain_outbox.position)`

/** The rows of `onchain_outbox`, for the one that publishes them. */
export class Outbox {
  constructor(
    private readonly knex: Knex,
    private readonly leaseMs: number
  ) {}

  /** Takes events that are due, at most one of each subject, oldest first. */
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

  /** Deletes published events that are older than `keepDays`. @returns how many */
  purge(keepDays: number, limit: number): Promise<number> {
    return deleteOldest(
      this.knex,
      {
        table: "onchain_outbox",
        where: "published_at < now() - ? * interval '1 day'",
        bindings: [keepDays],
        orderBy: "published_at",
      },
      limit
    )
  }
}
