/** Limits open payment page streams per process and per client IP address. */
export class WatcherLimit {
  private count = 0
  private readonly ofClient = new Map<string, number>()

  constructor(private readonly most: { watchersPerProcess: number; watchersPerAddress: number }) {}

  /**
   * Reserves a stream.
   *
   * @param client from `OpeningLimit.clientOf`; null for a trusted address, which only the process limit applies to
   * @returns a function that releases the stream, or the limit that was reached
   */
  enter(client: string | null): (() => void) | "process_full" | "client_full" {
    if (this.count >= this.most.watchersPerProcess) return "process_full"
    const known = client === null ? 0 : (this.ofClient.get(client) ?? 0)
    if (known >= this.most.watchersPerAddress) return "client_full"
    this.count++
    if (client !== null) this.ofClient.set(client, known + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.count--
      if (client !== null) this.leave(client)
    }
  }

  /** Open streams, for the health page and tests. */
  get open(): number {
    return this.count
  }

  private leave(client: string): void {
    const left = (this.ofClient.get(client) ?? 0) - 1
    if (left > 0) this.ofClient.set(client, left)
    else this.ofClient.delete(client)
  }
}
