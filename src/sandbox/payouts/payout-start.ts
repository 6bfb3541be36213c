import { countPayout, payoutFee } from "../billing/payout-quota"
import { assetKey } from "../catalog/tokens"
import type { StoredInvoice } from "../invoices/stored-invoice"
import { openWithdrawal } from "../withdrawals/withdrawal-creation"
import { endWithdrawal, scheduleStep } from "../withdrawals/withdrawal-progress"
import type { World } from "../world"
import type { Leg } from "./shares"

/**
 * Starts one withdrawal for each leg of an invoice's payout. Its money waits in the account `routing`.
 *
 * A leg that its fee would eat up fails at once and does not count against the quota.
 *
 * @see service-interface "Payout route" and "Limits", 4
 */
export function startPayout(world: World, invoice: StoredInvoice, legs: readonly Leg[]): void {
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
