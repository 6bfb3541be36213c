import type { ClaimedDelivery, Inbox } from "../inbox"

type Row = ClaimedDelivery & { state: string; note?: string | null }

/** An inbox in memory that follows the same rules, for what is not about the database. */
export class MemoryInbox implements Pick<Inbox, "accept" | "holds" | "revive" | "claim" | "finish" | "fail"> {
  readonly rows: Row[] = []
  claims = 0

  /** @param maxAttempts failures after which a delivery is dead */
  constructor(private readonly maxAttempts = 1) {}

  add(...ids: string[]): this {
    for (const id of ids) {
      this.rows.push({
        id,
        event: "invoice.paid",
        resource_id: id,
        raw_body: "{}",
        attempts: 0,
        state: "received",
      })
    }
    return this
  }

  async accept(delivery: Parameters<Inbox["accept"]>[0]): Promise<boolean> {
    await Promise.resolve()
    if (this.rows.some(({ id }) => id === delivery.id)) return false
    const { id, event, resourceId: resource_id, rawBody: raw_body } = delivery
    this.rows.push({ id, event, resource_id, raw_body, attempts: 0, state: "received" })
    return true
  }

  async holds(id: string, rawBody: string): Promise<boolean> {
    await Promise.resolve()
    return this.rows.some((row) => row.id === id && row.raw_body === rawBody)
  }

  async revive(id: string): Promise<boolean> {
    await Promise.resolve()
    const row = this.rows.find((one) => one.id === id && one.state === "dead")
    if (row) Object.assign(row, { state: "received", attempts: 0 })
    return row !== undefined
  }

  /** Looks when asked and answers a moment later, as a database does. */
  async claim(): Promise<ClaimedDelivery | null> {
    this.claims++
    const row = this.rows.find(({ state }) => state === "received")
    if (row) Object.assign(row, { state: "processing", attempts: row.attempts + 1 })
    await new Promise(setImmediate)
    return row ? { ...row } : null
  }

  async finish(
    delivery: ClaimedDelivery,
    state: "processed" | "ignored",
    note: string | null
  ): Promise<void> {
    await new Promise(setImmediate)
    Object.assign(this.rowOf(delivery), { state, note })
  }

  async fail(delivery: ClaimedDelivery, reason: string): Promise<"received" | "dead"> {
    await new Promise(setImmediate)
    const state = delivery.attempts >= this.maxAttempts ? "dead" : "received"
    Object.assign(this.rowOf(delivery), { state, note: reason })
    return state
  }

  idsIn(state: string): string[] {
    return this.rows.filter((row) => row.state === state).map(({ id }) => id)
  }

  private rowOf({ id }: { id: string }): Row {
    const row = this.rows.find((candidate) => candidate.id === id)
    if (!row) throw new Error(`there is no delivery ${id}`)
    return row
  }
}
