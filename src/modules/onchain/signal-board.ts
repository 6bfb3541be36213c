import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** What every process writes down for all the others. */
export type SignalName = "webhook_rejected"
export type Signal = { detail: string | null; at: Date }

const PAUSE_MS = 1_000

/**
 * Remembers, for all processes, when something was last seen.
 *
 * Written once a second at most, and nobody waits for it: whoever floods the store with bad webhooks must not be able
 * to keep its database busy. What comes within the second is written at its end.
 */
export class SignalBoard {
  private readonly waiting = new Map<SignalName, string>()
  private isPausing = false

  /** @param onError told when a signal could not be written; nothing else depends on it */
  constructor(
    private readonly knex: Knex,
    private readonly onError: (error: unknown) => void
  ) {}

  /** @param detail a reason or a name; never a key, a secret or a body */
  note(name: SignalName, detail: string): void {
    this.waiting.set(name, detail)
    if (!this.isPausing) this.writeWaiting()
  }

  /** @returns null when it was never seen */
  async read(name: SignalName): Promise<Signal | null> {
    const row = await this.knex("onchain_signal").where({ id: name }).first("detail", "seen_at")
    return row ? { detail: row.detail, at: row.seen_at } : null
  }

  private writeWaiting(): void {
    this.isPausing = this.waiting.size > 0
    if (!this.isPausing) return
    const entries = [...this.waiting]
    this.waiting.clear()
    setTimeout(() => this.writeWaiting(), PAUSE_MS).unref()
    for (const [name, detail] of entries) this.write(name, detail).catch(this.onError)
  }

  private async write(name: SignalName, detail: string): Promise<void> {
    await this.knex.raw(
      `INSERT INTO onchain_signal (id, seen_at, detail) VALUES (?, now(), ?)
       ON CONFLICT (id) DO UPDATE SET seen_at = now(), detail = excluded.detail, updated_at = now()`,
      [name, detail.slice(0, 200)]
    )
  }
}
