import { Client } from "@medusajs/framework/pg"
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
  running: Promise<unknown> | undefined
  constructor(readonly client: Client) {}
}

const MOST_OF_A_PROCESS = 8
const TOGETHER_MS = 3
/** Tables of a few rows need no planning. */
const SETTINGS =
  "SET deadlock_timeout = '50ms'; SET jit = off; SET join_collapse_limit = 1; SET from_collapse_limit = 1"
const timers = { set: setTimeout, clear: clearTimeout }

/** The database of a run: each statement of each process waits for its turn before it is sent. */
export class Database {
  private readonly all: Connection[] = []
  private free: Connection[] = []
  private lent = new Map<SimProcess, { taken: number; waiting: ((connection: Connection) => void)[] }>()
  scheduler: Scheduler | undefined
  /** Changes the text of a statement, to plant a mistake. */
  mutate: (sql: string) => string = (sql) => sql

  /** Watches what statements have done. */
  onResult: (sql: string, bindings: readonly unknown[], result: Result) => void = () => undefined

  constructor(private readonly control: Client) {}

  static async open(url: string, connections = 24): Promise<Database> {
    const control = new Client({ connectionString: url })
    await control.connect()
    const database = new Database(control)
    for (let n = 0; n < connections; n++) {
      const client = new Client({ connectionString: url })
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
    await this.control.query("SELECT empty_simulation()")
  }

  /** Reads beside the run, as a person who looks at the tables. */
  async read(sql: string, bindings: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.control.query(sql, bindings)).rows
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
    const process = running.getStore() ?? owner(connection)
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
    const { client } = connection
    const nowMs = connection.sinceMs ?? this.scheduler?.nowMs ?? 0
    if (connection.isBegun) {
      connection.isBegun = false
      connection.isOpen = true
      connection.sinceMs = nowMs
      await client.query("BEGIN")
    }
    // The defaults of columns read the sequence.
    if (/\binsert\b/i.test(sql))
      await client.query(`SELECT setval('simulated_ms', ${nowMs})`).catch(() => undefined)
    const text = atTime(this.mutate(sql), nowMs)
    const sent = client.query({ text, values: [...bindings] }).then(
      (result: Result) => ({ done: result }),
      (failed: unknown) => ({ failed })
    )
    if (isEnd) Object.assign(connection, { isOpen: false, sinceMs: undefined })
    connection.running = sent
    const end = await this.endOrLock(connection, sent)
    return end ?? { blocked: sent }
  }

  /** @returns null when it waits for a lock that another process holds */
  private async endOrLock<T>(connection: Connection, sent: Promise<T>): Promise<T | null> {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<null>((resolve) => (timer = timers.set(() => resolve(null), TOGETHER_MS)))
      const end = await Promise.race([sent, late])
      timers.clear(timer)
      if (end !== null) {
        connection.running = undefined
        return end
      }
      const { processID } = connection.client as Client & { processID: number }
      const { rows } = await this.control.query("SELECT cardinality(pg_blocking_pids($1)) > 0 AS held", [
        processID,
      ])
      if (rows[0].held === true) return null
    }
  }

  /** Waits until each statement that was held is done or held again. */
  async recheck(): Promise<void> {
    for (const connection of this.all)
      if (connection.running) await this.endOrLock(connection, connection.running)
  }

  /** Its transactions are rolled back, as Postgres does for a connection that ends. */
  async kill(process: SimProcess): Promise<void> {
    process.isAlive = false
    for (const connection of this.all.filter(({ owner }) => owner === process)) {
      const { client } = connection
      const { processID } = client as Client & { processID: number }
      if (connection.running) await this.control.query("SELECT pg_cancel_backend($1)", [processID])
      await connection.running
      if (connection.isOpen) await client.query("ROLLBACK")
      Object.assign(connection, {
        owner: undefined,
        isOpen: false,
        isBegun: false,
        sinceMs: undefined,
        running: undefined,
      })
      this.free.push(connection)
    }
    this.lent.delete(process)
  }
}

const NOTHING: Result = { rows: [], rowCount: 0, command: "NOTHING" }

/** Postgres has the time of the run: that of the transaction, as `now()` is. */
function atTime(sql: string, nowMs: number): string {
  return sql.replace(
    /\b(?:now|clock_timestamp)\(\)|\bcurrent_timestamp\b/gi,
    `'${new Date(nowMs).toISOString()}'::timestamptz`
  )
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
