type Waiting = { begin: () => void; sinceMs: number }

export type TurnSettings = {
  /** While somebody goes first, one begins this often at most. */
  paceMs: number
  /** Nobody waits for longer than this, whatever comes. */
  longestWaitMs: number
}

/** Work that lets somebody else go first: one begins every few milliseconds, in the order they came, and at once when nobody else is there. */
export class Turns {
  private begunAtMs = -Infinity
  private readonly waiting: Waiting[] = []
  private isCalling = false

  /**
   * @param isSomebodyFirst whether somebody goes first now
   * @param clock milliseconds that never go back
   */
  constructor(
    private readonly isSomebodyFirst: () => boolean,
    private readonly clock: () => number,
    private readonly settings: TurnSettings
  ) {}

  /** Waits for a turn. */
  async take(): Promise<void> {
    if (this.waiting.length > 0 || this.isTooSoon()) return this.wait()
    this.begunAtMs = this.clock()
  }

  private isTooSoon(): boolean {
    return this.isSomebodyFirst() && this.clock() - this.begunAtMs < this.settings.paceMs
  }

  private wait(): Promise<void> {
    return new Promise((begin) => {
      this.waiting.push({ begin, sinceMs: this.clock() })
      if (!this.isCalling) void this.callAll()
    })
  }

  /** One after another: whoever goes first and comes meanwhile is not behind all of them. */
  private async callAll(): Promise<void> {
    this.isCalling = true
    while (this.waiting.length > 0) {
      await new Promise((go) => setTimeout(go, this.isSomebodyFirst() ? this.settings.paceMs : 0))
      do this.callFirst()
      while (this.hasWaitedTooLong())
    }
    this.isCalling = false
  }

  private callFirst(): void {
    this.begunAtMs = this.clock()
    this.waiting.shift()?.begin()
  }

  private hasWaitedTooLong(): boolean {
    const [first] = this.waiting
    return first !== undefined && this.clock() - first.sinceMs >= this.settings.longestWaitMs
  }
}
