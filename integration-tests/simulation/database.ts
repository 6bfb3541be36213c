import type { Socket } from "node:net"
import { Client, type ClientConfig } from "@medusajs/framework/pg"
import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import { type Effect, type Scheduler, type SimProcess, running } from "./scheduler"

export type Result = { rows: Record<string, unknown>[]; rowCount: number | null; command: string }

/** A connection to Postgres, lent to one process at a time. */
class Connection {
  owner: SimProcess | undefined
  isOpen = false
  /** A transaction begins with its first statement. */
  isBegun = false
  /** `now()` of the transaction. */
  sinceMs: number | undefined
  constructor(readonly client: Client) {}
}

type End = { done: Result } | { failed: unknown }
/** A statement that was asked for. */
type Asked = {
  readonly connection: Connection
  readonly sql: string
  readonly values: unknown[]
  readonly nowMs: number
  /** Backends whose locks it waits for. */
  heldBy: number[]
  answer: (end: End) => void
  /** It is in Postgres. */
  sent: Promise<End> | undefined
}

const MOST_OF_A_PROCESS = 8
/** A statement that has no answer by then may wait for a lock. */
const TOGETHER_MS = 1
/** A statement is planned once in the life of a connection, whatever its seed. */
const SETTINGS =
  "SET deadlock_timeout = '1h'; SET synchronous_commit = off; SET jit = off; SET join_collapse_limit = 1; SET from_collapse_limit = 1; SET plan_cache_mode = force_generic_plan"
const timers = { set: setTimeout, clear: clearTimeout }

/** The database of a run: each statement of each process waits for its turn before it is sent. */
export class Database {
  private readonly all: Connection[] = []
  private free: Connection[] = []
  private lent = new Map<SimProcess, { taken: number; waiting: ((connection: Connection) => void)[] }>()
  /** Statements that wait for a lock, as they were asked. */
  private waiting: Asked[] = []
  /** Backends that may have freed a lock. */
  private freed = new Set<number>()
  private readonly statements = new Map<string, Statement>()
  /** The time that the defaults of columns read. */
  private columnsMs = 0
  scheduler: Scheduler | undefined
  /** Changes the text of a statement, to plant a mistake. */
  mutate: (sql: string) => string = (sql) => sql

  /** Watches what statements have done. */
  onResult: (sql: string, bindings: readonly unknown[], result: Result) => void = () => undefined

  /** Hears of what Postgres refused. */
  onFailure: (failed: { code?: string; message?: string }) => void = () => undefined

  constructor(private readonly control: Client) {}

  static async open(url: string, connections = 24): Promise<Database> {
    const control = new Client({ connectionString: url })
    await control.connect()
    await control.query(SETTINGS)
    const database = new Database(control)
    for (let n = 0; n < connections; n++) {
      const client = new Client({ connectionString: url, pipeline: true } as ClientConfig)
      await client.connect()
      await client.query(SETTINGS)
      database.all.push(new Connection(client))
    }
    return database
  }

  async close(): Promise<void> {
    await Promise.all([this.control, ...this.all.map(({ client }) => client)].map((client) => client.end()))
  }

  /** Empties the tables: a seed starts from the same bytes each time. */
  async reset(): Promise<void> {
    for (const process of [...this.lent.keys()]) await this.kill(process)
    this.free = [...this.all]
    this.lent.clear()
    Object.assign(this, { waiting: [], freed: new Set(), columnsMs: 0 })
    await this.control.query("SELECT empty_simulation()")
  }

  private statementOf(sql: string, parameters = 0): Statement {
    let known = this.statements.get(sql)
    if (!known) this.statements.set(sql, (known = prepare(sql, parameters, this.statements.size)))
    return known
  }

  /** Reads beside the run, as a person who looks at the tables. */
  async read(sql: string, bindings: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.control.query({ name: this.statementOf(sql).name, text: sql, values: bindings })).rows
  }

  /** The pool of a process, as its modules get it. */
  knexOf(process: SimProcess): Knex {
    const made = knex({ client: "pg" })
    made.client.version = "18"
    made.client.pool = { max: MOST_OF_A_PROCESS }
    const Plain = made.client.constructor
    const acquire = () => this.acquire(process)
    const release = (connection: Connection) => this.release(process, connection)
    const query = (connection: Connection, asked: { sql: string; bindings?: unknown[]; response?: Result }) =>
      this.statement(connection, asked.sql, asked.bindings ?? []).then((response) =>
        Object.assign(asked, { response })
      )
    // A transaction makes its client from the prototype.
    class Simulated extends Plain {}
    Object.assign(Simulated.prototype, {
      acquireConnection: acquire,
      releaseConnection: release,
      _query: query,
    })
    Object.setPrototypeOf(made.client, Simulated.prototype)
    return made
  }

  private acquire(process: SimProcess): Promise<Connection> {
    const lent = this.lent.get(process) ?? { taken: 0, waiting: [] }
    this.lent.set(process, lent)
    if (lent.taken >= MOST_OF_A_PROCESS) return new Promise((resolve) => lent.waiting.push(resolve))
    // The last one used is warm.
    const connection = this.free.pop()
    if (!connection) throw new Error("the simulation has too few connections")
    lent.taken++
    connection.owner = process
    return Promise.resolve(connection)
  }

  private release(process: SimProcess, connection: Connection): Promise<void> {
    const lent = this.lent.get(process)
    if (!process.isAlive || !lent) return Promise.resolve()
    const next = lent.waiting.shift()
    if (next) next(connection)
    else {
      lent.taken--
      connection.owner = undefined
      this.free.push(connection)
    }
    return Promise.resolve()
  }

  private statement(connection: Connection, sql: string, bindings: readonly unknown[]): Promise<Result> {
    const { scheduler, owner } = this
    if (!scheduler) throw new Error("no run")
    const process = running.process ?? owner(connection)
    if (/^begin/i.test(sql)) {
      connection.isBegun = true
      return Promise.resolve(NOTHING)
    }
    const ends = /^(commit|rollback)\b(?! to)/i.exec(sql)
    if (ends && !connection.isOpen) {
      connection.isBegun = false
      return Promise.resolve(NOTHING)
    }
    return scheduler.boundary(
      labelOf(sql, bindings),
      () => this.send(connection, sql, bindings, ends !== null),
      process,
      (result) => {
        scheduler.seal(result.rows)
        this.onResult(sql, bindings, result)
      }
    )
  }

  private readonly owner = (connection: Connection): SimProcess => {
    if (!connection.owner) throw new Error("a statement of no process")
    return connection.owner
  }

  private async send(
    connection: Connection,
    sql: string,
    bindings: readonly unknown[],
    isEnd: boolean
  ): Promise<Effect<Result>> {
    const nowMs = connection.sinceMs ?? this.scheduler?.nowMs ?? 0
    let isFirst = false
    if (connection.isBegun) {
      Object.assign(connection, { isBegun: false, isOpen: true, sinceMs: nowMs })
      isFirst = true
    }
    const asked: Asked = {
      ...{ connection, sql, nowMs, values: [...bindings], heldBy: [] },
      ...{ answer: () => undefined, sent: undefined },
    }
    const end = await this.ask(asked, isFirst)
    if (isEnd) Object.assign(connection, { isOpen: false, sinceMs: undefined })
    if (end === null) {
      this.waiting.push(asked)
      return { blocked: new Promise((resolve) => (asked.answer = resolve)) }
    }
    if (isEnd || "failed" in end || /^rollback/i.test(sql)) this.freed.add(pidOf(connection))
    return end
  }

  /**
   * Sends a statement. At most one waits for a lock inside Postgres, since the order in which it wakes several is its own; any
   * further one is undone, and asked again when locks were freed.
   * @returns null when it waits
   */
  private async ask(asked: Asked, isFirst = false): Promise<End | null> {
    const { connection, sql, nowMs, values } = asked
    const { client } = connection
    const others = this.waiting.filter((other) => other !== asked)
    const isUndoable =
      others.length > 0 && connection.isOpen && !/^(?:savepoint|release|rollback|commit)/i.test(sql)
    const { stream } = (client as Client & { connection: { stream: Socket } }).connection
    // All goes out in one write.
    stream.cork()
    if (isFirst) void client.query("BEGIN")
    // The defaults of columns read the sequence.
    const { name, text, isInsert, isTimed, isOrdered } = this.statementOf(this.mutate(sql), values.length)
    if (isInsert && this.columnsMs !== nowMs)
      client.query({ name: "columns", text: "SELECT setval('simulated_ms', $1)", values: [nowMs] }).then(
        () => (this.columnsMs = nowMs),
        () => undefined
      )
    if (isUndoable) client.query("SAVEPOINT simulated").catch(() => undefined)
    const given = isTimed ? [...values, new Date(nowMs).toISOString()] : values
    const sent = client.query({ name, text, values: given }).then(
      (done: Result): End => {
        if (!isOrdered) done.rows = inAnyOrder(done.rows)
        return { done }
      },
      async (failed: Error): Promise<End> => {
        this.onFailure(failed)
        // The answer of a failure comes before its locks are freed.
        await client.query("")
        return { failed }
      }
    )
    stream.uncork()
    const end = await this.endOrLock(asked, sent)
    if (end) {
      if (isUndoable && "done" in end) await client.query("RELEASE SAVEPOINT simulated")
      return end
    }
    asked.sent = sent
    if (!others.some((other) => other.sent !== undefined)) return null
    await this.cancel(asked)
    if (isUndoable) await client.query("ROLLBACK TO SAVEPOINT simulated; RELEASE SAVEPOINT simulated")
    return null
  }

  /** @returns null when it waits for a lock of a transaction that does nothing now */
  private async endOrLock(asked: Asked, sent: Promise<End>): Promise<End | null> {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<null>((resolve) => (timer = timers.set(() => resolve(null), TOGETHER_MS)))
      const end = await Promise.race([sent, late])
      timers.clear(timer)
      if (end !== null) return end
      const { rows } = await this.control.query("SELECT pg_blocking_pids($1) AS pids", [
        pidOf(asked.connection),
      ])
      const pids = rows[0].pids as number[]
      // Every other connection rests, so that only its next turn can free the lock.
      if (!this.all.some((one) => pids.includes(pidOf(one)))) continue
      asked.heldBy = pids
      if (!this.isCircle(asked)) return null
      asked.sent = sent
      await this.cancel(asked)
      return { failed: Object.assign(new Error("deadlock detected"), { code: "40P01" }) }
    }
  }

  /** Postgres would end one of a circle after some time of its own. */
  private isCircle(asked: Asked): boolean {
    const seen = new Set(asked.heldBy)
    for (const pid of seen)
      for (const { connection, heldBy } of this.waiting)
        if (pidOf(connection) === pid && connection !== asked.connection)
          heldBy.forEach((one) => seen.add(one))
    return seen.has(pidOf(asked.connection))
  }

  private async cancel(asked: Asked): Promise<void> {
    await this.control.query("SELECT pg_cancel_backend($1)", [pidOf(asked.connection)])
    await asked.sent
    asked.sent = undefined
  }

  /** Ends what waited for a lock that was freed: first what waits in Postgres, then the others as they were asked. */
  async recheck(): Promise<void> {
    while (this.freed.size > 0) {
      const { freed } = this
      this.freed = new Set()
      for (const asked of [...this.waiting].sort((a, b) => Number(!a.sent) - Number(!b.sent))) {
        if (!asked.heldBy.some((pid) => freed.has(pid))) continue
        const end = asked.sent ? await this.endOrLock(asked, asked.sent) : await this.ask(asked)
        if (end === null) continue
        this.waiting = this.waiting.filter((other) => other !== asked)
        this.freed.add(pidOf(asked.connection))
        asked.answer(end)
      }
    }
  }

  /** Its transactions are rolled back, as Postgres does for a connection that ends. */
  async kill(process: SimProcess): Promise<void> {
    process.isAlive = false
    const lost = this.waiting.filter(({ connection }) => connection.owner === process)
    this.waiting = this.waiting.filter((asked) => !lost.includes(asked))
    for (const asked of lost) if (asked.sent) await this.cancel(asked)
    for (const connection of this.all.filter(({ owner }) => owner === process)) {
      if (connection.isOpen) await connection.client.query("ROLLBACK")
      Object.assign(connection, { owner: undefined, isOpen: false, isBegun: false, sinceMs: undefined })
      this.free.push(connection)
      this.freed.add(pidOf(connection))
      await this.recheck()
    }
    this.lent.delete(process)
  }
}

const pidOf = ({ client }: Connection): number => (client as Client & { processID: number }).processID

const NOTHING: Result = { rows: [], rowCount: 0, command: "NOTHING" }

type Statement = {
  readonly name: string | undefined
  readonly text: string
  /** The defaults of its columns read the time. */
  readonly isInsert: boolean
  /** The time is its last parameter. */
  readonly isTimed: boolean
  readonly isOrdered: boolean
}

const TIME = /\b(?:now|clock_timestamp)\(\)|\bcurrent_timestamp\b/gi

/** A statement as it is sent. Postgres has the time of the run: that of the transaction, as `now()` is. */
function prepare(sql: string, parameters: number, number: number): Statement {
  const text = sql.replace(TIME, `$${parameters + 1}::timestamptz`)
  let outer = text
  const isInsert = /\binsert\b/i.test(sql)
  for (let before = ""; before !== outer;) [before, outer] = [outer, outer.replace(/\([^()]*\)/g, "")]
  return {
    // Several statements in one text cannot be prepared.
    name: text.includes(";") ? undefined : `s${number}`,
    text,
    isInsert,
    isTimed: text !== sql,
    // Rows are inserted in the order of their values.
    isOrdered: isInsert || /\border by\b/i.test(outer),
  }
}

/** Where a statement asks for no order, Postgres gives that of the pages, which earlier seeds have filled. */
function inAnyOrder(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  if (rows.length < 2) return rows
  const keyed = rows.map((row) => [JSON.stringify(row), row] as const)
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row)
}

const SUBJECT = /^[a-z]+_\w{4,}$/
function labelOf(sql: string, bindings: readonly unknown[]): string {
  const [, verb = sql.trim().slice(0, 12)] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table = ""] = /\b(?:update|into|from)\s+"?(onchain_\w+|\w+)/i.exec(sql) ?? []
  const lock = /advisory/.test(sql)
    ? " (advisory lock)"
    : /skip locked/i.test(sql)
      ? " (claim)"
      : /for update/i.test(sql)
        ? " (lock)"
        : ""
  const subject = bindings
    .flat()
    .find((one) => typeof one === "string" && SUBJECT.test(one) && !one.startsWith("biz_"))
  return (
    [verb.toUpperCase(), table, typeof subject === "string" ? subject : ""].filter(Boolean).join(" ") + lock
  )
}
