import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CREATIONS, type Creation, type FailedCreation } from "../health/creation-watch"
import { GOODBYE_MS, inTime } from "./in-time"

/**
 * What every process shares: refused webhooks, unreadable fields of the service, and how the creations of a
 * checkout end.
 */
export type StatusName =
  "webhook_rejected" | UnreadableStatus | `${typeof CREATED | typeof CREATE_FAILED}${Creation}`
export type UnreadableStatus = `${typeof UNREADABLE}${string}`
export const UNREADABLE = "unreadable:"
const CREATED = "created:"
const CREATE_FAILED = "create_failed:"
/** @property count since it was last quiet for a day */
export type Status = { detail: string | null; at: Date; count: number }

const PAUSE_MS = 1_000
/** After this a status is over; when it comes again it is counted from one. */
const QUIET = "interval '1 day'"

/**
 * Remembers, for all processes, when something last happened.
 *
 * Written at most once a second and never waited for: a flood of bad webhooks must not keep the database
 * busy. What comes within the second is written at its end.
 */
export class SharedStatus {
  private readonly waiting = new Map<StatusName, { detail: string; count: number }>()
  private pause: NodeJS.Timeout | undefined
  private writes: Promise<unknown> = Promise.resolve()
  private isClosed = false

  /** @param onError reports a failed write; nothing else depends on it */
  constructor(
    private readonly knex: Knex,
    private readonly onError: (error: unknown) => void
  ) {}

  /** @param detail a reason or a name; never a key, a secret or a body */
  note(name: StatusName, detail: string): void {
    if (name.startsWith(CREATED)) this.waiting.delete(`${CREATE_FAILED}${creationOf(name)}`)
    this.waiting.set(name, { detail, count: (this.waiting.get(name)?.count ?? 0) + 1 })
    if (!this.pause && !this.isClosed) this.writeWaiting()
  }

  /** Writes what waits, when the process stops. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.pause)
    this.writeWaiting()
    await inTime(this.writes, GOODBYE_MS)
  }

  /** @returns null when it never happened */
  async read(name: StatusName): Promise<Status | null> {
    const row = await this.knex("onchain_signal").where({ id: name }).first("detail", "seen_at", "count")
    return row ? { detail: row.detail, at: row.seen_at, count: row.count } : null
  }

  /** Within the last day, most frequent first. */
  async unreadable(): Promise<(Status & { name: string })[]> {
    const { rows } = await this.knex.raw(
      `SELECT substr(id, ?) AS name, detail, seen_at AS at, count FROM onchain_signal
       WHERE starts_with(id, ?) AND seen_at > now() - ${QUIET} ORDER BY count DESC, id`,
      [UNREADABLE.length + 1, UNREADABLE]
    )
    return rows
  }

  /** Within the last day and not successful since, with the number in a row. */
  async failedCreations(): Promise<FailedCreation[]> {
    const { rows } = await this.knex.raw(
      `SELECT substr(id, ?) AS creation, count, detail AS code, seen_at AS at FROM onchain_signal
       WHERE starts_with(id, ?) AND count > 0 AND seen_at > now() - ${QUIET} ORDER BY id`,
      [CREATE_FAILED.length + 1, CREATE_FAILED]
    )
    return rows
  }

  private writeWaiting(): void {
    this.pause = undefined
    if (this.waiting.size === 0) return
    const entries = [...this.waiting]
    this.waiting.clear()
    if (!this.isClosed) this.pause = setTimeout(() => this.writeWaiting(), PAUSE_MS).unref()
    const write = ([name, { detail, count }]: (typeof entries)[number]) =>
      this.write(name, detail, count).catch(this.onError)
    this.writes = Promise.all([this.writes, ...entries.map(write)])
  }

  private async write(name: StatusName, detail: string, count: number): Promise<void> {
    await this.knex.raw(
      `INSERT INTO onchain_signal AS known (id, seen_at, detail, count) VALUES (?, now(), ?, ?)
       ON CONFLICT (id) DO UPDATE SET seen_at = now(), detail = excluded.detail, updated_at = now(),
         count = excluded.count + CASE WHEN known.seen_at > now() - ${QUIET} THEN known.count ELSE 0 END`,
      [name, detail.slice(0, 200), count]
    )
    if (!name.startsWith(CREATED)) return
    await this.knex("onchain_signal")
      .where({ id: `${CREATE_FAILED}${creationOf(name)}` })
      .update({ count: 0, updated_at: new Date() })
  }
}

function creationOf(name: StatusName): Creation {
  const creation = CREATIONS.find((one) => name.endsWith(`:${one}`))
  if (!creation) throw new Error(`${name} is about no creation`)
  return creation
}
