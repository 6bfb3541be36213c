import { assetKey } from "../catalog/tokens"
import { conflict, notFound } from "../sandbox-error"
import type { World } from "../world"
import { invoiceToWire } from "./invoice-view"
import { invoiceEvent, lifecycle, type InvoiceStatus, type InvoiceTrigger } from "./lifecycle"
import type { StoredInvoice } from "./stored-invoice"

/**
 * Takes one step of the lifecycle and announces it by webhook. Money of an invoice that ends unpaid goes to
 * recovery; that of a paid one is for the caller to settle.
 *
 * @throws SandboxError when the lifecycle has no such step
 */
export function takeStep(world: World, invoice: StoredInvoice, trigger: InvoiceTrigger): void {
  const next = lifecycle[invoice.status][trigger]
  if (!next) throw conflict(`invoice ${invoice.id} is ${invoice.status}: "${trigger}" is not possible`)
  invoice.status = next
  if (isLost(next)) recoverFunds(world, invoice)
  announceInvoice(world, invoice, trigger)
}

/** What was received towards an invoice that comes to nothing waits for recovery. */
function recoverFunds({ ledger }: World, { id, asset, receivedBaseUnits, status }: StoredInvoice): void {
  const move = { asset: assetKey(asset), baseUnits: receivedBaseUnits, reference: id }
  ledger.move({ ...move, from: "awaiting", to: "recovery", reason: `invoice_${status}` })
}

function isLost(status: InvoiceStatus): boolean {
  return status === "expired" || status === "failed" || status === "cancelled"
}

/** Announces what happened to an invoice, also when its status says the same as before. */
export function announceInvoice(world: World, invoice: StoredInvoice, trigger: InvoiceTrigger): void {
  world.webhooks.announce(
    invoiceEvent(trigger, world.assumptions),
    invoice.id,
    invoiceToWire(invoice, "with_progress", world.assumptions)
  )
}

/** @throws SandboxError */
export function requireInvoice(world: World, id: string): StoredInvoice {
  const invoice = world.invoices.find(id)
  if (!invoice) throw notFound(`invoice ${id}`)
  return invoice
}
