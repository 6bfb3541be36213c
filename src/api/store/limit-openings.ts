import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LONGEST_CHECKOUT_WAIT_MS } from "../../modules/onchain/gateway-clients"
import { isLoopback } from "../../modules/onchain/payment/opening-limit"

const OURS = /^pp_onchain(_|$)/
const LINE_EVERY_MS = 60_000
let loggedAtMs = -Infinity

/** Limits the payments that a client address opens through Medusa's own route. */
export function limitOpenings(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const { provider_id } = (req.body ?? {}) as { provider_id?: unknown }
  if (typeof provider_id !== "string" || !OURS.test(provider_id)) return next()
  limitCalls(req, res, next)
}

/**
 * Limits the service calls that a client address may cause, and refuses at once when checkouts have used up
 * their share. The address is what Express finds behind one proxy, as Medusa sets it, except a loopback
 * address in a header.
 */
export function limitCalls(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const { openingLimit, checkout } = req.scope.resolve("onchain")
  const clientWaitMs = openingLimit.take(addressOf(req))
  if (clientWaitMs > 0) {
    logRefusals(req, openingLimit.refusals)
    return refuse(
      res,
      clientWaitMs,
      "Too many payments were opened from your address. Try again in a moment."
    )
  }
  const sharedWaitMs = checkout.rateLimiter.waitMs()
  if (sharedWaitMs <= LONGEST_CHECKOUT_WAIT_MS) return next()
  refuse(res, sharedWaitMs, "Many people are paying right now. Nothing was charged; try again in a moment.")
}

/** A header may claim that a call comes from this machine: it counts only where the connection does. */
export function addressOf({ ip, socket }: Pick<MedusaRequest, "ip" | "socket">): string | undefined {
  const { remoteAddress } = socket
  return isLoopback(ip) && !isLoopback(remoteAddress) ? remoteAddress : ip
}

function refuse(res: MedusaResponse, waitMs: number, message: string): void {
  res.set("retry-after", String(Math.ceil(waitMs / 1_000)))
  res.status(429).json({ type: "too_many_requests", code: "checkout_throttled", message })
}

/** Names the option, not the address: a merchant needs it when the storefront itself is refused. */
function logRefusals(req: MedusaRequest, refusals: number): void {
  const nowMs = performance.now()
  if (nowMs - loggedAtMs < LINE_EVERY_MS) return
  loggedAtMs = nowMs
  req.scope
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `onchain: a client address opens too many payments and is refused (${refusals} times since the start). ` +
        `If it is a server of the storefront, add it to throttle.trustedAddresses`
    )
}
