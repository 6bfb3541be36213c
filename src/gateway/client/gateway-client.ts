import { parseNetwork, parseToken, type Network, type Token } from "../contract/catalog"
import type { EndpointName } from "../contract/endpoints"
import { createInvoiceRequestSchema, parseInvoice, parseInvoiceRecord } from "../contract/invoice"
import type { CreateInvoiceRequest, Invoice } from "../contract/invoice"
import { unwrapList, type WireRecord } from "../contract/resource"
import { createCaller } from "./caller"
import { resolveClientOptions, type GatewayClientOptions } from "./client-options"
import type { Reply } from "./interpretation"
import { collect, walkPages } from "./pages"
import { checkRequest, readReply, unexpectedReply } from "./parsing"
import { buildCall, type CallInput } from "./request"
import { createTransport } from "./transport"

/** The service, one method per endpoint. Every method throws {@link GatewayError} and nothing else. */
export type GatewayClient = {
  /**
   * Opens an invoice.
   *
   * @param call.idempotencyKey one per business action, stored before the call and reused to repeat it
   */
  createInvoice(request: CreateInvoiceRequest, call: { idempotencyKey: string }): Promise<Invoice>
  /** Fetches the canonical invoice: the one that decides. */
  getInvoice(invoiceId: string): Promise<Invoice>
  /** Fetches the invoice with its `confirmationProgress`: the one that informs. */
  getInvoiceProgress(invoiceId: string): Promise<Invoice>
  /** Lists invoices, page after page as they are consumed. */
  listInvoices(filter?: { status?: string }): AsyncIterable<Invoice>
  /** Lists the active networks. */
  listNetworks(): Promise<Network[]>
  /** Lists the networks the service supports publicly. */
  listSupportedNetworks(): Promise<Network[]>
  /** Lists the tokens of every network, or of one. */
  listTokens(filter?: { networkId?: string }): Promise<Token[]>
}

/**
 * Makes a client of the payment service.
 *
 * Calls are repeated as the service allows; calls of one client share its rate limit.
 *
 * @throws GatewayError INVALID_REQUEST for an option that cannot work, naming it
 * @see service-interface "Endpoints", "Retry rules"
 * @example
 * const gateway = createGatewayClient({ baseUrl, businessId, apiKey })
 * const invoice = await gateway.getInvoice("inv_1")
 */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const settings = resolveClientOptions(options)
  const { assumptions } = settings
  const { cursorParam, pageSize } = assumptions.list
  const { retryHeaders } = assumptions.rateLimit
  const call = createCaller({ ...settings, retryHeaders, transport: createTransport(settings) })

  async function send(name: EndpointName, input: CallInput): Promise<Reply> {
    return call(buildCall(name, input, settings))
  }

  async function fetchInvoice(
    name: "getInvoice" | "getInvoiceProgress",
    invoiceId: string
  ): Promise<Invoice> {
    const reply = await send(name, { params: { invoiceId } })
    const invoice = readReply(name, reply, (value) => parseInvoice(value, assumptions))
    if (invoice.id !== invoiceId)
      throw unexpectedReply(name, reply, "this is another invoice than the one asked for")
    return invoice
  }

  function walk<T>(name: EndpointName, parse: (row: WireRecord) => T, query: CallInput["query"] = {}) {
    return walkPages(name, async (cursor) => {
      const reply = await send(name, { query: { ...query, [cursorParam]: cursor } })
      return readReply(name, reply, (value) => {
        const page = unwrapList(value, name, assumptions)
        return { items: page.items.map(parse), nextCursor: page.nextCursor }
      })
    })
  }

  const network = (row: WireRecord) => parseNetwork(row, assumptions)
  const token = (row: WireRecord) => parseToken(row, assumptions)
  const invoice = (row: WireRecord) => parseInvoiceRecord(row, assumptions)

  return {
    createInvoice: async (request, { idempotencyKey }) => {
      const body = checkRequest("createInvoice", createInvoiceRequestSchema, request)
      const reply = await send("createInvoice", { body, idempotencyKey })
      return readReply("createInvoice", reply, (value) => parseInvoice(value, assumptions))
    },
    getInvoice: (invoiceId) => fetchInvoice("getInvoice", invoiceId),
    getInvoiceProgress: (invoiceId) => fetchInvoice("getInvoiceProgress", invoiceId),
    listInvoices: ({ status } = {}) => walk("listInvoices", invoice, { status, limit: String(pageSize) }),
    listNetworks: () => collect(walk("listNetworks", network)),
    listSupportedNetworks: () => collect(walk("listSupportedNetworks", network)),
    listTokens: ({ networkId } = {}) => collect(walk("listTokens", token, { networkId })),
  }
}
