import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { endpointNames, type EndpointName } from "../../../gateway/contract"
import { GOODBYE_MS, inTime } from "./take-due"

/**
 * What every process shares: refused webhooks, fields and words of the service that cannot be read, amounts that it refused, and how
 * the calls of each endpoint and of each source of rates end.
 */
export type StatusName =
  | "webhook_rejected"
  | `${Notice}${string}`
  | `${typeof ANSWERED | typeof FAILED}${EndpointName}`
  | `${typeof RATE_ANSWERED | typeof RATE_FAILED}${string}`
type Notice = typeof UNREADABLE | typeof MISSING | typeof UNKNOWN_WORD | typeof REFUSED_AMOUNT
export const UNREADABLE = "unreadable:"
export const MISSING = "missing:"
export const UNKNOWN_WORD = "unknown_word:"
export const REFUSED_AMOUNT = "refused_amount:"
const ANSWERED = "answered:"
const FAILED = "failed:"
const RATE_ANSWERED = "rate_answered:"
const RATE_FAILED = "rate_failed:"
/** The failures that a success ends. */
const FAILURE_ENDED_BY = new Map<StatusName, StatusName>(
  endpointNames.map((endpoint) => [`${ANSWERED}${endpoint}`, `${FAILED}${endpoint}`])
)
function failureEndedBy(name: StatusName): StatusName | undefined {
  if (name.startsWith(RATE_ANSWERED)) return `${RATE_FAILED}${name.slice(RATE_ANSWERED.length)}`
  return FAILURE_ENDED_BY.get(name)
}
/** @property count since it was last quiet for a day; of a failure, since the last success */
export type Status = { detail: string | null; at: Date; count: number }

/** `atMs` is by the process's steady clock. */
type Noted = { detail: string; count: number; atMs: number }

const PAUSE_MS = 1_000
/** After this a status is over; when it comes again it is counted from one. */
const QUIET = "interval '1 day'"
/** Two writes of one process need not take equally long. */
const JITTER = "interval '1 second'"
const LONGEST_DETAIL = 600

/**
 * Remembers, for all processes, when something last happened.
 *
 * Written at most once a second and never waited for: a flood of bad webhooks must not keep the database
 * busy. What comes within the second is written at its end.
 */
export class SharedStatus {
  private readonly waiting = new Map<StatusName, Noted>()
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
    const failed = failureEndedBy(name)
    if (failed) this.waiting.delete(failed)
    this.waiting.set(name, {
      detail,
      count: (this.waiting.get(name)?.count ?? 0) + 1,
      atMs: performance.now(),
    })
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

  /** Names that begin with `prefix`, without it; within the last day, most frequent first. */
  async recent(prefix: Notice): Promise<(Status & { name: string })[]> {
    const { rows } = await this.knex.raw(
      `SELECT substr(id, ?) AS name, detail, seen_at AS at, count FROM onchain_signal
       WHERE starts_with(id, ?) AND seen_at > now() - ${QUIET} ORDER BY count DESC, id`,
      [prefix.length + 1, prefix]
    )
    return rows
  }

  /** The last success and the last failure of every endpoint. */
  async calls(): Promise<{ endpoint: EndpointName; answered?: Status; failed?: Status }[]> {
    const { rows }: { rows: (Status & { id: string })[] } = await this.knex.raw(
      `SELECT id, detail, seen_at AS at, count FROM onchain_signal WHERE starts_with(id, ?) OR starts_with(id, ?)`,
      [ANSWERED, FAILED]
    )
    const find = (id: StatusName) => rows.find((row) => row.id === id)
    return endpointNames.map((endpoint) => ({
      endpoint,
      answered: find(`${ANSWERED}${endpoint}`),
      failed: find(`${FAILED}${endpoint}`),
    }))
  }

  /** The last success and failure of a rate source. */
  async rateCalls(source: string): Promise<{ answered: Status | null; failed: Status | null }> {
    const [answered, failed] = await Promise.all([
      this.read(`${RATE_ANSWERED}${source}`),
      this.read(`${RATE_FAILED}${source}`),
    ])
    return { answered, failed }
  }

  private writeWaiting(): void {
    this.pause = undefined
    if (this.waiting.size === 0) return
    const entries = [...this.waiting]
    this.waiting.clear()
    if (!this.isClosed) this.pause = setTimeout(() => this.writeWaiting(), PAUSE_MS).unref()
    // In order: a success ends the failures before it, and none after it.
    for (const [name, noted] of entries)
      this.writes = this.writes.then(() => this.write(name, noted)).catch(this.onError)
  }

  /**
   * Dated by when it happened, not by when it is written: another process compares the two, and may have
   * written something later meanwhile.
   */
  private async write(name: StatusName, { detail, count, atMs }: Noted): Promise<void> {
    await this.knex.raw(
      `INSERT INTO onchain_signal AS known (id, seen_at, detail, count)
       VALUES (?, now() - ? * interval '1 millisecond', ?, ?)
       ON CONFLICT (id) DO UPDATE SET seen_at = greatest(known.seen_at, excluded.seen_at), updated_at = now(),
         detail = CASE WHEN known.seen_at > excluded.seen_at + ${JITTER} THEN known.detail ELSE excluded.detail END,
         count = excluded.count + CASE WHEN known.seen_at > now() - ${QUIET} THEN known.count ELSE 0 END`,
      [name, performance.now() - atMs, detail.slice(0, LONGEST_DETAIL), count]
    )
    const failed = failureEndedBy(name)
    if (failed)
      await this.knex("onchain_signal").where({ id: failed }).update({ count: 0, updated_at: new Date() })
  }
}
