import { createCatalog, type Catalog } from "../../gateway/client/lists"
import { createGatewayClient, type GatewayClient } from "../../gateway/client/client"
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

/** Calls in a minute for polling payments; syncs of lists have a share of these. */
export function pollsPerMinute({ throttle }: Pick<OnchainOptions, "throttle">): number {
  return throttle.callsPerMinute * POLL_SHARE
}

type GatewayAccess = { gateway: GatewayClient; catalog: Catalog }
export type CheckoutAccess = GatewayAccess & { rateLimiter: RateLimiter }

/**
 * Creates two clients of the gateway: one for captures, payouts and the admin, and one for what shoppers
 * cause. The checkout's client gets only a share of the rate limit, so that captures and payouts never wait
 * for shoppers.
 */
export function createGatewayClients(parts: Parts): GatewayAccess & { checkout: CheckoutAccess } {
  const { options, clock } = parts
  const ownLimiter = createRateLimiter(clock)
  const rateLimiter = createRateLimiter(clock, {
    perMinute: options.throttle.callsPerMinute * CHECKOUT_SHARE,
    behind: ownLimiter,
  })
  return {
    ...createAccess(parts, { rateLimiter: ownLimiter }),
    checkout: {
      ...createAccess(parts, { rateLimiter, longestHoldMs: LONGEST_CHECKOUT_WAIT_MS }),
      rateLimiter,
    },
  }
}

function createAccess(
  { options, clock, watchers }: Parts,
  limits: { rateLimiter: RateLimiter; longestHoldMs?: number }
): GatewayAccess {
  const { baseUrl, businessId, apiKey, payoutApiKey, assumptions } = options
  const { callTimeoutMs: timeoutMs, callAttempts: maxAttempts } = options.tuning
  const gateway = createGatewayClient({
    ...{ baseUrl, businessId, apiKey, payoutApiKey, assumptions, timeoutMs, maxAttempts },
    ...watchers,
    ...limits,
  })
  return { gateway, catalog: createCatalog({ gateway, maxAgeMs: CATALOG_MAX_AGE_MS, clock }) }
}
