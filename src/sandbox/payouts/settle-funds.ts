import { countPayout, payoutFee } from "../billing/plans"
import { runSponsored } from "../billing/gas-credit"
import { sweepGas } from "../billing/gas-price"
import { assetKey, type CatalogToken } from "../catalog/catalog"
import type { StoredInvoice } from "../invoices/stored-invoice"
import type { Account } from "../ledger/ledger"
import { openWithdrawal } from "../withdrawals/withdrawal-creation"
import { continueWaiting, endWithdrawal, scheduleStep } from "../withdrawals/withdrawal-progress"
import type { World } from "../world"
import type { PayoutPlan } from "./payout-route"
import { type Leg, split, totalOf } from "./payout-request"

/** Money that has just become the business's own. Amounts are base units of `asset`. */
type Settlement = {
  asset: CatalogToken
  /** Where the gross amount is. */
  from: Extract<Account, "awaiting" | "review">
  grossBaseUnits: bigint
  feeBaseUnits: bigint
  /** Id of the invoice or deposit. */
  reference: string
  /** Set for a single transfer: money already in the treasury needs no sweep. */
  transaction?: { txHash: string; toAddress: string }
  /** Splits the net amount among recipients after the sweep. */
  payout?: PayoutPlan
}

/**
 * Takes the fee and makes the rest withdrawable: at once in the treasury, else after a sweep, once its gas is
 * covered. The payout comes before withdrawals that wait.
 *
 * @see service-interface "States and transitions"
 */
export function settleFunds(world: World, settlement: Settlement): void {
  const { asset, from, grossBaseUnits, feeBaseUnits, reference, transaction } = settlement
  const { agenda, business, clock, ledger, receivers } = world
  const move = { asset: assetKey(asset), reference, txHash: transaction?.txHash }
  const invoice = settlement.payout && world.invoices.get(reference)
  const legs = invoice ? payoutLegs(settlement, invoice) : []
  const promised = totalOf(legs)
  ledger.move({ ...move, from, to: "sweeping", baseUnits: grossBaseUnits, reason: "settled" })
  ledger.move({ ...move, from: "sweeping", to: "fees", baseUnits: feeBaseUnits, reason: "invoice_fee" })
  ledger.move({ ...move, from: "sweeping", to: "routing", baseUnits: promised, reason: "promised" })
  const run = () => {
    const swept = { asset: move.asset, reference, baseUnits: grossBaseUnits - feeBaseUnits - promised }
    ledger.move({ ...swept, from: "sweeping", to: "treasury", reason: "swept" })
    if (invoice) for (const leg of legs) startLeg(world, invoice, leg)
    continueWaiting(world, asset)
  }
  if (transaction?.toAddress === receivers.treasuryAddress) return run()
  agenda.schedule(clock.now() + business.sweepDelayMs, () =>
    runSponsored(world, { reference, gas: sweepGas(asset), run })
  )
}

/** Recipients share the invoice amount; a surplus may be the payer's and stays. */
function payoutLegs({ payout, grossBaseUnits, feeBaseUnits }: Settlement, invoice: StoredInvoice): Leg[] {
  const netBaseUnits = grossBaseUnits - feeBaseUnits
  const { amountBaseUnits } = invoice
  const isOver = grossBaseUnits > amountBaseUnits
  const sharedBaseUnits = isOver ? (netBaseUnits * amountBaseUnits) / grossBaseUnits : netBaseUnits
  return split(sharedBaseUnits, payout?.recipients ?? [])
}

/**
 * Opens the withdrawal of a leg, funded from `routing`. A leg smaller than its fee fails at once and does not
 * count against the quota.
 *
 * @see service-interface "Payout route" and "Limits", 4
 */
function startLeg(world: World, invoice: StoredInvoice, { recipient, baseUnits }: Leg): void {
  const { id: invoiceId, rail, network, asset } = invoice
  const { destinationAddress } = recipient
  const feeBaseUnits = payoutFee(world, asset)
  const terms = { rail, network, asset, amountBaseUnits: baseUnits, feeBaseUnits, destinationAddress }
  const withdrawal = openWithdrawal(world, "payout_leg", terms, { invoiceId })
  world.ledger.move({
    ...{ asset: assetKey(asset), from: "routing", to: "reserved", baseUnits },
    ...{ reason: "payout_reserved", reference: withdrawal.id },
  })
  withdrawal.isFunded = true
  if (baseUnits <= feeBaseUnits) {
    return endWithdrawal(world, withdrawal, "failed", "the leg does not cover its fee")
  }
  countPayout(world)
  scheduleStep(world, withdrawal)
}
