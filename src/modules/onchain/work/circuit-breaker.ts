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
