import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { Modules } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { z } from "zod"
import { type EndpointName, endpointNames } from "../../../gateway/contract"
import { GOODBYE_MS, inTime } from "./claim"

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

const PROCESS = "process:"
const BEAT_MS = 30_000
/** A killed process counts this long; one that stops in order deletes its row. */
const ALIVE = "interval '2 minutes'"
const FORGOTTEN = "interval '1 hour'"

/** Records that this process lives, and counts the others on the same database. */
export class ProcessWatch {
  private readonly id = `${PROCESS}${randomUUID()}`
  private timer: NodeJS.Timeout | undefined
  private lastBeat: Promise<void> = Promise.resolve()

  /** @param onError reports a failed beat; nothing else depends on it */
  constructor(
    private readonly knex: Knex,
    private readonly onError: (error: unknown) => void
  ) {}

  async start(): Promise<void> {
    if (this.timer) return
    this.timer = setInterval(() => void this.beat(), BEAT_MS).unref()
    await this.beat()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.timer = undefined
    const forget = async () => {
      await this.lastBeat
      await this.knex("onchain_signal").where({ id: this.id }).delete()
    }
    await inTime(forget().catch(this.onError), GOODBYE_MS)
  }

  /**
   * How many other processes live. One that has been silent since this one began was there before it, such as
   * the one that a restart replaced.
   */
  async countOthers(): Promise<number> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count FROM onchain_signal AS other JOIN onchain_signal AS own ON own.id = ?
       WHERE starts_with(other.id, ?) AND other.id <> own.id
         AND other.seen_at > now() - ${ALIVE} AND other.seen_at > own.created_at`,
      [this.id, PROCESS]
    )
    return rows[0].count
  }

  private beat(): Promise<void> {
    this.lastBeat = this.write().catch(this.onError)
    return this.lastBeat
  }

  private async write(): Promise<void> {
    await this.knex.raw(
      `INSERT INTO onchain_signal (id, seen_at, created_at) VALUES (?, now(), now())
       ON CONFLICT (id) DO UPDATE SET seen_at = now(), updated_at = now()`,
      [this.id]
    )
    await this.knex.raw(
      `DELETE FROM onchain_signal WHERE starts_with(id, ?) AND seen_at < now() - ${FORGOTTEN}`,
      [PROCESS]
    )
  }
}

/** What each process keeps in its own memory, in the words of the configuration. */
type OwnMemory = "locks" | "events" | "workflows"

/** Medusa's own name of its default provider of locks. */
const withDefault = z.object({ defaultProviderId: z.string() })

/**
 * Finds which of Medusa's modules keep to the memory of their process.
 *
 * @param locking the locking module, which names its default provider only in a field
 */
export function findOwnMemory(locking: unknown, resolutionOf = resolutionPath): OwnMemory[] {
  const provider = withDefault.safeParse(locking).data?.defaultProviderId
  const found: OwnMemory[] = provider === "in-memory" ? ["locks"] : []
  if (/event-bus-local/.test(resolutionOf(Modules.EVENT_BUS))) found.push("events")
  if (/workflow-engine-inmemory/.test(resolutionOf(Modules.WORKFLOW_ENGINE))) found.push("workflows")
  return found
}

function resolutionPath(key: string): string {
  const path = MedusaModule.getModuleResolutions(key)?.resolutionPath
  return typeof path === "string" ? path : ""
}

type ProcessFinding = { id: "processes"; status: "error"; message: string }

/** Judges processes that share a database but not what they have to share. */
export function describeProcesses(others: number, own: readonly OwnMemory[]): ProcessFinding[] {
  if (others === 0 || own.length === 0) return []
  const message =
    `${others + 1} processes use this database, and each has its own ${own.join(", ")}, in memory: one does not see what another ` +
    `holds, so one payment can be processed twice. Configure Redis for locks, events and workflows in every process ` +
    `(docs/operations/production.md), or run one process. A process that was killed counts for two minutes more.`
  return [{ id: "processes", status: "error", message }]
}
