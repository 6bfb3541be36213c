import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LONGEST_CHECKOUT_WAIT_MS } from "../../modules/onchain/gateway-clients"

const OURS = /^pp_onchain(_|$)/
const LINE_EVERY_MS = 60_000
let loggedAtMs = -Infinity

export function limitOpenings(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (!asksForOurs(req)) return next()
  limitCalls(req, res, next)
}

export function asksForOurs({ body }: Pick<MedusaRequest, "body">): boolean {
  const { provider_id } = (body ?? {}) as { provider_id?: unknown }
  return typeof provider_id === "string" && OURS.test(provider_id)
}

/** Refuses at once when checkouts have used up their share of the service's calls. */
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

/** Counts a further call of a request that {@link limitCalls} let through. @returns false when the client has none left */
export function countsCall(req: MedusaRequest): boolean {
  return req.scope.resolve("onchain").openingLimit.take(addressOf(req)) === 0
}

export function addressOf({
  headers,
  scope,
  socket,
}: Pick<MedusaRequest, "headers" | "scope" | "socket">): string | undefined {
  const forwardedFor = [headers["x-forwarded-for"] ?? []].flat().join(",")
  return scope.resolve("onchain").openingLimit.addressOf(socket.remoteAddress, forwardedFor)
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
        `If it is a server of the storefront, add it to throttle.trustedAddresses; if it is your proxy, to throttle.proxies`
    )
}
