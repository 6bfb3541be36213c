import { createCatalog, createLackingNetworks } from "../../gateway/client/lists"
import { createGatewayClient } from "../../gateway/client/client"
import { createRateLimiter, type RateLimiter } from "../../gateway/client/call"
import type { OnchainOptions } from "./options/options"

type Watchers = Pick<
  Parameters<typeof createGatewayClient>[0],
  "onAttempt" | "onCall" | "onUnreadable" | "onListEnd"
>
type Parts = { options: OnchainOptions; clock: () => number; watchers: Watchers }

/** A checkout waits this long for its turn; after that the shopper is asked to try again. */
export const LONGEST_CHECKOUT_WAIT_MS = 2_000

/** A new network or token appears this soon, for two calls in five minutes. */
export const CATALOG_MAX_AGE_MS = 5 * 60_000

/** Shares of the calls that the plan allows; captures, the inbox, payouts and users have the rest. */
const CHECKOUT_SHARE = 0.6
const POLL_SHARE = 0.24
/** Of the checkout's share, for lists of addresses: reloads of account pages leave the rest to checkouts. */
const LIST_SHARE = 0.25

/** Calls in a minute for polling payments; syncs of lists have a share of these. */
export function pollsPerMinute({ throttle }: Pick<OnchainOptions, "throttle">): number {
  return throttle.callsPerMinute * POLL_SHARE
}

/**
 * Creates two clients of the gateway: one for captures, payouts and the admin, and one for what shoppers
 * cause. The checkout's client gets only a share of the rate limit, so that captures and payouts never wait
 * for shoppers.
 */
export function createGatewayClients({ options, clock, watchers }: Parts) {
  const { baseUrl, businessId, apiKey, payoutApiKey, assumptions, throttle, tuning } = options
  const create = (limits: { rateLimiter: RateLimiter; longestHoldMs?: number }) => {
    const gateway = createGatewayClient({
      ...{ baseUrl, businessId, apiKey, payoutApiKey, assumptions },
      ...{ timeoutMs: tuning.callTimeoutMs, maxAttempts: tuning.callAttempts },
      ...watchers,
      ...limits,
    })
    return { gateway, catalog: createCatalog({ gateway, maxAgeMs: CATALOG_MAX_AGE_MS, clock }) }
  }
  const ownLimiter = createRateLimiter(clock)
  const perMinute = throttle.callsPerMinute * CHECKOUT_SHARE
  const rateLimiter = createRateLimiter(clock, { perMinute, behind: ownLimiter })
  const checkout = create({ rateLimiter, longestHoldMs: LONGEST_CHECKOUT_WAIT_MS })
  const own = create({ rateLimiter: ownLimiter })
  const { gateway } = own
  const lackingNetworks = createLackingNetworks({ gateway, maxAgeMs: CATALOG_MAX_AGE_MS, clock })
  const listLimiter = createRateLimiter(clock, { perMinute: perMinute * LIST_SHARE })
  return { ...own, lackingNetworks, checkout: { ...checkout, rateLimiter, listLimiter } }
}
