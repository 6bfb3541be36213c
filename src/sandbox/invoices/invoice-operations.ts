import { writtenStatus, type EndpointName } from "../../gateway/contract"
import { listReply } from "../http/list-reply"
import { resourceReply, type Call, type Operation } from "../http/operation"
import { createInvoice } from "./invoice-creation"
import { invoiceToWire, type InvoiceDetail } from "./invoice-steps"
import type { StoredInvoice } from "./stored-invoice"

export const invoiceOperations = {
  createInvoice: (call) => oneInvoice(call, createInvoice(call.world, call.body), "canonical", 201),
  getInvoice: (call) => oneInvoice(call, invoiceOf(call), "canonical"),
  getInvoiceProgress: (call) => oneInvoice(call, invoiceOf(call), "with_progress"),
  listInvoices: (call) => {
    const { assumptions, invoices } = call.world
    const status = call.query["status"]
    return listReply(call, {
      kind: "invoice",
      rows: invoices.newestFirst(),
      keyOf: (invoice) => invoice.id,
      isWanted: (invoice) =>
        status === undefined || writtenStatus("invoice", invoice.status, assumptions) === status,
      toWire: (invoice) => invoiceToWire(invoice, "canonical", assumptions),
    })
  },
} satisfies Partial<Record<EndpointName, Operation>>

function invoiceOf({ world, params }: Call): StoredInvoice {
  return world.invoices.get(params["invoiceId"] ?? "")
}

function oneInvoice({ world }: Call, invoice: StoredInvoice, detail: InvoiceDetail, status = 200) {
  return resourceReply(world, "invoice", invoiceToWire(invoice, detail, world.assumptions), status)
}
