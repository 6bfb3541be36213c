import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ILockingModule } from "@medusajs/framework/types"
import { z } from "zod"

/** The account at the gateway that a row belongs to. One database may hold rows of several, such as those from before a store went live. */
export type Scope = { environment: string; businessId: string }

/** The columns of a scope: for an insert, or as a condition of the query builder. */
export function scopeColumns({ environment, businessId }: Scope): {
  environment: string
  business_id: string
} {
  return { environment, business_id: businessId }
}

/** A condition for rows of a scope. `alias` is that of the table, where a statement has several. */
export function inScope(scope: Scope, alias?: string): { sql: string; bindings: Knex.RawBinding[] } {
  const prefix = alias === undefined ? "" : `${alias}.`
  return {
    sql: `${prefix}environment = ? AND ${prefix}business_id = ?`,
    bindings: [scope.environment, scope.businessId],
  }
}

export function isInScope(scope: Scope, row: { environment: string; business_id: string }): boolean {
  return row.environment === scope.environment && row.business_id === scope.businessId
}

/** Reads and writes the rows of one scope. */
export abstract class ScopedStore {
  constructor(
    protected readonly knex: Knex,
    protected readonly scope: Scope
  ) {}
}

export function ownRows<Row extends object>(
  knex: Knex,
  scope: Scope,
  table: string | Knex.Raw
): Knex.QueryBuilder<Row, Row[]> {
  const own = inScope(scope)
  return knex<Row, Row[]>(table as Knex.Raw).whereRaw(`deleted_at IS NULL AND ${own.sql}`, own.bindings)
}

/** A condition, read from an index on `lower(ours)`. Hex means the same in any case: wallets write an address with a checksum in its capitals. */
export const isSameAddressIn = (ours: string, theirs: string) =>
  `(lower(${ours}) = lower(${theirs}) AND (${ours} = ${theirs} OR ${theirs} LIKE '0x%'))`

/**
 * A condition on an attempt: it asked for money at this address, and under this memo where the address is shared. All payers of a network
 * may share one, so each half is read from an index on both columns.
 */
export function isPaidTo(attempt: string, { address, memo }: { address: string; memo: string }): string {
  const ours = `${attempt}.deposit_address`
  const isThere = `lower(${ours}) = lower(${address})`
  return `(${isThere} AND ${attempt}.memo IS NULL OR ${isThere} AND ${attempt}.memo = ${memo}) AND ${isSameAddressIn(ours, address)}`
}

/** Truncated, because a row that was read has milliseconds, and a later write compares it with what is stored. */
const NOW = "date_trunc('milliseconds', now())"

/** The database's time: processes with different clocks agree about it. What is requested afterwards is newer. */
export async function databaseTime(knex: Knex): Promise<Date> {
  const { rows } = await knex.raw("SELECT now() AS now")
  return rows[0].now
}

/** A slower answer says less about the time, and only the first one is better than none. */
const SLOW_ANSWER_MS = 2_000

/**
 * The database's time without a question for each reading: the process counts on from the last answer. Its own clock may be wrong or
 * jump, and what it is compared with was dated by the database or another process.
 */
export class StoreClock {
  private aheadMs: number | null = null

  /** Epoch milliseconds; by the process's own clock until the database has answered once. */
  readonly now = (): number =>
    this.aheadMs === null ? Date.now() : Math.round(performance.now() + this.aheadMs)

  /** @param ask reads the database's time, as it is when the answer is made */
  async follow(ask: () => Promise<Date>): Promise<void> {
    const askedAtMs = performance.now()
    const time = await ask()
    const tookMs = performance.now() - askedAtMs
    if (this.aheadMs !== null && tookMs > SLOW_ANSWER_MS) return
    this.aheadMs = time.getTime() - askedAtMs - tookMs / 2
  }

  /** How far the process's own clock, by which Medusa dates its rows, is ahead. */
  get ownSkewMs(): number {
    return Date.now() - this.now()
  }
}

/** A time from now by the database's clock, for a column. */
export function fromNow(knex: Knex, ms: number): Knex.Raw {
  return knex.raw("now() + ? * interval '1 millisecond'", [ms])
}

/** All SQL here is written in this package, and never comes from a request. */
type Waiting = {
  table: string
  /** Only rows of this account at the gateway; for tables whose rows carry one. */
  scope?: Scope
  /** Which rows wait, without deleted ones. A partial index should say the same. */
  where: string
  bindings?: readonly Knex.RawBinding[]
  orderBy: string
}

/** Due when `dueAt` has passed. */
type DueWork = Omit<Waiting, "orderBy"> & {
  dueAt: string
  /** Until then the rows belong to the claimer. `column` defaults to `dueAt`. */
  lease: { ms: number; column?: string }
  /** Further assignments: the count of attempts, by which later writes prove that they still own the row. */
  set?: string
}

/** Any number of processes share the work; a killed process's rows are due again when its lease ends. Times are the database's. */
export async function takeDue<Row>(
  knex: Knex,
  { where, dueAt, lease, set, ...waiting }: DueWork,
  limit: number
): Promise<Row[]> {
  const due = oldest({ ...waiting, where: `(${where}) AND ${dueAt} <= now()`, orderBy: dueAt }, limit)
  const { rows } = await knex.raw(
    `UPDATE ${waiting.table} SET ${lease.column ?? dueAt} = ${NOW} + ? * interval '1 millisecond', updated_at = ${NOW}
       ${set === undefined ? "" : `, ${set}`}
     WHERE ${due.sql} RETURNING *`,
    [lease.ms, ...due.bindings]
  )
  return rows
}

/** Parallel processes delete different rows. @returns how many */
export async function deleteOldest(knex: Knex, waiting: Waiting, limit: number): Promise<number> {
  const old = oldest(waiting, limit)
  const { rows } = await knex.raw(`DELETE FROM ${waiting.table} WHERE ${old.sql} RETURNING id`, old.bindings)
  return rows.length
}

/** `ANY (ARRAY (...))` runs the inner statement once: with `IN` the planner may run it again, and lock more than it should. */
export function oldest(
  { table, scope, where, bindings = [], orderBy }: Waiting,
  limit: number
): { sql: string; bindings: Knex.RawBinding[] } {
  const own = scope ? inScope(scope) : { sql: "true", bindings: [] }
  return {
    sql: `${own.sql} AND id = ANY (ARRAY (SELECT id FROM ${table} WHERE deleted_at IS NULL AND ${own.sql} AND ${where}
            ORDER BY ${orderBy} LIMIT ? FOR UPDATE SKIP LOCKED))`,
    bindings: [...own.bindings, ...own.bindings, ...bindings, limit],
  }
}

/** How long a stopping process waits for its last writes: an unavailable database does not keep it. */
export const GOODBYE_MS = 2_000

/** Undefined when it took longer than `ms`; the work itself goes on. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Longer than any work takes that ends: a call of Medusa's that lost its connection may never do. */
const LONGEST_WORK_MS = 10 * 60_000

/** Waits for work, which goes on alone when it takes longer. What it holds is lost then, as with the lock of a killed process. @throws then */
export async function notForever<T>(work: Promise<T>, ms = LONGEST_WORK_MS): Promise<T> {
  const end = await inTime(
    work.then((result) => ({ result })),
    ms
  )
  if (end) return end.result
  throw new Error(
    `work that has not ended within ${Math.round(ms / 1_000)} seconds is not awaited any longer`
  )
}

/** Runs a job while no other job runs under the same key, in all processes that share Medusa's locking module. */
export type Exclusively = <T>(key: string, job: () => Promise<T>) => Promise<T>

/** Shorter than the lease of a delivery, which its worker keeps while it waits. */
const WAIT_S = 40

export function exclusivelyBy(
  locking: Pick<ILockingModule, "execute">,
  { waitS = WAIT_S, longestMs = LONGEST_WORK_MS } = {}
): Exclusively {
  return (key, job) => locking.execute([key], () => notForever(job(), longestMs), { timeout: waitS })
}

/** The rest is for the work itself, and for everything else that the store does meanwhile. */
const SHARE_OF_POOL = 4
/** Longest wait for another process that works on the same order. */
const TIMEOUT = "40s"
const LOOK_MS = 5_000

/** As Knex keeps its pool. */
const pooled = z.object({ pool: z.object({ max: z.number() }) })

/**
 * Changes the books of an order one at a time, in all processes. Medusa's own lock can be lost: a release without an owner frees it, it
 * expires while its holder works, and in memory it covers one process. This one holds a connection around calls that need others, so a
 * process runs as many as a quarter of its pool. @see ADR 0009
 */
export class ExclusiveWork {
  private readonly atOnce: number
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly knex: Knex,
    private readonly lookMs = LOOK_MS,
    private readonly longestMs = LONGEST_WORK_MS
  ) {
    this.atOnce = Math.max(1, Math.floor(pooled.parse(knex.client).pool.max / SHARE_OF_POOL))
  }

  /**
   * Not reentrant. The lock ends with its connection, or after ten minutes, and the job goes on: `isHeld` says whether another process may
   * work on the order by now. @throws the database's error when another process holds the order for 40 seconds
   */
  async run<T>(orderId: string, job: (isHeld: () => Promise<boolean>) => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((begin) => this.waiting.push(begin))
    else this.running++
    const { work } = await this.whileLocked(orderId, job).finally(() => {
      const next = this.waiting.shift()
      // The longest waiting caller gets the place.
      if (next) next()
      else this.running--
    })
    return work
  }

  /** @returns the job when it has ended, or when its lock is lost: it needs neither the connection nor the place any longer */
  private async whileLocked<T>(
    orderId: string,
    job: (isHeld: () => Promise<boolean>) => Promise<T>
  ): Promise<{ work: Promise<T> }> {
    let begun: { work: Promise<T> } | undefined
    let looking: NodeJS.Timeout | undefined
    try {
      return await this.knex.transaction(async (transaction) => {
        await transaction.raw(`SET LOCAL lock_timeout = '${TIMEOUT}'`)
        await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:booking:' || ?, 0))", [
          orderId,
        ])
        const isHeld = () =>
          transaction.raw("SELECT 1").then(
            () => true,
            () => false
          )
        begun = { work: notForever(job(isHeld), this.longestMs) }
        const lost = new Promise<void>((resolve) => {
          looking = setInterval(() => void isHeld().then((held) => held || resolve()), this.lookMs)
        })
        await Promise.race([begun.work, lost])
        return begun
      })
    } catch (error) {
      // The transaction writes nothing: its lost end does not undo the job, which a caller must not repeat.
      if (begun) return begun
      throw error
    } finally {
      clearInterval(looking)
    }
  }
}

/** A shopper counts as present this long after an answer: the next request follows. */
const LINGER_MS = 50
/** A store hardly notices a webhook every two milliseconds, and half a second is well within a sender's patience. */
const WEBHOOKS = { paceMs: 2, longestWaitMs: 500 }
/** Processing a delivery takes several times as long as storing it. A stored delivery is safe and can wait. */
const DELIVERIES = { paceMs: 25, burstPaceMs: 250, longestWaitMs: 2_000 }

/**
 * In a burst of webhooks shoppers' requests go first, then storing, then processing: a sender without an answer repeats its webhook,
 * which prolongs the burst. Every wait is bounded.
 */
export class CheckoutPriority {
  private shoppers = 0
  private leftAtMs = -Infinity
  readonly webhooks: PacedQueue
  readonly deliveries: PacedQueue

  constructor(
    isStoring: () => boolean = () => false,
    private readonly clock: () => number = () => performance.now()
  ) {
    const isShopping = () => this.shoppers > 0 || clock() - this.leftAtMs < LINGER_MS
    this.webhooks = new PacedQueue(() => (isShopping() ? WEBHOOKS.paceMs : 0), WEBHOOKS.longestWaitMs, clock)
    const deliveryPaceMs = () => (isStoring() ? DELIVERIES.burstPaceMs : isShopping() ? DELIVERIES.paceMs : 0)
    this.deliveries = new PacedQueue(deliveryPaceMs, DELIVERIES.longestWaitMs, clock)
  }

  /** Counts a shopper's request. @returns to be called when it ends, once or more often */
  enter(): () => void {
    this.shoppers++
    let isHere = true
    return () => {
      if (!isHere) return
      isHere = false
      this.shoppers--
      this.leftAtMs = this.clock()
    }
  }
}

/** The pace may change while work waits, so it is read again this often. */
const LONGEST_SLEEP_MS = 25

/** Starts work at a pace, in order, and at once when there is no reason to wait. */
class PacedQueue {
  private begunAtMs = -Infinity
  private last = Promise.resolve()
  private waiting = 0

  /** `longestWaitMs`: after it work starts whatever the pace. */
  constructor(
    private readonly paceMs: () => number,
    private readonly longestWaitMs: number,
    private readonly clock: () => number
  ) {}

  async take(): Promise<void> {
    if (this.waiting > 0 || this.leftMs() > 0) {
      this.waiting++
      const overdueAtMs = this.clock() + this.longestWaitMs
      this.last = this.last.then(() => this.wait(overdueAtMs))
      await this.last
      this.waiting--
    }
    this.begunAtMs = this.clock()
  }

  private leftMs(): number {
    return Math.max(0, this.begunAtMs + this.paceMs() - this.clock())
  }

  /** Sleeps at least once, so that a shopper who comes meanwhile is not behind all that wait. */
  private async wait(overdueAtMs: number): Promise<void> {
    while (this.clock() < overdueAtMs) {
      await new Promise((go) => setTimeout(go, Math.min(this.leftMs(), LONGEST_SLEEP_MS)))
      if (this.leftMs() === 0) return
    }
  }
}
