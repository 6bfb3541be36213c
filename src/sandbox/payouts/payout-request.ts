import type { PayoutRecipient } from "../../gateway/contract"
import { assetKey, type CatalogToken } from "../catalog/tokens"
import { invalid, SandboxError } from "../sandbox-error"
import type { World } from "../world"
import type { PayoutPlan } from "./payout-plan"
import { checkPayoutPolicy } from "./payout-policy"
import { checkRecipients } from "./recipients"
import { shareOf } from "./shares"

/** What asks for the payout: an invoice or an intent. */
export type PayoutRequest = {
  payoutRouteId?: string
  payoutRecipients?: PayoutRecipient[]
  asset: CatalogToken
  amountBaseUnits: bigint
}

/**
 * Reads the payout of an invoice or intent. A route was approved by a person; recipients have to be within
 * the policy of the payout key, each with its share of the amount.
 *
 * @throws SandboxError naming the field, or 403 for what the policy does not allow
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
    const detail = { field, message: "is no payout route of this business" }
    throw new SandboxError(404, "NOT_FOUND", `payout route ${routeId} does not exist`, [detail])
  }
  if (route.status !== "approved") throw invalid({ field, message: `names a route that is ${route.status}` })
  if (assetKey(route.asset) !== assetKey(asset)) {
    const { networkId, token } = route.rail
    throw invalid({ field, message: `names a route for ${token} on ${networkId}` })
  }
  return { kind: "route", routeId, recipients: route.recipients }
}
