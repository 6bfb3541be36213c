import { createRandom } from "../plan/random"

const share = { lost: 0.2, forged: 0.05 }
const copies = 5
/** Below the service's timeout for an answer. */
const longestHoldMs = 2_000
/** Long enough that later events overtake earlier ones. */
const longestDelayMs = 20_000

/** What happens to one attempt to deliver a webhook. */
export type DeliveryFortune =
  { kind: "lost" } | { kind: "forged" } | { kind: "repeated"; firstAfterMs: number; copiesAfterMs: number[] }

/**
 * Decides what the storm does with an attempt: one in five is lost, one in twenty has a wrong signature, and
 * all others arrive five times, each copy at its own time.
 *
 * @param seed of the run, with the delivery and the number of the attempt
 */
export function decideDelivery(seed: string): DeliveryFortune {
  const random = createRandom(seed)
  const drawn = random.fraction()
  if (drawn < share.lost) return { kind: "lost" }
  if (drawn < share.lost + share.forged) return { kind: "forged" }
  return {
    kind: "repeated",
    firstAfterMs: random.between(0, longestHoldMs),
    copiesAfterMs: Array.from({ length: copies - 1 }, () => random.between(0, longestDelayMs)),
  }
}
