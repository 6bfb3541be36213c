import type { PayoutRecipient } from "../../gateway/contract"
import { toUsdUnits, valueInUsdUnits } from "../billing/usd-value"
import { assetKey, type CatalogToken } from "../catalog/tokens"
import { invalid, SandboxError } from "../sandbox-error"
import type { World } from "../world"
import type { PayoutPlan } from "./payout-route"
import { checkRecipients, shareOf } from "./recipients"

export type PayoutRequest = {
  payoutRouteId?: string
  payoutRecipients?: PayoutRecipient[]
  asset: CatalogToken
  amountBaseUnits: bigint
}

/**
 * Reads the payout of an invoice or intent. Routes are approved already; recipients must satisfy the payout
 * policy, each with its share.
 *
 * @throws SandboxError naming the field, or 403 by the policy
 * @see service-interface "Payout route"
 */
export function readPayoutPlan(world: World, request: PayoutRequest): PayoutPlan | undefined {
  const { payoutRouteId, payoutRecipients, asset, amountBaseUnits } = request
  if (payoutRouteId !== undefined && payoutRecipients !== undefined) {
    throw invalid({ field: "payoutRecipients", message: "cannot be combined with payoutRouteId" })
  }
  if (payoutRouteId !== undefined) return routePlan(world, payoutRouteId, asset)
  if (payoutRecipients === undefined) return undefined
  checkRecipients(world, asset.chain, payoutRecipients, "payoutRecipients")
  for (const { destinationAddress, shareBps } of payoutRecipients) {
    const legBaseUnits = shareOf(amountBaseUnits, shareBps)
    checkPayoutPolicy(world, { asset, amountBaseUnits: legBaseUnits, destinationAddress })
  }
  return { kind: "recipients", recipients: payoutRecipients }
}

function routePlan({ routes }: World, routeId: string, asset: CatalogToken): PayoutPlan {
  const field = "payoutRouteId"
  const route = routes.find(routeId)
  if (!route) {
    const detail = { field, message: "is not a payout route of this business" }
    throw new SandboxError(404, "NOT_FOUND", `payout route ${routeId} does not exist`, [detail])
  }
  if (route.status !== "approved") throw invalid({ field, message: `names a route that is ${route.status}` })
  if (assetKey(route.asset) !== assetKey(asset)) {
    const { networkId, token } = route.rail
    throw invalid({ field, message: `names a route for ${token} on ${networkId}` })
  }
  return { kind: "route", routeId, recipients: route.recipients }
}

/** @throws SandboxError 403 when the payout policy forbids it @see service-interface "Authentication", 3 */
export function checkPayoutPolicy(
  { business: { payoutPolicy } }: Pick<World, "business">,
  payout: { asset: CatalogToken; amountBaseUnits: bigint; destinationAddress: string }
): void {
  const { asset, amountBaseUnits, destinationAddress } = payout
  const { networkIds, tokens, maxAmountUsd, destinations } = payoutPolicy
  if (networkIds && !networkIds.includes(asset.networkId))
    throw refused(`networks such as ${asset.networkId}`)
  if (tokens && !tokens.includes(asset.token)) throw refused(`assets such as ${asset.token}`)
  if (destinations && !destinations.some((allowed) => isSameAddress(allowed, destinationAddress))) {
    throw refused("this destination")
  }
  if (maxAmountUsd && valueInUsdUnits(amountBaseUnits, asset) > toUsdUnits(maxAmountUsd)) {
    throw refused(`more than $${maxAmountUsd} at once`)
  }
}

/** Hex addresses ignore case. */
function isSameAddress(left: string, right: string): boolean {
  if (!left.startsWith("0x")) return left === right
  return left.toLowerCase() === right.toLowerCase()
}

function refused(what: string): SandboxError {
  return new SandboxError(403, "FORBIDDEN", `the policy of the payout key does not allow ${what}`)
}
