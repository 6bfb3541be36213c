import { setTimeout as delay } from "node:timers/promises"
import type { Database } from "../environment/ground"
import { z } from "zod"

const intervalMs = 1_000
const Rows = z.array(z.object({ id: z.string() }))

const CANCELLED = `SELECT id FROM "order" WHERE status = 'canceled' AND id = ANY($1)`
const ENDED = `SELECT session_id AS id FROM onchain_payment WHERE state <> 'open' AND session_id = ANY($1)`

/** Reports the end of orders and payments. */
export interface OrderWatch {
  /** @returns false when it was not cancelled in time */
  untilCancelled(orderId: string, timeoutMs: number): Promise<boolean>
  /** @returns false when the payment was neither captured nor held in time */
  untilEnded(sessionId: string, timeoutMs: number): Promise<boolean>
}

export function createOrderWatch(database: Database): OrderWatch {
  return { untilCancelled: createWatch(database, CANCELLED), untilEnded: createWatch(database, ENDED) }
}

/** One query for all waiters. */
function createWatch(database: Database, query: string): (id: string, timeoutMs: number) => Promise<boolean> {
  const waiting = new Map<string, () => void>()
  let isAsking = false

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      while (waiting.size > 0) {
        const { rows } = await database.query(query, [[...waiting.keys()]])
        for (const { id } of Rows.parse(rows)) waiting.get(id)?.()
        await delay(intervalMs)
      }
    } finally {
      isAsking = false
    }
  }

  return (id, timeoutMs) =>
    new Promise((resolve, reject) => {
      const end = (isSo: boolean) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(isSo)
      }
      const timer = setTimeout(() => end(false), timeoutMs)
      waiting.set(id, () => end(true))
      ask().catch(reject)
    })
}
