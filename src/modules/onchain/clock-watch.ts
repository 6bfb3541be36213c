import type { AttemptReport } from "../../gateway/client/attempt-report"

/** A server names its time in whole seconds, cut off: half of one is what it is behind on average. */
const HALF_A_SECOND_MS = 500

/** How far the service's clock is ahead of ours, as its last answer shows. */
export class ClockWatch {
  private lastSkewMs: number | null = null

  /** @param clock ours, epoch milliseconds */
  constructor(private readonly clock: () => number) {}

  note({ serverTimeMs, durationMs }: Pick<AttemptReport, "serverTimeMs" | "durationMs">): void {
    if (serverTimeMs === undefined) return
    this.lastSkewMs = Math.round(serverTimeMs + HALF_A_SECOND_MS - (this.clock() - durationMs / 2))
  }

  /** Milliseconds, negative when the service is behind; null before its first answer. Good to about a second. */
  get skewMs(): number | null {
    return this.lastSkewMs
  }
}
