import { assignDepositRequestSchema } from "../../gateway/contract"
import { assetKey } from "../catalog/tokens"
import { requireIntent, takeIntentStep } from "../intents/intent-steps"
import type { StoredIntent } from "../intents/stored-intent"
import { announceInvoice, requireInvoice } from "../invoices/invoice-steps"
import type { StoredInvoice } from "../invoices/stored-invoice"
import { conflict, parseInput } from "../sandbox-error"
import { settleFunds } from "../treasury/settle-funds"
import type { World } from "../world"
import { feeOfDeposit } from "./deposit-funds"
import { checkDepositStep, takeDepositStep } from "./deposit-steps"
import { payoutOf } from "./intent-payout"
import type { StoredDeposit } from "./stored-deposit"
import { isWithinTolerance } from "./tolerance"

/**
 * Gives a deposit to the order of an intent. Its invoice, paid already, now says whose it is.
 *
 * @returns that invoice
 * @throws SandboxError 404 for an intent that does not exist, 409 for one the deposit does not fit
 * @see service-interface "Deposit review"
 */
export function assignDeposit(world: World, deposit: StoredDeposit, body: unknown): StoredInvoice {
  const { intentId } = parseInput(assignDepositRequestSchema, body)
  checkDepositStep(deposit, "assign")
  const feeBaseUnits = feeOfDeposit(world, deposit)
  const intent = requireIntent(world, intentId)
  checkFit(world, deposit, intent)
  const invoice = requireInvoice(world, deposit.invoiceId ?? "")

  invoice.amount = intent.expectedAmount
  invoice.amountBaseUnits = intent.expectedBaseUnits
  invoice.autoDepositAssignmentStatus = "matched"
  invoice.externalOrderId = intent.externalOrderId
  deposit.assignmentStatus = "matched"
  deposit.expectedIntent = intent
  takeIntentStep(intent, "deposit_assigned")
  settleFunds(world, {
    asset: deposit.asset,
    from: "review",
    grossBaseUnits: deposit.amountBaseUnits,
    transaction: deposit.transaction,
    feeBaseUnits,
    reference: invoice.id,
    payout: payoutOf(intent, deposit.amountBaseUnits),
  })
  takeDepositStep(world, deposit, "assign")
  announceInvoice(world, invoice, "settled_exact")
  return invoice
}

/** @throws SandboxError saying what does not fit */
function checkFit({ business }: World, deposit: StoredDeposit, intent: StoredIntent): void {
  const { id, customerId, asset, amountBaseUnits } = deposit
  const refused = (why: string) => conflict(`deposit ${id} does not fit intent ${intent.id}: ${why}`)
  if (intent.status !== "active") throw refused(`the intent is ${intent.status}`)
  if (intent.customerId !== customerId) throw refused("they are not of the same customer")
  if (intent.asset.networkId !== asset.networkId) throw refused("they are not on the same network")
  if (assetKey(intent.asset) !== assetKey(asset)) throw refused("they are not of the same asset")
  if (!isWithinTolerance(amountBaseUnits, intent.expectedBaseUnits, business.depositToleranceBps)) {
    throw refused("the amount is outside the tolerance")
  }
}
