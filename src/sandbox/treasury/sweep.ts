import { sweepGas } from "../billing/gas-price"
import { runSponsored } from "../billing/sponsored-operation"
import { assetKey, type CatalogToken } from "../catalog/tokens"
import type { StoredInvoice } from "../invoices/stored-invoice"
import { startPayout } from "../payouts/payout-start"
import type { Leg } from "../payouts/shares"
import { continueWaiting } from "../withdrawals/withdrawal-progress"
import type { World } from "../world"

/** Money on its way from a receiving address to the treasury. */
export type Sweep = {
  asset: CatalogToken
  /** What the treasury gets, in base units, beside what is promised to recipients. */
  baseUnits: bigint
  /** Identifier of the invoice or deposit. */
  reference: string
  /** Whose payout follows. */
  invoice: StoredInvoice | undefined
  legs: readonly Leg[]
}

/** Sweeps after the business's delay, and once the gas of it is covered. */
export function scheduleSweep(world: World, sweep: Sweep): void {
  const { agenda, clock, business } = world
  agenda.schedule(clock.now() + business.sweepDelayMs, () => {
    const run = () => makeAvailable(world, sweep)
    runSponsored(world, { reference: sweep.reference, gas: sweepGas(sweep.asset), run })
  })
}

/** Puts what is swept, or was received there, into the treasury. The payout comes first, then who waits. */
export function makeAvailable(world: World, { asset, baseUnits, reference, invoice, legs }: Sweep): void {
  const move = { asset: assetKey(asset), baseUnits, reference, reason: "swept" }
  world.ledger.move({ ...move, from: "sweeping", to: "treasury" })
  if (invoice) startPayout(world, invoice, legs)
  continueWaiting(world, asset)
}
