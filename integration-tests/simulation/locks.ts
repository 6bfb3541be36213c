import { randomUUID } from "node:crypto"
import type { Locks } from "./medusa/payments"
import type { Scheduler, SimProcess } from "./scheduler"

type Execute = <T>(
  keys: readonly string[],
  job: () => Promise<T>,
  options?: { timeout?: number }
) => Promise<T>

const DEFAULT_S = 60
const RETRY_MS = 50

/** Medusa's locking module over Redis: a killed process keeps a lock until it expires, and a late holder has lost it. */
export class SharedLocks {
  private readonly held = new Map<string, { ownerId: string | null; untilMs: number }>()

  constructor(private readonly scheduler: Scheduler) {}

  of(process: SimProcess): Locks & { execute: Execute } {
    const acquire: Locks["acquire"] = async (keys, { ownerId, expire = DEFAULT_S } = {}) => {
      for (const key of keys) await this.take(process, key, ownerId ?? null, expire)
    }
    const release: Locks["release"] = (keys, { ownerId } = {}) => {
      for (const key of keys)
        if (ownerId === undefined || this.held.get(key)?.ownerId === ownerId) this.held.delete(key)
      return Promise.resolve(true)
    }
    const execute: Execute = async (keys, job, { timeout = 5 } = {}) => {
      const ownerId = randomUUID()
      const deadlineMs = this.scheduler.nowMs + timeout * 1_000
      for (let isHeld = false; !isHeld;)
        try {
          await acquire(keys, { ownerId, expire: timeout })
          isHeld = true
        } catch (error) {
          if (this.scheduler.nowMs > deadlineMs) throw error
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        }
      try {
        return await job()
      } finally {
        await release(keys, { ownerId })
      }
    }
    return { acquire, release, execute }
  }

  private take(process: SimProcess, key: string, ownerId: string | null, expireS: number): Promise<void> {
    const act = () => {
      const { nowMs } = this.scheduler
      const held = this.held.get(key)
      if (held && held.untilMs > nowMs && (ownerId === null || held.ownerId !== ownerId))
        return Promise.resolve({ failed: new Error(`Failed to acquire lock for key "${key}"`) })
      // Core's locks of carts and orders can be freed by a release without an owner.
      const isLost = !key.startsWith("onchain:") && this.scheduler.isStruck(5)
      if (isLost) this.scheduler.note(process.name, `  lock ${key} is lost`)
      this.held.set(key, { ownerId, untilMs: isLost ? nowMs : nowMs + expireS * 1_000 })
      return Promise.resolve({ done: undefined })
    }
    return this.scheduler.boundary<void>(`lock ${key}`, act, process)
  }
}
