import { assetKey, type CatalogToken } from "../catalog/tokens"
import type { Account } from "../ledger/ledger"
import type { PayoutPlan } from "../payouts/payout-plan"
import type { World } from "../world"

/** Money that has just become the business's own. Amounts are base units of `asset`. */
export type Settlement = {
  asset: CatalogToken
  /** Where the gross amount lies now. */
  from: Extract<Account, "awaiting" | "review">
  grossBaseUnits: bigint
  feeBaseUnits: bigint
  /** Identifier of the invoice or deposit. */
  reference: string
  /** Splits the net amount among recipients once it is swept. */
  payout?: PayoutPlan
}

/**
 * Keeps the fee and makes the rest available: withdrawable at once, in the treasury after a sweep.
 *
 * @see service-interface "States and transitions"
 */
export function settleFunds(world: World, settlement: Settlement): void {
  const { from, grossBaseUnits, feeBaseUnits, reference } = settlement
  const { business, clock, ledger, agenda } = world
  const asset = assetKey(settlement.asset)
  const netBaseUnits = grossBaseUnits - feeBaseUnits
  ledger.move({ asset, from, to: "fees", baseUnits: feeBaseUnits, reason: "invoice_fee", reference })
  ledger.move({ asset, from, to: "sweeping", baseUnits: netBaseUnits, reason: "settled", reference })
  agenda.schedule(clock.now() + business.sweepDelayMs, () => {
    ledger.move({
      asset,
      from: "sweeping",
      to: "treasury",
      baseUnits: netBaseUnits,
      reason: "swept",
      reference,
    })
  })
}
