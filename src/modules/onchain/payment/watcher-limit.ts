/** Limits the open streams of payment pages: in a process, and of one client address. */
export class WatcherLimit {
  private count = 0
  private readonly ofClient = new Map<string, number>()

  constructor(private readonly most: { watchersPerProcess: number; watchersPerAddress: number }) {}

  /**
   * Takes a place.
   *
   * @param client as `OpeningLimit.clientOf` names it; null for a trusted address, which only the process limits
   * @returns gives the place back, once; or which limit is reached
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
