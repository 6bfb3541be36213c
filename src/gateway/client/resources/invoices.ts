import { namesAnotherAsset } from "../../asset"
import {
  createInvoiceRequestSchema,
  parseInvoice,
  parseInvoiceRecord,
  type CreateInvoiceRequest,
  type Invoice,
} from "../../contract/invoice"
import type { Connection } from "../connection"
import type { Listing } from "../pages"
import { ANOTHER_RAIL, anotherThan, checkRequest } from "../interpretation"
import type { Mutation } from "../request"

export type InvoiceCalls = {
  /**
   * Opens an invoice. Takes the payout key when it has payout recipients.
   *
   * @throws GatewayError RAIL_MISMATCH when the invoice is for another rail: do not show its address
   */
  createInvoice(request: CreateInvoiceRequest, call: Mutation): Promise<Invoice>
  /** Fetches the canonical invoice, the one that decides. */
  getInvoice(invoiceId: string): Promise<Invoice>
  /** Fetches the invoice with its `confirmationProgress`, for display only. */
  getInvoiceProgress(invoiceId: string): Promise<Invoice>
  listInvoices(filter?: { status?: string }): Listing<Invoice>
}

export function invoiceCalls({ send, walk }: Connection): InvoiceCalls {
  const fetchOne = (name: "getInvoice" | "getInvoiceProgress", invoiceId: string) =>
    send(name, { params: { invoiceId } }, parseInvoice, ({ id }) =>
      id === invoiceId ? null : anotherThan("invoice")
    )
  return {
    createInvoice: async (request, { idempotencyKey }) => {
      const body = checkRequest("createInvoice", createInvoiceRequestSchema, request)
      return send("createInvoice", { body, idempotencyKey }, parseInvoice, (invoice) =>
        namesAnotherAsset(invoice, body) ? ANOTHER_RAIL : null
      )
    },
    getInvoice: (invoiceId) => fetchOne("getInvoice", invoiceId),
    getInvoiceProgress: (invoiceId) => fetchOne("getInvoiceProgress", invoiceId),
    listInvoices: ({ status } = {}) => walk("listInvoices", parseInvoiceRecord, { status }),
  }
}
