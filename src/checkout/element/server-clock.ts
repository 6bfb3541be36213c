/** A device's clock and its timer drift apart by less than this, unless the clock was set or the device slept. */
const JUMP_MS = 2_000

/**
 * The server's clock, carried on from its last answer.
 *
 * Of the device's clock and its timer the one that has moved further counts: a clock can be set back, and a timer stands still while
 * some devices sleep. So a price is never shown for longer than it is valid, and after a jump the server is asked.
 */
export class ServerClock {
  #serverMs: number
  #deviceMs: number
  #timerMs: number
  #jumpMs = 0

  constructor(
    private readonly device = () => Date.now(),
    private readonly timer = () => performance.now()
  ) {
    this.#serverMs = this.#deviceMs = device()
    this.#timerMs = timer()
  }

  /** @param serverTime ISO 8601, as the server has just answered */
  set(serverTime: string): void {
    const serverMs = Date.parse(serverTime)
    if (!Number.isFinite(serverMs)) return
    this.#serverMs = serverMs
    this.#deviceMs = this.device()
    this.#timerMs = this.timer()
    this.#jumpMs = 0
  }

  /** Epoch milliseconds. */
  nowMs(): number {
    return this.#serverMs + Math.max(this.#byDevice(), this.#byTimer())
  }

  /** Whether the device's clock has jumped since the last call or answer. */
  hasJumped(): boolean {
    const jumpMs = this.#byDevice() - this.#byTimer()
    if (Math.abs(jumpMs - this.#jumpMs) < JUMP_MS) return false
    this.#jumpMs = jumpMs
    return true
  }

  #byDevice = () => this.device() - this.#deviceMs
  #byTimer = () => this.timer() - this.#timerMs
}
