import { toUsdUnits, valueInUsdUnits } from "../billing/usd-value"
import type { CatalogToken } from "../catalog/tokens"
import { SandboxError } from "../sandbox-error"
import type { World } from "../world"

/**
 * Refuses what the policy of the payout key does not allow.
 *
 * @throws SandboxError 403
 * @see service-interface "Authentication", 3
 */
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

/** A hex address means the same in any case. */
function isSameAddress(left: string, right: string): boolean {
  if (!left.startsWith("0x")) return left === right
  return left.toLowerCase() === right.toLowerCase()
}

function refused(what: string): SandboxError {
  return new SandboxError(403, "FORBIDDEN", `the policy of the payout key does not allow ${what}`)
}
