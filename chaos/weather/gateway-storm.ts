import type { Controls } from "../shopper/controls"

/** Never used up within a run. */
const count = 1_000_000_000
/** Longer than the store's timeout, so that the call times out and still has its effect. */
const tooLateMs = 3_000

/**
 * One call in ten fails, and one list in five is truncated. The faults are tried in this order, so each has
 * its stated chance among the calls that the previous ones spared.
 */
const faults = [
  { kind: "latency", ms: tooLateMs, probability: 0.02 },
  { kind: "server_error", status: 503, probability: 0.02 },
  { kind: "server_error", html: true, probability: 0.01 },
  { kind: "rate_limit", retryAfterSeconds: 1, probability: 0.02 },
  { kind: "drop_response", probability: 0.02 },
  { kind: "reset", probability: 0.01 },
  { kind: "short_list", probability: 0.2 },
]

/** Makes a running sandbox unreliable, until {@link calmGateway}. */
export async function armGateway(controls: Controls): Promise<void> {
  for (const fault of faults) await controls.tell("/fault", { ...fault, count })
}

export async function calmGateway(controls: Controls): Promise<void> {
  await controls.tell("/clear-faults", {})
}
