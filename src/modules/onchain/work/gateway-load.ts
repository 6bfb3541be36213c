import { GatewayError } from "../../../gateway/client/errors"

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * Whether the next call would fail too: the service is unreachable, rate limits us, or rejects the key. A
 * problem of one payment is none.
 */
export function isUnavailable(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false
  return error.isRetryable || error.status === 401 || error.status === 403
}

/** Stops calls to a failing service, longer each time. Per process: after a restart one call finds out. */
export class CircuitBreaker {
  private failures = 0
  private untilMs = 0

  constructor(private readonly clock: () => number) {}

  /** Whether the last call failed, so that one is tried alone before others follow. */
  get isDoubtful(): boolean {
    return this.failures > 0
  }

  get isOn(): boolean {
    return this.clock() < this.untilMs
  }

  /** @returns how long calls are stopped now, in milliseconds */
  begin(): number {
    // Parallel calls fail together.
    if (this.isOn) return this.untilMs - this.clock()
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS)
    this.failures++
    this.untilMs = this.clock() + pauseMs
    return pauseMs
  }

  end(): void {
    this.failures = 0
    this.untilMs = 0
  }
}

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

/** A shopper counts as present this long after an answer: the next request follows. */
const LINGER_MS = 50
/**
 * A store hardly notices a webhook every two milliseconds, and half a second is well within a sender's
 * patience.
 */
const WEBHOOKS = { paceMs: 2, longestWaitMs: 500 }
/**
 * Processing a delivery takes several times as long as storing it. A stored delivery is safe and can wait.
 */
const DELIVERIES = { paceMs: 25, burstPaceMs: 250, longestWaitMs: 2_000 }

/**
 * Orders the work of a process in a burst of webhooks: shoppers' requests, then storing webhooks, then
 * processing them.
 *
 * Otherwise each step of a checkout would queue behind the burst; and a sender without an answer repeats its
 * webhook, which prolongs the burst. Every wait is bounded.
 */
export class CheckoutPriority {
  private shoppers = 0
  private leftAtMs = -Infinity
  /** Webhooks that wait to be stored. */
  readonly webhooks: PacedQueue
  /** Stored deliveries that wait for work. */
  readonly deliveries: PacedQueue

  /**
   * @param isStoring whether webhooks are coming in now
   * @param clock monotonic, milliseconds
   */
  constructor(
    isStoring: () => boolean = () => false,
    private readonly clock: () => number = () => performance.now()
  ) {
    const isShopping = () => this.shoppers > 0 || clock() - this.leftAtMs < LINGER_MS
    this.webhooks = new PacedQueue(() => (isShopping() ? WEBHOOKS.paceMs : 0), WEBHOOKS.longestWaitMs, clock)
    const deliveryPaceMs = () => (isStoring() ? DELIVERIES.burstPaceMs : isShopping() ? DELIVERIES.paceMs : 0)
    this.deliveries = new PacedQueue(deliveryPaceMs, DELIVERIES.longestWaitMs, clock)
  }

  /** Counts a shopper's request. @returns to be called when it ends, once or more often */
  enter(): () => void {
    this.shoppers++
    let isHere = true
    return () => {
      if (!isHere) return
      isHere = false
      this.shoppers--
      this.leftAtMs = this.clock()
    }
  }
}

type Waiting = { begin: () => void; sinceMs: number }

/** The pace may change while work waits, so it is read again this often. */
const LONGEST_SLEEP_MS = 25

/** Starts work at a pace, in order, and at once when there is no reason to wait. */
class PacedQueue {
  private begunAtMs = -Infinity
  private readonly waiting: Waiting[] = []
  private isCalling = false

  /**
   * @param paceMs current shortest time between two starts; zero for none
   * @param longestWaitMs after which work starts whatever the pace
   * @param clock monotonic, milliseconds
   */
  constructor(
    private readonly paceMs: () => number,
    private readonly longestWaitMs: number,
    private readonly clock: () => number
  ) {}

  async take(): Promise<void> {
    if (this.waiting.length > 0 || this.leftMs() > 0) return this.wait()
    this.begunAtMs = this.clock()
  }

  private leftMs(): number {
    return Math.max(0, this.begunAtMs + this.paceMs() - this.clock())
  }

  private wait(): Promise<void> {
    return new Promise((begin) => {
      this.waiting.push({ begin, sinceMs: this.clock() })
      if (!this.isCalling) void this.callAll()
    })
  }

  /** One after another, so that a shopper who comes meanwhile is not behind all of them. */
  private async callAll(): Promise<void> {
    this.isCalling = true
    while (this.waiting.length > 0) {
      do {
        const ms = Math.min(this.leftMs(), LONGEST_SLEEP_MS)
        await new Promise((go) => setTimeout(go, ms))
      } while (this.leftMs() > 0 && !this.hasWaitedTooLong())
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
    return first !== undefined && this.clock() - first.sinceMs >= this.longestWaitMs
  }
}
