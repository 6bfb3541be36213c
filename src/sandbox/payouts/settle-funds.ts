import { countPayout, payoutFee } from "../billing/fees"
import { runSponsored } from "../billing/gas-credit"
import { sweepGas } from "../billing/gas-price"
import { assetKey, type CatalogToken } from "../catalog/tokens"
import type { StoredInvoice } from "../invoices/stored-invoice"
import type { Account } from "../ledger/ledger"
import { openWithdrawal } from "../withdrawals/withdrawal-creation"
import { continueWaiting, endWithdrawal, scheduleStep } from "../withdrawals/withdrawal-progress"
import type { World } from "../world"
import type { PayoutPlan } from "./payout-route"
import { split, totalOf, type Leg } from "./recipients"

/** Money that has just become the business's own. Amounts are base units of `asset`. */
export type Settlement = {
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
 * Takes the fee and makes the rest withdrawable: at once in the treasury, else after a sweep.
 *
 * @see service-interface "States and transitions"
 */
export function settleFunds(world: World, settlement: Settlement): void {
  const { from, grossBaseUnits, feeBaseUnits, reference, transaction } = settlement
  const { ledger, receivers } = world
  const move = { asset: assetKey(settlement.asset), reference, txHash: transaction?.txHash }
  const invoice = settlement.payout && world.invoices.get(reference)
  const legs = invoice ? payoutLegs(settlement, invoice) : []
  const netBaseUnits = grossBaseUnits - feeBaseUnits
  ledger.move({ ...move, from, to: "sweeping", baseUnits: grossBaseUnits, reason: "settled" })
  ledger.move({ ...move, from: "sweeping", to: "fees", baseUnits: feeBaseUnits, reason: "invoice_fee" })
  ledger.move({ ...move, from: "sweeping", to: "routing", baseUnits: totalOf(legs), reason: "promised" })
  const sweep = { asset: settlement.asset, baseUnits: netBaseUnits - totalOf(legs), reference, invoice, legs }
  if (transaction?.toAddress === receivers.treasuryAddress) makeAvailable(world, sweep)
  else scheduleSweep(world, sweep)
}

/** Recipients share the invoice amount; a surplus may be the payer's and stays. */
function payoutLegs({ payout, grossBaseUnits, feeBaseUnits }: Settlement, invoice: StoredInvoice): Leg[] {
  const netBaseUnits = grossBaseUnits - feeBaseUnits
  const { amountBaseUnits } = invoice
  const isOver = grossBaseUnits > amountBaseUnits
  const sharedBaseUnits = isOver ? (netBaseUnits * amountBaseUnits) / grossBaseUnits : netBaseUnits
  return split(sharedBaseUnits, payout?.recipients ?? [])
}

export type Sweep = {
  asset: CatalogToken
  /** Base units for the treasury, without the recipients' part. */
  baseUnits: bigint
  /** Id of the invoice or deposit. */
  reference: string
  /** The invoice whose payout follows. */
  invoice: StoredInvoice | undefined
  legs: readonly Leg[]
}

/** Sweeps after the business's delay, once its gas is covered. */
function scheduleSweep(world: World, sweep: Sweep): void {
  const { agenda, clock, business } = world
  agenda.schedule(clock.now() + business.sweepDelayMs, () => {
    const run = () => makeAvailable(world, sweep)
    runSponsored(world, { reference: sweep.reference, gas: sweepGas(sweep.asset), run })
  })
}

/** The payout comes first, then withdrawals that wait. */
function makeAvailable(world: World, { asset, baseUnits, reference, invoice, legs }: Sweep): void {
  const move = { asset: assetKey(asset), baseUnits, reference, reason: "swept" }
  world.ledger.move({ ...move, from: "sweeping", to: "treasury" })
  if (invoice) startPayout(world, invoice, legs)
  continueWaiting(world, asset)
}

/**
 * Opens one withdrawal per leg of a payout, funded from `routing`. A leg smaller than its fee fails at once
 * and does not count against the quota.
 *
 * @see service-interface "Payout route" and "Limits", 4
 */
function startPayout(world: World, invoice: StoredInvoice, legs: readonly Leg[]): void {
  for (const leg of legs) startLeg(world, invoice, leg)
}

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
