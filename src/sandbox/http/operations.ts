import { wrapResource, type EndpointName } from "../../gateway/contract"
import { networkList, tokenList } from "../catalog/catalog-view"
import { createInvoice } from "../invoices/invoice-creation"
import { invoiceList } from "../invoices/invoice-listing"
import { requireInvoice } from "../invoices/invoice-steps"
import { invoiceToWire, type InvoiceDetail } from "../invoices/invoice-view"
import type { StoredInvoice } from "../invoices/stored-invoice"
import type { World } from "../world"
import type { Reply } from "./reply"

/** A call that has passed authentication. */
export type Call = {
  world: World
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: unknown
}

/** What each endpoint does. Operations are synchronous, so an effect happens whole or not at all. */
export const operations: Record<EndpointName, (call: Call) => Reply> = {
  createInvoice: ({ world, body }) => oneInvoice(world, createInvoice(world, body), "canonical", 201),
  getInvoice: ({ world, params }) => oneInvoice(world, invoiceOf(world, params), "canonical"),
  getInvoiceProgress: ({ world, params }) => oneInvoice(world, invoiceOf(world, params), "with_progress"),
  listInvoices: ({ world, query }) => ok(invoiceList(world.invoices.all(), query, world.assumptions)),
  listNetworks: ({ world }) => ok(networkList(world.catalog, world.assumptions)),
  listSupportedNetworks: ({ world }) => ok(networkList(world.catalog, world.assumptions)),
  listTokens: ({ world, query }) => ok(tokenList(world.catalog, query["networkId"], world.assumptions)),
}

function ok(body: unknown): Reply {
  return { status: 200, body }
}

function invoiceOf(world: World, params: Call["params"]): StoredInvoice {
  return requireInvoice(world, params["invoiceId"] ?? "")
}

function oneInvoice(world: World, invoice: StoredInvoice, detail: InvoiceDetail, status = 200): Reply {
  return { status, body: wrapResource(invoiceToWire(invoice, detail, world.assumptions), world.assumptions) }
}
