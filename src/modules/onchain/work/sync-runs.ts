import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AttentionKind } from "../../../domain/health/attention"
import type { ListGap, ListReport } from "../../../gateway/client/pages"
import { databaseTime, inScope, ownRows, type Scope, scopeColumns } from "./claim"
import { reasonOf } from "./audit-log"

type ListIndex<Column extends string> = {
  name: string
  on: ("environment" | "business_id" | "id" | Column)[]
}

/**
 * Indexes of a list that is read within one account: all rows, and each filter, in the order of the page. The
 * identifier makes the order total.
 *
 * @param by column of the order
 * @param filters columns that a list is filtered by, one at a time
 */
export function listIndexes<Column extends string>(
  table: string,
  by: Column,
  filters: readonly Column[]
): ListIndex<Column>[] {
  return [[], ...filters.map((filter) => [filter])].map((filter) => ({
    name: `IDX_${[table, ...filter, by, "id"].join("_")}`,
    on: ["environment", "business_id", ...filter, by, "id"],
  }))
}

/** A list of the service without a proven end. */
export type IncompleteList = {
  listName: string
  endpoint: string
  rowsRead: number
  gap: ListGap
  readAt: Date
  since: Date
}

type ReadingRow = {
  id: string
  endpoint: string
  rows_read: number
  gap: ListGap
  read_at: Date
  incomplete_since: Date | null
  deleted_at: Date | null
}

/** Complete readings are stored at most this often; a change at once. */
const QUIET_MS = 60_000

/** Remembers, for all processes, how reading each list of the service ended last. */
export class ListReadings {
  private readonly complete = new Map<string, number>()

  /** @param onError reports a failed write; no answer depends on it */
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly clock: () => number,
    private readonly onError: (error: unknown) => void
  ) {}

  readonly note = async ({ endpoint, listName, rowsRead, end }: ListReport): Promise<void> => {
    if (end.isComplete && this.clock() - (this.complete.get(listName) ?? -Infinity) < QUIET_MS) return
    const gap = end.isComplete ? null : end.gap
    try {
      await this.write({ endpoint, listName, rowsRead, gap })
      if (end.isComplete) this.complete.set(listName, this.clock())
      else this.complete.delete(listName)
    } catch (error) {
      this.onError(error)
    }
  }

  /** @param listNames every list when left out */
  async findIncomplete(listNames?: readonly string[]): Promise<IncompleteList[]> {
    const rows = await ownRows<ReadingRow>(this.knex, this.scope, "onchain_list_reading")
      .whereNotNull("gap")
      .modify((query) => {
        if (listNames) void query.whereIn("id", [...listNames])
      })
      .orderBy("id")
      .select("id", "endpoint", "rows_read", "gap", "read_at", "incomplete_since")
    return rows.map((row: ReadingRow) => ({
      listName: row.id,
      endpoint: row.endpoint,
      rowsRead: row.rows_read,
      gap: row.gap,
      readAt: row.read_at,
      since: row.incomplete_since ?? row.read_at,
    }))
  }

  private async write(reading: {
    endpoint: string
    listName: string
    rowsRead: number
    gap: ListGap | null
  }): Promise<void> {
    const { endpoint, listName, rowsRead, gap } = reading
    const { environment, business_id } = scopeColumns(this.scope)
    await this.knex.raw(
      `INSERT INTO onchain_list_reading (id, environment, business_id, endpoint, rows_read, gap, read_at, incomplete_since)
       VALUES (?, ?, ?, ?, ?, ?, now(), CASE WHEN ?::text IS NULL THEN NULL ELSE now() END)
       ON CONFLICT (id, environment, business_id) DO UPDATE SET rows_read = excluded.rows_read, gap = excluded.gap, read_at = now(), updated_at = now(),
         incomplete_since = CASE WHEN excluded.gap IS NULL THEN NULL
           ELSE COALESCE(onchain_list_reading.incomplete_since, now()) END`,
      [listName, environment, business_id, endpoint, rowsRead, gap, gap]
    )
  }
}

export type DepositSyncName = "deposits_in_review" | "deposits_all"
/** The list of deposits in review once more, for orders that are about to be cancelled. */
export type LateReading = "deposits_of_late_orders"
/** The lists that may have deposits that events have reported. */
export type ReportedReading = "deposits_reported"
export type TransactionSyncName = "transactions" | "transactions_all"
type SyncName =
  | DepositSyncName
  | LateReading
  | ReportedReading
  | TransactionSyncName
  | "payments"
  | "deposit_invoices"
  | "refunds"
  | "undone_refunds"
  | "purge"
  | "attention"
  | "recovery"
  | "health"
  | `digest:${AttentionKind}`
export type SyncCount = { seen: number; changed: number }

/** A run that was silent this long was interrupted. */
const CUT_OFF_AFTER_MS = 60_000

/**
 * Remembers the runs of synchronisations, so that of many processes one does the work, and a dead one is
 * replaced.
 */
export class SyncRuns {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /**
   * Begins a run, unless one is in progress or the last began too recently.
   *
   * @param pauseMs shortest time since the start of the last finished one
   */
  async begin(name: SyncName, pauseMs: number): Promise<boolean> {
    const { environment, business_id } = scopeColumns(this.scope)
    const begun = await this.knex.raw(
      `INSERT INTO onchain_sync_run (id, environment, business_id, started_at, alive_at) VALUES (?, ?, ?, now(), now())
       ON CONFLICT (id, environment, business_id) DO UPDATE SET started_at = now(), alive_at = now(), updated_at = now(),
         rows_seen = 0, rows_changed = 0, last_error = NULL
       WHERE CASE WHEN onchain_sync_run.finished_at >= onchain_sync_run.started_at
         THEN onchain_sync_run.started_at <= now() - ? * interval '1 millisecond'
         ELSE onchain_sync_run.alive_at <= now() - ? * interval '1 millisecond' END
       RETURNING id`,
      [name, environment, business_id, pauseMs, CUT_OFF_AFTER_MS]
    )
    return begun.rows.length === 1
  }

  now(): Promise<Date> {
    return databaseTime(this.knex)
  }

  /** Rows that the last run of a kind has read so far. */
  async lastSeen(name: SyncName): Promise<number> {
    const found = await this.run(name).first("rows_seen")
    return found?.rows_seen ?? 0
  }

  /** The last run of a kind that ended, well or not. */
  async find(name: SyncName): Promise<{ finished_at: Date | null; last_error: string | null } | null> {
    const found = await this.run(name).first("finished_at", "last_error")
    return found ?? null
  }

  async isUnderWay(name: SyncName): Promise<boolean> {
    const own = inScope(this.scope)
    const found = await this.knex.raw(
      `SELECT 1 FROM onchain_sync_run
       WHERE id = ? AND ${own.sql} AND (finished_at IS NULL OR finished_at < started_at)
         AND alive_at > now() - ? * interval '1 millisecond'`,
      [name, ...own.bindings, CUT_OFF_AFTER_MS]
    )
    return found.rows.length === 1
  }

  /** Why the last run of a kind was not finished, or null. */
  async lastError(name: SyncName): Promise<{ reason: string; at: Date } | null> {
    const found = await this.run(name).first("last_error", "finished_at")
    return found?.last_error ? { reason: found.last_error, at: found.finished_at } : null
  }

  /** Shows that a run is alive, and how far it is. */
  async progress(name: SyncName, { seen, changed }: SyncCount): Promise<void> {
    const now = this.knex.fn.now()
    await this.run(name).update({ alive_at: now, rows_seen: seen, rows_changed: changed, updated_at: now })
  }

  /** How far runs of a kind have come; null before the first. */
  async position(name: SyncName): Promise<string | null> {
    const found = await this.run(name).first("position")
    return found?.position ?? null
  }

  /** Stores how far a run has come. One that was replaced meanwhile does not take it back. */
  async advance(name: SyncName, position: string): Promise<void> {
    const now = this.knex.fn.now()
    await this.run(name)
      .whereRaw("(position IS NULL OR position < ?)", [position])
      .update({ position, alive_at: now, updated_at: now })
  }

  async finish(name: SyncName, error: string | null): Promise<void> {
    const now = this.knex.fn.now()
    const last_error = error?.slice(0, 1_000) ?? null
    await this.run(name).update({ finished_at: now, last_error, updated_at: now })
  }

  private run(name: SyncName) {
    return this.knex("onchain_sync_run").where({ id: name, ...scopeColumns(this.scope) })
  }
}

/**
 * Does the work of one run in one of many processes, and records how it ended.
 *
 * @param pauseMs shortest time since the last one began
 * @param problemOf why a run ended early without an error, null when it did all
 * @returns null when another process is running it, or it is too soon
 * @throws what the work throws, once that is recorded
 */
export async function duringRun<Result extends object | number | void>(
  runs: Pick<SyncRuns, "begin" | "finish">,
  name: SyncName,
  pauseMs: number,
  work: () => Promise<Result>,
  problemOf: (result: Result) => string | null = () => null
): Promise<Result | null> {
  if (!(await runs.begin(name, pauseMs))) return null
  let result: Result
  try {
    result = await work()
  } catch (error) {
    await runs.finish(name, reasonOf(error))
    throw error
  }
  await runs.finish(name, problemOf(result))
  return result
}
