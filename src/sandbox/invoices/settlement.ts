import { formatAmount } from "../../gateway/amount"
import { nextBlockAtMs } from "../catalog/catalog"
import { conflict } from "../sandbox-error"
import type { World } from "../world"
import { takeStep } from "./invoice-steps"
import { isAwaitingBlocks, type StoredInvoice } from "./stored-invoice"

/** Starts the way to finality of an invoice whose amount has just become complete. */
export function beginSettlement(world: World, invoice: StoredInvoice, txHash: string): void {
  invoice.completion = { txHash, confirmations: 0 }
  if (invoice.network.finality.kind === "blocks") takeStep(world, invoice, "payment_seen")
  scheduleBlock(world, invoice, world.clock.now())
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
  const { finality } = invoice.network
  const confirmations = (invoice.completion?.confirmations ?? 0) + 1
  if (invoice.completion) invoice.completion.confirmations = confirmations
  if (finality.kind === "ledger" || confirmations >= finality.requiredConfirmations) {
    takeStep(world, invoice, isOverpaid(invoice) ? "settled_over" : "settled_exact")
    return
  }
  takeStep(world, invoice, "block_added")
  scheduleBlock(world, invoice, atMs)
}

function isOverpaid(invoice: StoredInvoice): boolean {
  return invoice.receivedBaseUnits > invoice.amountBaseUnits
}
