import { formatAmount } from "../../gateway/amount"
import { nextBlockAtMs } from "../catalog/catalog"
import { conflict } from "../sandbox-error"
import type { World } from "../world"
import { settleInvoice } from "./invoice-funds"
import { takeStep } from "./invoice-steps"
import { isAwaitingBlocks, type StoredInvoice } from "./stored-invoice"

/** Counts money that has arrived, and is booked, towards an invoice. */
export function creditInvoice(
  world: World,
  invoice: StoredInvoice,
  { amountBaseUnits, txHash }: { amountBaseUnits: bigint; txHash: string }
): void {
  invoice.receivedBaseUnits += amountBaseUnits
  if (isEnough(world, invoice) && !invoice.completion) beginSettlement(world, invoice, txHash)
}

/** Whether nothing is missing, or no more than the business tolerates. */
function isEnough({ business }: World, { receivedBaseUnits, amountBaseUnits }: StoredInvoice): boolean {
  const missing = amountBaseUnits - receivedBaseUnits
  return missing * 10_000n <= amountBaseUnits * BigInt(business.underpaymentToleranceBps)
}

/** Starts the way to finality of an invoice whose amount has just become complete. */
function beginSettlement(world: World, invoice: StoredInvoice, txHash: string): void {
  invoice.completion = { txHash, confirmations: 0 }
  if (invoice.network.finality.kind === "blocks") takeStep(world, invoice, "payment_seen")
  scheduleBlock(world, invoice, world.clock.now())
}

/**
 * Takes the confirmations of a payment back, as a reorganization of its chain does. The payment comes again with
 * the next block and is confirmed anew.
 *
 * @throws SandboxError for an invoice that is not confirming
 */
export function reorgInvoice(world: World, invoice: StoredInvoice): void {
  takeStep(world, invoice, "reorganized")
  if (invoice.completion) invoice.completion.confirmations = 0
}

/**
 * Instant of the next block that brings an invoice closer to its end.
 *
 * @throws SandboxError when the amount is not complete, as no block will help then
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
