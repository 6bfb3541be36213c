import type { Assumptions } from "../../gateway/assumptions"
import { conflict, notFound } from "../sandbox-error"
import type { World } from "../world"
import { invoiceToWire } from "./invoice-view"
import { invoiceEvents, lifecycle, type InvoiceTrigger } from "./lifecycle"
import type { StoredInvoice } from "./stored-invoice"

/**
 * Takes one step of the lifecycle and announces it by webhook.
 *
 * @throws SandboxError when the lifecycle has no such step
 */
export function takeStep(world: World, invoice: StoredInvoice, trigger: InvoiceTrigger): void {
  const next = lifecycle[invoice.status][trigger]
  if (!next) throw conflict(`invoice ${invoice.id} is ${invoice.status}: "${trigger}" is not possible`)
  invoice.status = next
  announceInvoice(world, invoice, trigger)
}

/** Announces what happened to an invoice, also when its status says the same as before. */
export function announceInvoice(world: World, invoice: StoredInvoice, trigger: InvoiceTrigger): void {
  world.webhooks.announce(
    eventToWire(invoiceEvents[trigger], world.assumptions),
    invoice.id,
    invoiceToWire(invoice, "with_progress", world.assumptions)
  )
}

/** UNDOCUMENTED: the names of invoice events beside `invoice.paid`. */
function eventToWire(event: (typeof invoiceEvents)[InvoiceTrigger], { events }: Assumptions): string {
  const name = event.slice("invoice.".length)
  return `invoice.${Object.entries(events.invoice).find(([ours]) => ours === name)?.[1] ?? name}`
}

/** @throws SandboxError */
export function requireInvoice(world: World, id: string): StoredInvoice {
  const invoice = world.invoices.find(id)
  if (!invoice) throw notFound(`invoice ${id}`)
  return invoice
}
