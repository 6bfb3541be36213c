import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { Modules } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { z } from "zod"
import { endpointNames } from "../../../gateway/contract"
import type { ListGap, ListReport } from "../../../gateway/client/walk"
import { databaseTime, GOODBYE_MS, inTime, type Scope, scopeColumns, StoreClock } from "./claim"
import { inEnglish, say, type Words } from "../../../words/say"

export type StatusName =
  "webhook_rejected" | `${Notice}${string}` | `${typeof ANSWERED | typeof FAILED}${string}`
type Notice = typeof UNREADABLE | typeof MISSING | typeof UNKNOWN_WORD | typeof REFUSED_AMOUNT
export const UNREADABLE = "unreadable:"
export const MISSING = "missing:"
export const UNKNOWN_WORD = "unknown_word:"
export const REFUSED_AMOUNT = "refused_amount:"
/** Money of an asset that the service cannot book by itself. */
export const RECOVERY = "recovery:"
const ANSWERED = "answered:"
const FAILED = "failed:"
/** Before the name of a rate source, beside the endpoints. */
export const RATE_SOURCE = "rate:"

/** The failures that a success ends. */
function failureEndedBy(name: string): string | null {
  return name.startsWith(ANSWERED) ? name.replace(ANSWERED, FAILED) : null
}

/** @property count since it was last quiet for a day; of a failure, since the last success */
export type Status = { detail: string | null; at: Date; count: number }

/** The last success and the last failure of the calls of an endpoint or a rate source. */
export type Outcome<Name extends string = string> = { name: Name; answered?: Status; failed?: Status }

/** `atMs` is by the process's steady clock. */
type Noted = { detail: string; count: number; atMs: number }

const PAUSE_MS = 1_000
/** After this a status is over; when it comes again it is counted from one. */
const QUIET = "interval '1 day'"
/** Two writes of one process need not take equally long. */
const JITTER = "interval '1 second'"
/** Of a failed call it holds the service's words too. */
const LONGEST_DETAIL = 4_000

export type IncompleteList = {
  listName: string
  endpoint: string
  rowsRead: number
  gap: ListGap
  readAt: Date
  since: Date
}

/** Complete readings of a list are stored at most this often; a change at once. */
const LIST_PAUSE_MS = 60_000
const PROCESS = "process:"
const BEAT_MS = 30_000
/** A killed process counts this long; one that stops in order deletes its row. */
const ALIVE = "interval '2 minutes'"
const FORGOTTEN = "interval '1 hour'"
/** A day. One that is further behind accepts no session of a customer either. */
const MOST_BEHIND_MS = 86_400_000

/** Written at most once a second and never waited for: a flood of bad webhooks must not keep the database busy. */
export class SharedStatus {
  private readonly waiting = new Map<string, Noted>()
  private readonly completeLists = new Map<string, number>()
  private readonly processId = `${PROCESS}${randomUUID()}`
  private pause: NodeJS.Timeout | undefined
  private heart: NodeJS.Timeout | undefined
  private writes: Promise<unknown> = Promise.resolve()
  private lastBeat: Promise<void> = Promise.resolve()
  private isClosed = false

  /**
   * @param onError reports a failed write; nothing else depends on it
   * @param clock follows the database's with each heartbeat
   */
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly onError: (error: unknown) => void,
    private readonly clock: Pick<StoreClock, "now" | "follow" | "ownSkewMs"> = new StoreClock()
  ) {}

  async start(): Promise<void> {
    if (this.heart) return
    this.heart = setInterval(() => void this.beat(), BEAT_MS).unref()
    await this.beat()
  }

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

  /** Writes what waits, and forgets the process, when it stops. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.pause)
    this.writeWaiting()
    const isAlive = this.heart !== undefined
    clearInterval(this.heart)
    this.heart = undefined
    const forget = async () => {
      await this.lastBeat
      await this.knex("onchain_status").where({ id: this.processId }).delete()
    }
    const forgotten = isAlive ? forget().catch(this.onError) : undefined
    await inTime(Promise.all([this.writes, forgotten]), GOODBYE_MS)
  }

  /** One that has been silent since this one began was there before it, such as the one that a restart replaced. */
  async countOthers(): Promise<number> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count FROM onchain_status AS other JOIN onchain_status AS own ON own.id = ?
       WHERE starts_with(other.id, ?) AND other.id <> own.id
         AND other.seen_at > now() - ${ALIVE} AND other.seen_at > own.created_at`,
      [this.processId, PROCESS]
    )
    return rows[0].count
  }

  /** Medusa dates rows by the clock of the process that writes them: the one furthest behind, in epoch milliseconds, at most the database's. */
  async earliestTime(): Promise<number> {
    const { rows } = await this.knex.raw(
      `SELECT coalesce(max(count), 0) AS "behindMs" FROM onchain_status WHERE starts_with(id, ?) AND seen_at > now() - ${ALIVE}`,
      [PROCESS]
    )
    return this.clock.now() - rows[0].behindMs
  }

  readonly noteList = async ({ endpoint, listName, rowsRead, end }: ListReport): Promise<void> => {
    const lastAt = this.completeLists.get(listName) ?? -Infinity
    if (end.isComplete && this.clock.now() - lastAt < LIST_PAUSE_MS) return
    const gap = end.isComplete ? null : end.gap
    try {
      await this.knex.raw(
        `INSERT INTO onchain_status AS known (id, environment, business_id, position, count, detail, seen_at, started_at)
         VALUES (:listName, :environment, :business_id, :endpoint, :rowsRead, :gap, now(), CASE WHEN :gap::text IS NOT NULL THEN now() END)
         ON CONFLICT (id, environment, business_id) DO UPDATE SET count = excluded.count, detail = excluded.detail, seen_at = now(),
           updated_at = now(), started_at = CASE WHEN excluded.detail IS NOT NULL THEN COALESCE(known.started_at, now()) END`,
        { listName, endpoint, rowsRead, gap, ...scopeColumns(this.scope) }
      )
      if (end.isComplete) this.completeLists.set(listName, this.clock.now())
      else this.completeLists.delete(listName)
    } catch (error) {
      this.onError(error)
    }
  }

  async findIncompleteLists(listNames?: readonly string[]): Promise<IncompleteList[]> {
    const lists = this.knex("onchain_status")
      .where(scopeColumns(this.scope))
      .whereIn("position", [...endpointNames])
      .whereNotNull("detail")
    if (listNames) void lists.whereIn("id", [...listNames])
    return lists.orderBy("id").select({
      ...{ listName: "id", endpoint: "position", rowsRead: "count", gap: "detail" },
      ...{ readAt: "seen_at", since: "started_at" },
    })
  }

  async read(name: StatusName): Promise<Status | null> {
    const row = await this.knex("onchain_status")
      .where({ id: name })
      .first("detail", "count", { at: "seen_at" })
    return row ?? null
  }

  /** Names that begin with `prefix`, without it; within the last day, most frequent first. */
  async recent(prefix: Notice): Promise<(Status & { name: string })[]> {
    const { rows } = await this.knex.raw(
      `SELECT substr(id, ?) AS name, detail, seen_at AS at, count FROM onchain_status
       WHERE starts_with(id, ?) AND seen_at > now() - ${QUIET} ORDER BY count DESC, id`,
      [prefix.length + 1, prefix]
    )
    return rows
  }

  async outcomes<Name extends string>(names: readonly Name[]): Promise<Outcome<Name>[]> {
    const rows: (Status & { id: string })[] = await this.knex("onchain_status")
      .whereIn("id", [...names.map((name) => ANSWERED + name), ...names.map((name) => FAILED + name)])
      .select("id", "detail", "count", { at: "seen_at" })
    const find = (id: string) => rows.find((row) => row.id === id)
    return names.map((name) => ({ name, answered: find(ANSWERED + name), failed: find(FAILED + name) }))
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

  /** Dated by when it happened, not by when it is written: another process may have written something later meanwhile. */
  private async write(name: string, { detail, count, atMs }: Noted): Promise<void> {
    await this.knex.raw(
      `INSERT INTO onchain_status AS known (id, environment, business_id, seen_at, detail, count)
       VALUES (?, '', '', now() - ? * interval '1 millisecond', ?, ?)
       ON CONFLICT (id, environment, business_id) DO UPDATE SET seen_at = greatest(known.seen_at, excluded.seen_at), updated_at = now(),
         detail = CASE WHEN known.seen_at > excluded.seen_at + ${JITTER} THEN known.detail ELSE excluded.detail END,
         count = excluded.count + CASE WHEN known.seen_at > now() - ${QUIET} THEN known.count ELSE 0 END`,
      [name, performance.now() - atMs, detail.slice(0, LONGEST_DETAIL), count]
    )
    const failed = failureEndedBy(name)
    if (failed)
      await this.knex("onchain_status")
        .where({ id: failed })
        .update({ count: 0, updated_at: this.knex.fn.now() })
  }

  private beat(): Promise<void> {
    this.lastBeat = this.writeBeat().catch(this.onError)
    return this.lastBeat
  }

  /** With how far the process's own clock is behind, in milliseconds. */
  private async writeBeat(): Promise<void> {
    await this.clock.follow(() => databaseTime(this.knex))
    const behindMs = Math.min(MOST_BEHIND_MS, Math.max(0, -this.clock.ownSkewMs))
    await this.knex.raw(
      `INSERT INTO onchain_status (id, environment, business_id, seen_at, created_at, count) VALUES (?, '', '', now(), now(), ?)
       ON CONFLICT (id, environment, business_id) DO UPDATE SET seen_at = now(), updated_at = now(), count = excluded.count`,
      [this.processId, behindMs]
    )
    await this.knex.raw(
      `DELETE FROM onchain_status WHERE starts_with(id, ?) AND seen_at < now() - ${FORGOTTEN}`,
      [PROCESS]
    )
  }
}

/** What each process keeps in its own memory, in the words of the configuration. */
export type OwnMemory = "locks" | "events" | "workflows"

/** Medusa's own name of its default provider of locks. */
const withDefault = z.object({ defaultProviderId: z.string() })

/** The locking module names its default provider only in a field. */
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

type ProcessFinding = { id: "processes"; status: "error"; message: string; details: Words }

/** Judges processes that share a database but not what they have to share. */
export function describeProcesses(others: number, own: readonly OwnMemory[]): ProcessFinding[] {
  if (others === 0 || own.length === 0) return []
  const details = say("health.processes", { count: others + 1, own })
  return [{ id: "processes", status: "error", message: inEnglish(details), details }]
}
