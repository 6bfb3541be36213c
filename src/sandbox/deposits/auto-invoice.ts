import { formatAmount } from "../../gateway/amount"
import type { StoredIntent } from "../intents/stored-intent"
import { takeStep } from "../invoices/invoice-steps"
import type { Receiver, StoredInvoice } from "../invoices/stored-invoice"
import type { World } from "../world"
import type { ObservedDeposit } from "./stored-deposit"

/** What the invoice of a deposit says about its order. */
type Assignment = {
  /** Undefined in the mode that never assigns. */
  status: StoredInvoice["autoDepositAssignmentStatus"]
  /** The intent the deposit belongs to for certain. */
  intent?: StoredIntent
}

/**
 * Records a deposit as an invoice that is paid from the beginning, and announces it.
 *
 * It asks for what the intent asked for, or for what came when no intent is certain.
 *
 * @see service-interface "Auto Deposit Intent"
 */
export function createAutoInvoice(
  world: World,
  deposit: ObservedDeposit,
  { status, intent }: Assignment
): StoredInvoice {
  const { network, asset, amountBaseUnits, transaction, customerId } = deposit
  const { chain, networkId, token } = asset
  const { finality } = network
  const invoice: StoredInvoice = {
    id: world.identifiers.id("inv"),
    rail: { chain, networkId, token },
    network,
    asset,
    amount: intent?.expectedAmount ?? formatAmount(amountBaseUnits, asset.decimals),
    amountBaseUnits: intent?.expectedBaseUnits ?? amountBaseUnits,
    expiresAtMs: undefined,
    receiver: receiverOf(deposit),
    payout: intent?.payout,
    customerId,
    depositId: deposit.id,
    autoDepositAssignmentStatus: status,
    externalOrderId: intent?.externalOrderId,
    status: "pending",
    receivedBaseUnits: amountBaseUnits,
    completion: {
      txHash: transaction.txHash,
      confirmations: finality.kind === "ledger" ? 1 : finality.requiredConfirmations,
    },
  }
  world.invoices.add(invoice)
  const isOver = invoice.receivedBaseUnits > invoice.amountBaseUnits
  takeStep(world, invoice, isOver ? "settled_over" : "settled_exact")
  return invoice
}

/** Where the money really went. A memo counts only at the treasury. */
function receiverOf({ transaction: { toAddress, memo }, namedIntentId }: ObservedDeposit): Receiver {
  if (namedIntentId === undefined || memo === null) return { address: toAddress }
  return { address: toAddress, receiveMode: "memo_required", memoId: memo }
}
