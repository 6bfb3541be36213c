import { type AddressProblem, validateAddress } from "../../gateway/address"
import { multiplyDivideUnits } from "../../gateway/amount"
import type { PayoutRecipient } from "../../gateway/contract"
import { toUsdUnits, valueInUsdUnits } from "../billing/gas-price"
import { assetKey, type CatalogToken } from "../catalog/catalog"
import { invalid, SandboxError } from "../sandbox-error"
import type { World } from "../world"
import type { PayoutPlan } from "./payout-route"

const WHOLE_BPS = 10_000

/**
 * Checks recipients. Their shares may leave a part to the business.
 *
 * @param field the caller's name for the recipients
 * @throws SandboxError naming the invalid recipient
 */
export function checkRecipients(
  world: Pick<World, "withdrawals">,
  chain: string,
  recipients: readonly PayoutRecipient[],
  field: string
): void {
  const totalBps = recipients.reduce((sum, { shareBps }) => sum + shareBps, 0)
  if (totalBps > WHOLE_BPS) throw invalid({ field, message: `share more than ${WHOLE_BPS} bps` })
  for (const [index, { destinationAddress }] of recipients.entries()) {
    const address = `${field}.${index}.destinationAddress`
    checkDestination(world, { chain, destinationAddress }, { address, memo: address })
  }
}

/** Rounded down. */
export function shareOf(baseUnits: bigint, shareBps: number): bigint {
  return multiplyDivideUnits(baseUnits, BigInt(shareBps), BigInt(WHOLE_BPS), "down")
}

export type Leg = { recipient: PayoutRecipient; baseUnits: bigint }

/**
 * Splits base units among recipients. Rounding goes to the last one when they share everything, else to the
 * business. A zero part is no leg.
 *
 * @example split(10n, [{ shareBps: 3_333 }, { shareBps: 6_667 }]) // 3n and 7n
 */
export function split(baseUnits: bigint, recipients: readonly PayoutRecipient[]): Leg[] {
  const legs = recipients.map((recipient) => ({
    recipient,
    baseUnits: shareOf(baseUnits, recipient.shareBps),
  }))
  const last = legs.at(-1)
  const isWhole = recipients.reduce((sum, { shareBps }) => sum + shareBps, 0) === WHOLE_BPS
  if (last && isWhole) last.baseUnits += baseUnits - totalOf(legs)
  return legs.filter((leg) => leg.baseUnits > 0n)
}

export function totalOf(legs: readonly Leg[]): bigint {
  return legs.reduce((sum, leg) => sum + leg.baseUnits, 0n)
}

const PROBLEMS: Readonly<Record<AddressProblem, { isOfMemo: boolean; message: string }>> = {
  malformed: { isOfMemo: false, message: "is not an address of this chain" },
  checksum: { isOfMemo: false, message: "has a wrong character: its checksum does not match" },
  memo_conflict: { isOfMemo: true, message: "is in the address already" },
  memo_invalid: { isOfMemo: true, message: "is not a Stellar memo" },
  memo_unsupported: { isOfMemo: true, message: "is not possible on this chain" },
}

/** Payout recipients have no memo. */
type DestinationRequest = { chain: string; destinationAddress: string; memo?: string }

/**
 * Checks a destination.
 *
 * @param fields the caller's names for address and memo
 * @throws SandboxError naming the invalid one
 * @see service-interface "Withdrawal quote and withdrawal"
 */
export function checkDestination(
  { withdrawals }: Pick<World, "withdrawals">,
  { chain, destinationAddress, memo }: DestinationRequest,
  fields: { address: string; memo: string }
): void {
  const validation = validateAddress({ chain, address: destinationAddress, memo })
  if (validation.kind === "invalid") {
    const { isOfMemo, message } = PROBLEMS[validation.reason]
    throw invalid({ field: isOfMemo ? fields.memo : fields.address, message })
  }
  if (validation.kind === "valid" && validation.muxed) {
    throw invalid({ field: fields.address, message: "is not an account: a G... address is required" })
  }
  if (memo === undefined && withdrawals.memoAddresses.has(destinationAddress)) {
    throw invalid({ field: fields.memo, message: "is required: this destination is shared" })
  }
}

type PayoutRequest = {
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
