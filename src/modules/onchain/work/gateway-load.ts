import { GatewayError } from "../../../gateway/client/errors"

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 5 * 60_000

/** The service is unreachable, rate limits us, or rejects the key: the next call would fail too. */
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

/** A shopper counts as present this long after an answer: the next request follows. */
const LINGER_MS = 50
/** A store hardly notices a webhook every two milliseconds, and half a second is well within a sender's patience. */
const WEBHOOKS = { paceMs: 2, longestWaitMs: 500 }
/** Processing a delivery takes several times as long as storing it. A stored delivery is safe and can wait. */
const DELIVERIES = { paceMs: 25, burstPaceMs: 250, longestWaitMs: 2_000 }

/**
 * In a burst of webhooks shoppers' requests go first, then storing, then processing: a sender without an answer repeats its webhook,
 * which prolongs the burst. Every wait is bounded.
 */
export class CheckoutPriority {
  private shoppers = 0
  private leftAtMs = -Infinity
  readonly webhooks: PacedQueue
  readonly deliveries: PacedQueue

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

/** The pace may change while work waits, so it is read again this often. */
const LONGEST_SLEEP_MS = 25

/** Starts work at a pace, in order, and at once when there is no reason to wait. */
class PacedQueue {
  private begunAtMs = -Infinity
  private last = Promise.resolve()
  private waiting = 0

  /** `longestWaitMs`: after it work starts whatever the pace. */
  constructor(
    private readonly paceMs: () => number,
    private readonly longestWaitMs: number,
    private readonly clock: () => number
  ) {}

  async take(): Promise<void> {
    if (this.waiting > 0 || this.leftMs() > 0) {
      this.waiting++
      const overdueAtMs = this.clock() + this.longestWaitMs
      this.last = this.last.then(() => this.wait(overdueAtMs))
      await this.last
      this.waiting--
    }
    this.begunAtMs = this.clock()
  }

  private leftMs(): number {
    return Math.max(0, this.begunAtMs + this.paceMs() - this.clock())
  }

  /** Sleeps at least once, so that a shopper who comes meanwhile is not behind all that wait. */
  private async wait(overdueAtMs: number): Promise<void> {
    while (this.clock() < overdueAtMs) {
      await new Promise((go) => setTimeout(go, Math.min(this.leftMs(), LONGEST_SLEEP_MS)))
      if (this.leftMs() === 0) return
    }
  }
}
