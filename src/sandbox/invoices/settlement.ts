import { formatAmount, isWithinBps } from "../../gateway/amount"
import { currentPlan, invoiceFee } from "../billing/plans"
import { nextBlockAtMs } from "../catalog/catalog"
import { settleFunds } from "../payouts/settle-funds"
import { conflict } from "../sandbox-error"
import type { World } from "../world"
import { takeStep } from "./invoice-operations"
import { isAwaitingBlocks, type StoredInvoice } from "./stored-invoice"

/** Credits received and booked money to an invoice. */
export function creditInvoice(
  world: World,
  invoice: StoredInvoice,
  { amountBaseUnits, txHash }: { amountBaseUnits: bigint; txHash: string }
): void {
  invoice.receivedBaseUnits += amountBaseUnits
  if (isEnough(world, invoice) && !invoice.completion) beginSettlement(world, invoice, txHash)
}

/** Whether the amount is complete, within the business's tolerance. */
function isEnough({ business }: World, { receivedBaseUnits, amountBaseUnits }: StoredInvoice): boolean {
  const isComplete = receivedBaseUnits >= amountBaseUnits
  return isComplete || isWithinBps(receivedBaseUnits, amountBaseUnits, business.underpaymentToleranceBps)
}

/** Starts the way to finality once the amount is complete. */
function beginSettlement(world: World, invoice: StoredInvoice, txHash: string): void {
  invoice.completion = { txHash, confirmations: 0 }
  if (invoice.network.finality.kind === "blocks") takeStep(world, invoice, "payment_seen")
  scheduleBlock(world, invoice, world.clock.now())
}

/**
 * Takes confirmations back, as a chain reorganization does. The payment returns with the next block and is
 * confirmed again.
 *
 * @throws SandboxError for an invoice that is not confirming
 */
export function reorgInvoice(world: World, invoice: StoredInvoice): void {
  takeStep(world, invoice, "reorganized")
  if (invoice.completion) invoice.completion.confirmations = 0
}

/**
 * The next block that brings an invoice closer to its end, epoch milliseconds.
 *
 * @throws SandboxError while the amount is incomplete, as no block helps then
 */
export function nextSettlingBlockAtMs(world: World, invoice: StoredInvoice): number {
  if (isAwaitingBlocks(invoice)) return nextBlockAtMs(invoice.network, world.startMs, world.clock.now())
  const received = formatAmount(invoice.receivedBaseUnits, invoice.asset.decimals)
  throw conflict(`invoice ${invoice.id} is ${invoice.status}, with ${received} of ${invoice.amount} received`)
}

function scheduleBlock(world: World, invoice: StoredInvoice, nowMs: number): void {
  world.agenda.schedule(nextBlockAtMs(invoice.network, world.startMs, nowMs), (atMs) => {
    if (isAwaitingBlocks(invoice)) addBlock(world, invoice, atMs)
  })
}

function addBlock(world: World, invoice: StoredInvoice, atMs: number): void {
  const { network, completion, status } = invoice
  if (!completion) return
  if (status === "pending" && network.finality.kind === "blocks") {
    takeStep(world, invoice, "payment_seen")
    return scheduleBlock(world, invoice, atMs)
  }
  completion.confirmations += 1
  if (
    network.finality.kind === "ledger" ||
    completion.confirmations >= network.finality.requiredConfirmations
  ) {
    takeStep(world, invoice, isOverpaid(invoice) ? "settled_over" : "settled_exact")
    return settleInvoice(world, invoice)
  }
  takeStep(world, invoice, "block_added")
  scheduleBlock(world, invoice, atMs)
}

function isOverpaid(invoice: StoredInvoice): boolean {
  return invoice.receivedBaseUnits > invoice.amountBaseUnits
}

/**
 * Makes the money of an invoice the business's own, at the current plan's fee. A tolerated underpayment
 * starts no payout.
 *
 * @see service-interface "Billing and gas", rule 1, and "Invoice"
 */
function settleInvoice(world: World, invoice: StoredInvoice): void {
  const { id, asset, receiver, completion, amountBaseUnits, receivedBaseUnits } = invoice
  const feeBaseUnits = invoiceFee(receivedBaseUnits, asset, currentPlan(world))
  settleFunds(world, {
    asset,
    from: "awaiting",
    grossBaseUnits: receivedBaseUnits,
    // The plan may have become more expensive since; the fee takes no more than was received.
    feeBaseUnits: feeBaseUnits < receivedBaseUnits ? feeBaseUnits : receivedBaseUnits,
    reference: id,
    transaction: { txHash: completion?.txHash ?? "", toAddress: receiver.address ?? "" },
    payout: receivedBaseUnits >= amountBaseUnits ? invoice.payout : undefined,
  })
}
