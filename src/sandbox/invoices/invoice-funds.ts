import { currentPlan } from "../billing/current-plan"
import { invoiceFee } from "../billing/invoice-fee"
import { settleFunds } from "../treasury/settle-funds"
import type { World } from "../world"
import type { StoredInvoice } from "./stored-invoice"

/**
 * Makes what an invoice brought the business's own, at the fee of the plan of this moment.
 *
 * A payment that lacks something, within the tolerance, starts no payout.
 *
 * @see service-interface "Billing and gas", rule 1, and "Invoice"
 */
export function settleInvoice(world: World, invoice: StoredInvoice): void {
  const { id, asset, receiver, completion, amountBaseUnits, receivedBaseUnits } = invoice
  const feeBaseUnits = invoiceFee(receivedBaseUnits, asset, currentPlan(world))
  settleFunds(world, {
    asset,
    from: "awaiting",
    grossBaseUnits: receivedBaseUnits,
    // The plan may have become a dearer one since the invoice was made; it can take no more than there is.
    feeBaseUnits: feeBaseUnits < receivedBaseUnits ? feeBaseUnits : receivedBaseUnits,
    reference: id,
    transaction: { txHash: completion?.txHash ?? "", toAddress: receiver.address ?? "" },
    payout: receivedBaseUnits >= amountBaseUnits ? invoice.payout : undefined,
  })
}
