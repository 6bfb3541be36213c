import type { ClaimedDelivery, Inbox, NewDelivery } from "../inbox"

type Row = ClaimedDelivery & { state: string; note?: string | null }

/** An inbox in memory that follows the same rules, for what is not about the database. */
export class MemoryInbox implements Pick<Inbox, "accept" | "holds" | "revive" | "claim" | "finish" | "fail"> {
  readonly rows: Row[] = []
  claims = 0

  /** @param maxAttempts failures after which a delivery is dead */
  constructor(private readonly maxAttempts = 1) {}

  add(...ids: string[]): this {
    for (const id of ids) this.store({ id, event: "invoice.paid", resourceId: id, rawBody: "{}" })
    return this
  }

  async accept(delivery: NewDelivery): Promise<boolean> {
    await Promise.resolve()
    if (this.rows.some(({ id }) => id === delivery.id)) return false
    this.store(delivery)
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

  async finish({ id }: ClaimedDelivery, state: "processed" | "ignored", note: string | null): Promise<void> {
    await new Promise(setImmediate)
    this.change(id, { state, note })
  }

  async fail({ id, attempts }: ClaimedDelivery, note: string): Promise<"received" | "dead"> {
    await new Promise(setImmediate)
    const state = attempts >= this.maxAttempts ? "dead" : "received"
    this.change(id, { state, note })
    return state
  }

  idsIn(state: string): string[] {
    return this.rows.filter((row) => row.state === state).map(({ id }) => id)
  }

  private store({ id, event, resourceId: resource_id, rawBody: raw_body }: NewDelivery): void {
    this.rows.push({ id, event, resource_id, raw_body, attempts: 0, state: "received" })
  }

  private change(id: string, change: Partial<Row>): void {
    Object.assign(this.rows.find((row) => row.id === id) ?? {}, change)
  }
}
