import type { z } from "zod"
import type { Assumptions } from "../../src/gateway/assumptions"
import {
  endpointNames,
  endpoints,
  isAssumed,
  pathOf,
  type Endpoint,
  type EndpointName,
  type KeyType,
} from "../../src/gateway/contract"
import type { Json, JsonObject } from "./json"
import { createParameters } from "./parameters"
import { nameOf } from "./resources"
import { createResponses } from "./responses"

const SUMMARIES = {
  createCustomer: "Create a customer",
  getCustomer: "Fetch a customer",
  ensureAddress: "Ensure a customer's reusable deposit address",
  createInvoice: "Create an invoice",
  getInvoice: "Fetch the canonical invoice, which decides",
  getInvoiceProgress: "Fetch an invoice with its confirmations, for information",
  listInvoices: "List invoices",
  createIntent: "Create an auto-deposit intent",
  quoteWithdrawal: "Quote a withdrawal",
  createWithdrawal: "Create a withdrawal of a quote",
  getWithdrawal: "Fetch a withdrawal",
  listWithdrawals: "List withdrawals",
  listBalances: "List balances, for reconciliation",
  listTransactions: "List transactions, for reconciliation",
  listNetworks: "List active networks",
  listSupportedNetworks: "List supported networks",
  listTokens: "List tokens",
  getBilling: "Fetch plan, fees, quota and gas",
  getBillingUsage: "Fetch usage and gas",
  listDeposits: "List deposits",
  assignDeposit: "Assign a deposit in review to an intent",
  acceptDeposit: "Accept a deposit in review without an order",
  refundDeposit: "Return a deposit in review to its sender",
} as const satisfies Record<EndpointName, string>

const SECURITY = {
  standard: [{ standardKey: [] }],
  payout: [{ payoutKey: [] }],
  by_body: [{ standardKey: [] }, { payoutKey: [] }],
} as const satisfies Record<KeyType, Json[]>

/** Every endpoint, by path and method. */
export function createPaths(assumptions: Assumptions): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const name of endpointNames) {
    const path = pathOf(name, assumptions)
    if (path === null) continue
    paths[path] = {
      ...paths[path],
      [endpoints[name].method.toLowerCase()]: createOperation(name, path, assumptions),
    }
  }
  return paths
}

function createOperation(name: EndpointName, path: string, assumptions: Assumptions): JsonObject {
  const endpoint: Endpoint = endpoints[name]
  return {
    operationId: name,
    summary: SUMMARIES[name],
    ...(endpoint.key === "by_body" && { description: "With `payoutRecipients` it takes the payout key." }),
    ...(isAssumed(endpoint.path) && { "x-undocumented": true }),
    security: [...SECURITY[endpoint.key]],
    parameters: createParameters(path, endpoint),
    ...(endpoint.request && { requestBody: createRequestBody(endpoint.request) }),
    responses: createResponses(endpoint, assumptions),
  }
}

function createRequestBody(schema: z.ZodType): JsonObject {
  const reference = { $ref: `#/components/schemas/${nameOf(schema)}` }
  return { required: true, content: { "application/json": { schema: reference } } }
}
