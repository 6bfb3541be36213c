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
import { checkRequest, unexpectedReply } from "../parsing"
import type { Mutation } from "./mutation"

export type InvoiceCalls = {
  /**
   * Opens an invoice. With payout recipients it takes the payout key.
   *
   * @throws GatewayError RAIL_MISMATCH when the invoice is for another rail than asked for: do not show its address
   */
  createInvoice(request: CreateInvoiceRequest, call: Mutation): Promise<Invoice>
  /** Fetches the canonical invoice: the one that decides. */
  getInvoice(invoiceId: string): Promise<Invoice>
  /** Fetches the invoice with its `confirmationProgress`: the one that informs. */
  getInvoiceProgress(invoiceId: string): Promise<Invoice>
  /** Lists invoices, page after page as they are consumed. */
  listInvoices(filter?: { status?: string }): Listing<Invoice>
}

export function invoiceCalls({ send, walk }: Connection): InvoiceCalls {
  const fetchOne = async (name: "getInvoice" | "getInvoiceProgress", invoiceId: string) => {
    const { value, reply } = await send(name, { params: { invoiceId } }, parseInvoice)
    if (value.id === invoiceId) return value
    throw unexpectedReply(name, reply, "this is another invoice than the one asked for")
  }
  return {
    createInvoice: async (request, { idempotencyKey }) => {
      const body = checkRequest("createInvoice", createInvoiceRequestSchema, request)
      const { value, reply } = await send("createInvoice", { body, idempotencyKey }, parseInvoice)
      if (!namesAnotherAsset(value, body)) return value
      throw unexpectedReply("createInvoice", reply, "it is for another rail than asked for", "RAIL_MISMATCH")
    },
    getInvoice: (invoiceId) => fetchOne("getInvoice", invoiceId),
    getInvoiceProgress: (invoiceId) => fetchOne("getInvoiceProgress", invoiceId),
    listInvoices: ({ status } = {}) => walk("listInvoices", parseInvoiceRecord, { status }),
  }
}
