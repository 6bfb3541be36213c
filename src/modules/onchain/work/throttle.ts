/**
 * Makes a call at once, and while requests keep coming, once per pause at most.
 *
 * A request within the pause is made at its end, so a worker is woken after the last delivery was stored.
 */
export class Throttle {
  private isPausing = false
  private wanted: (() => Promise<void>) | undefined

  constructor(private readonly pauseMs: number) {}

  /** @param call must handle its own errors */
  async request(call: () => Promise<void>): Promise<void> {
    if (this.isPausing) {
      this.wanted = call
      return
    }
    this.isPausing = true
    setTimeout(() => this.endPause(), this.pauseMs).unref()
    await call()
  }

  private endPause(): void {
    this.isPausing = false
    const call = this.wanted
    this.wanted = undefined
    if (call) void this.request(call)
  }
}
