import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ILockingModule } from "@medusajs/framework/types"
import { z } from "zod"

/** Runs a job while no other job runs under the same key, in all processes that share Medusa's locking module. */
export type Exclusively = <T>(key: string, job: () => Promise<T>) => Promise<T>

/** Shorter than the lease of a delivery, which its worker keeps while it waits. */
const WAIT_S = 40

/** @param waitS longest wait for the other job, in seconds */
export function exclusivelyBy(locking: Pick<ILockingModule, "execute">, waitS = WAIT_S): Exclusively {
  return (key, job) => locking.execute([key], job, { timeout: waitS })
}

/** The rest is for the work itself, and for everything else that the store does meanwhile. */
const SHARE_OF_POOL = 4
/** Longest wait for another process that works on the same order. */
const TIMEOUT = "40s"

/** As Knex keeps its pool. */
const pooled = z.object({ pool: z.object({ max: z.number() }) })

/**
 * Changes the books of an order one at a time, in all processes that share the database: captures, refunds and
 * cancellations.
 *
 * Medusa's own lock can be lost: a release without an owner frees it, it expires while its holder still works, and in memory it
 * covers one process. This one keeps a connection of the pool shared with Medusa while the work under it needs others, so it is
 * the only place that holds a connection around a call of core or of the service, and a process runs as many of them as a quarter of
 * its pool. The others wait in the process, without a connection.
 *
 * @see ADR 0042
 */
export class ExclusiveWork {
  private readonly atOnce: number
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly knex: Knex) {
    this.atOnce = Math.max(1, Math.floor(pooled.parse(knex.client).pool.max / SHARE_OF_POOL))
  }

  /**
   * Not reentrant: a job never calls this again.
   *
   * @throws what the job throws, or the database's error when another process holds the order for 40 seconds
   */
  async run<T>(orderId: string, job: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((begin) => this.waiting.push(begin))
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
      // The longest waiting caller gets the place.
      if (next) next()
      else this.running--
    }
  }
}
