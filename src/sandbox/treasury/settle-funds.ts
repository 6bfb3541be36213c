import { assetKey, type CatalogToken } from "../catalog/tokens"
import type { StoredInvoice } from "../invoices/stored-invoice"
import type { Account } from "../ledger/ledger"
import type { PayoutPlan } from "../payouts/payout-plan"
import { split, totalOf, type Leg } from "../payouts/shares"
import { requireInvoice } from "../invoices/invoice-steps"
import type { World } from "../world"
import { makeAvailable, scheduleSweep } from "./sweep"

/** Money that has just become the business's own. Amounts are base units of `asset`. */
export type Settlement = {
  asset: CatalogToken
  /** Where the gross amount lies now. */
  from: Extract<Account, "awaiting" | "review">
  grossBaseUnits: bigint
  feeBaseUnits: bigint
  /** Identifier of the invoice or deposit. */
  reference: string
  /** What brought the money, where it was one transfer. What lies in the treasury needs no sweep. */
  transaction?: { txHash: string; toAddress: string }
  /** Splits the net amount of the invoice `reference` among recipients once it is swept. */
  payout?: PayoutPlan
}

/**
 * Keeps the fee and makes the rest available: withdrawable at once, in the treasury after a sweep.
 *
 * @see service-interface "States and transitions"
 */
export function settleFunds(world: World, settlement: Settlement): void {
  const { from, grossBaseUnits, feeBaseUnits, reference, transaction } = settlement
  const { ledger, receivers } = world
  const move = { asset: assetKey(settlement.asset), reference, txHash: transaction?.txHash }
  const invoice = settlement.payout && requireInvoice(world, reference)
  const legs = invoice ? payoutLegs(settlement, invoice) : []
  const netBaseUnits = grossBaseUnits - feeBaseUnits
  ledger.move({ ...move, from, to: "sweeping", baseUnits: grossBaseUnits, reason: "settled" })
  ledger.move({ ...move, from: "sweeping", to: "fees", baseUnits: feeBaseUnits, reason: "invoice_fee" })
  ledger.move({ ...move, from: "sweeping", to: "routing", baseUnits: totalOf(legs), reason: "promised" })
  const sweep = { asset: settlement.asset, baseUnits: netBaseUnits - totalOf(legs), reference, invoice, legs }
  if (transaction?.toAddress === receivers.treasuryAddress) makeAvailable(world, sweep)
  else scheduleSweep(world, sweep)
}

/** Recipients share in what the invoice asked for; what came beyond that stays, as it may be the payer's. */
function payoutLegs({ payout, grossBaseUnits, feeBaseUnits }: Settlement, invoice: StoredInvoice): Leg[] {
  const netBaseUnits = grossBaseUnits - feeBaseUnits
  const { amountBaseUnits } = invoice
  const isOver = grossBaseUnits > amountBaseUnits
  const sharedBaseUnits = isOver ? (netBaseUnits * amountBaseUnits) / grossBaseUnits : netBaseUnits
  return split(sharedBaseUnits, payout?.recipients ?? [])
}
