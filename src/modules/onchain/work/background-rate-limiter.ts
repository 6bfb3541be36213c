/** May be sent at once after a quiet time: a sixth of a minute's calls. */
const BURST_SHARE = 1 / 6
const MINUTE_MS = 60_000

/**
 * Keeps background calls within a rate, so that checkouts never meet a limit because of them.
 *
 * No minute has more than the given number, the burst included. Per process.
 */
export class BackgroundRateLimiter {
  private nextAtMs = 0
  private readonly intervalMs: number
  private readonly burstMs: number

  constructor(
    perMinute: number,
    private readonly clock: () => number,
    private readonly sleep: (ms: number) => Promise<void> = (ms) => new Promise((go) => setTimeout(go, ms))
  ) {
    this.intervalMs = MINUTE_MS / (perMinute * (1 - BURST_SHARE))
    this.burstMs = perMinute * BURST_SHARE * this.intervalMs
  }

  /** Waits until the next call may be made. */
  async take(): Promise<void> {
    const nowMs = this.clock()
    this.nextAtMs = Math.max(this.nextAtMs, nowMs - this.burstMs) + this.intervalMs
    const waitMs = this.nextAtMs - nowMs
    if (waitMs > 0) await this.sleep(waitMs)
  }

  /** How many calls could be made within a time. */
  affordable(withinMs: number): number {
    const nowMs = this.clock()
    const fromMs = Math.max(this.nextAtMs, nowMs - this.burstMs)
    return Math.max(0, Math.floor((nowMs + withinMs - fromMs) / this.intervalMs))
  }
}
