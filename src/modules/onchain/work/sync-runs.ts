import type { AttentionKind } from "../../../domain/health/attention"
import { GatewayError } from "../../../gateway/client/errors"
import { reasonOf } from "./audit-log"
import { databaseTime, scopeColumns, ScopedStore } from "./claim"

type ListIndex<Column extends string> = {
  name: string
  on: ("environment" | "business_id" | "id" | Column)[]
}

/** Indexes of all rows of an account and of each filter, in the order of the page; the identifier makes the order total. */
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

export type DepositSyncName =
  | "deposits_in_review"
  | "deposits_all"
  /** The list of deposits in review once more, for orders that are about to be cancelled. */
  | "deposits_of_late_orders"
  /** The lists that may have deposits that events have reported. */
  | "deposits_reported"
export type TransactionSyncName = "transactions" | "transactions_all"
type SyncName =
  | DepositSyncName
  | TransactionSyncName
  | "payments"
  | "deposit_invoices"
  | "income"
  | "income_all"
  | "refunds"
  | "payout_legs"
  | "purge"
  | "attention"
  | "health"
  | `digest:${AttentionKind}`
export type SyncCount = { seen: number; changed: number }

/** A run that was silent this long was interrupted. */
const CUT_OFF_AFTER_MS = 60_000

const UNDER_WAY = `((finished_at IS NULL OR finished_at < started_at)
  AND seen_at > now() - ${CUT_OFF_AFTER_MS} * interval '1 millisecond')`

type FoundRun = {
  finished_at: Date | null
  last_error: string | null
  position: string | null
  is_under_way: boolean
}

/** Of many processes one does the work, and a dead one is replaced. */
export class SyncRuns extends ScopedStore {
  /** False while one is in progress, or within `pauseMs` of the start of the last finished one. */
  async begin(name: SyncName, pauseMs: number): Promise<boolean> {
    const { environment, business_id } = scopeColumns(this.scope)
    const begun = await this.knex.raw(
      `INSERT INTO onchain_status AS run (id, environment, business_id, started_at, seen_at, count) VALUES (?, ?, ?, now(), now(), 0)
       ON CONFLICT (id, environment, business_id) DO UPDATE SET started_at = now(), seen_at = now(), updated_at = now(),
         count = 0, detail = NULL
       WHERE CASE WHEN run.finished_at >= run.started_at
         THEN run.started_at <= now() - ? * interval '1 millisecond'
         ELSE run.seen_at <= now() - ? * interval '1 millisecond' END
       RETURNING id`,
      [name, environment, business_id, pauseMs, CUT_OFF_AFTER_MS]
    )
    return begun.rows.length === 1
  }

  now(): Promise<Date> {
    return databaseTime(this.knex)
  }

  async lastSeen(name: SyncName): Promise<number> {
    return (await this.run(name).first("count"))?.count ?? 0
  }

  /** When the last run of a kind ended, and why it did not do all; null before the first. */
  async find(name: SyncName): Promise<FoundRun | null> {
    const columns = [
      "finished_at",
      "position",
      { last_error: "detail" },
      this.knex.raw(`${UNDER_WAY} AS is_under_way`),
    ]
    return (await this.run(name).first(...columns)) ?? null
  }

  async isUnderWay(name: SyncName): Promise<boolean> {
    return (await this.find(name))?.is_under_way ?? false
  }

  /** Shows that a run is alive, and how far it is. */
  async progress(name: SyncName, { seen }: SyncCount): Promise<void> {
    const now = this.knex.fn.now()
    await this.run(name).update({ seen_at: now, count: seen, updated_at: now })
  }

  async position(name: SyncName): Promise<string | null> {
    return (await this.run(name).first("position"))?.position ?? null
  }

  /** Stores how far a run has come. One that was replaced meanwhile does not take it back. */
  async advance(name: SyncName, position: string): Promise<void> {
    const now = this.knex.fn.now()
    await this.run(name)
      .whereRaw("(position IS NULL OR position < ?)", [position])
      .update({ position, seen_at: now, updated_at: now })
  }

  async finish(name: SyncName, error: string | null): Promise<void> {
    const now = this.knex.fn.now()
    const detail = error?.slice(0, 1_000) ?? null
    await this.run(name).update({ finished_at: now, detail, updated_at: now })
  }

  private run(name: SyncName) {
    return this.knex("onchain_status").where({ id: name, ...scopeColumns(this.scope) })
  }
}

/** `problemOf`: why it ended early without an error. @returns null while another process does it, or too soon after the last */
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

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 5 * 60_000

/** The service is unreachable, rate limits us, or rejects the key: the next call would fail too. */
export function isUnavailable(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false
  return error.isRetryable || error.status === 401 || error.status === 403
}

/** Stops calls to a failing service, longer each time. Per process: after a restart one call finds out. */
export class CircuitBreaker {
  private failures = 0
  private untilMs = 0

  constructor(private readonly clock: () => number) {}

  /** Whether the last call failed, so that one is tried alone before others follow. */
  get isDoubtful(): boolean {
    return this.failures > 0
  }

  get isOn(): boolean {
    return this.clock() < this.untilMs
  }

  begin(): number {
    // Parallel calls fail together.
    if (this.isOn) return this.untilMs - this.clock()
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS)
    this.failures++
    this.untilMs = this.clock() + pauseMs
    return pauseMs
  }

  end(): void {
    this.failures = 0
    this.untilMs = 0
  }
}
