import type { SetupCheck } from "./setup-checks"

/** Below this it is the network and the whole seconds that a server tells. */
const NOTICEABLE_MS = 30_000

/**
 * Judges how far our clock and the service's are apart: webhooks are refused when their timestamps are.
 *
 * @param skewMs how far the service is ahead; null before its first answer
 * @param toleranceMs how far a webhook's timestamp may be off
 */
export function describeClock(skewMs: number | null, toleranceMs: number): SetupCheck {
  if (skewMs === null)
    return { id: "clock", status: "warning", message: "The gateway's clock is not known yet." }
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  if (seconds * 1_000 < Math.min(NOTICEABLE_MS, toleranceMs))
    return { id: "clock", status: "ok", message: "This server's clock and the gateway's agree." }
  const side = skewMs > 0 ? "behind" : "ahead of"
  const what = `This server's clock is ${seconds} seconds ${side} the gateway's.`
  const limit = `Webhooks are refused when it is more than ${Math.round(toleranceMs / 1_000)}.`
  return {
    id: "clock",
    status: Math.abs(skewMs) > toleranceMs ? "error" : "warning",
    message: `${what} ${limit} Set the time by NTP.`,
  }
}
