import { GatewayError } from "../../../gateway/client/errors"

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * Whether a call failed in a way that the next one would too: the service is out of reach, asks to be left alone, or
 * does not accept the key. What is wrong with one payment alone is something else.
 */
export function isUnavailable(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false
  return error.isRetryable || error.status === 401 || error.status === 403
}

/**
 * Lets a service that does not answer rest, longer each time.
 *
 * Of this process: after a restart the service is asked once to find out.
 */
export class CircuitBreaker {
  private failures = 0
  private untilMs = 0

  constructor(private readonly clock: () => number) {}

  /** Whether the last call failed, so that one is to be tried alone before others follow. */
  get isDoubtful(): boolean {
    return this.failures > 0
  }

  get isOn(): boolean {
    return this.clock() < this.untilMs
  }

  /** @returns how long the service is left alone now, in milliseconds */
  begin(): number {
    // Calls that were under way together fail together.
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
