import { setTimeout as delay } from "node:timers/promises"
import type { Client } from "@medusajs/framework/pg"
import { z } from "zod"

const intervalMs = 1_000
const Rows = z.array(z.object({ id: z.string() }))

/** Reports which orders have been cancelled, with one query for all waiters. */
export interface OrderWatch {
  /** @returns false when it was not cancelled in time */
  untilCancelled(orderId: string, timeoutMs: number): Promise<boolean>
}

export function createOrderWatch(database: Client): OrderWatch {
  const waiting = new Map<string, () => void>()
  let isAsking = false

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      while (waiting.size > 0) {
        const query = `SELECT id FROM "order" WHERE status = 'canceled' AND id = ANY($1)`
        const { rows } = await database.query(query, [[...waiting.keys()]])
        for (const { id } of Rows.parse(rows)) waiting.get(id)?.()
        await delay(intervalMs)
      }
    } finally {
      isAsking = false
    }
  }

  return {
    untilCancelled(orderId, timeoutMs) {
      return new Promise((resolve, reject) => {
        const end = (isCancelled: boolean) => {
          clearTimeout(timer)
          waiting.delete(orderId)
          resolve(isCancelled)
        }
        const timer = setTimeout(() => end(false), timeoutMs)
        waiting.set(orderId, () => end(true))
        ask().catch(reject)
      })
    },
  }
}
