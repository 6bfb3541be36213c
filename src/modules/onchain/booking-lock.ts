import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Of the connections that a process shares with Medusa: each lock keeps one, and what runs under it needs others. */
const AT_ONCE = 2
/** Longest wait for another process that books on the same order. */
const TIMEOUT = "40s"

/**
 * Lets one at a time book captures on an order, in all processes that share the database.
 *
 * Medusa's own lock is held as well, but it can be lost: a provider frees it for anybody who releases without naming an owner,
 * it runs out while its holder still works, and in memory it reaches one process. What is read under this lock is what is there.
 *
 * @see ADR 0042
 */
export class BookingLock {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly knex: Knex) {}

  /** @throws what the job throws; or the database's error when the lock is not free within 40 seconds */
  async run<T>(orderId: string, job: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) await new Promise<void>((begin) => this.waiting.push(begin))
    else this.running++
    try {
      return await this.knex.transaction(async (transaction) => {
        await transaction.raw(`SET LOCAL lock_timeout = '${TIMEOUT}'`)
        await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:booking:' || ?, 0))", [
          orderId,
        ])
        return job()
      })
    } finally {
      const next = this.waiting.shift()
      // Its place goes to who waits longest.
      if (next) next()
      else this.running--
    }
  }
}
