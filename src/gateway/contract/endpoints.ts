import type { z } from "zod"
import type { Assumptions } from "../assumptions"
import { balanceSchema } from "./balance"
import { billingSchema } from "./billing"
import { networkSchema, tokenSchema } from "./catalog"
import {
  createCustomerRequestSchema,
  customerSchema,
  ensureAddressRequestSchema,
  ensuredAddressSchema,
} from "./customer"
import { assignDepositRequestSchema, depositActionSchema, depositSchema } from "./deposit"
import { createIntentRequestSchema, intentSchema } from "./intent"
import { createInvoiceRequestSchema, invoiceSchema } from "./invoice"
import { transactionSchema } from "./transaction"
import {
  createWithdrawalRequestSchema,
  quoteRequestSchema,
  quoteSchema,
  withdrawalSchema,
} from "./withdrawal"

/** Which API key an endpoint takes. `by_body`: the payout key when the body has payout recipients. */
export type KeyType = "standard" | "payout" | "by_body"

export type Endpoint = {
  method: "GET" | "POST"
  /** Relative to the base URL, with `{name}` placeholders. A name alone is a path of `assumptions.paths`. */
  path: `/${string}` | keyof Assumptions["paths"]
  key: KeyType
  /** Mutating calls carry an idempotency key, always. */
  isMutating: boolean
  /** Body, under our own names; absent for a call without one. */
  request?: z.ZodType
  /** The resource, or one row of the list, under our own names. */
  response: z.ZodType
  /** What the answer holds; a list is walked page by page. */
  answer: "resource" | "bare" | "list"
  /** Query parameters beside the cursor of a list. */
  query?: readonly string[]
}

/** Every endpoint of the service, as data. @see service-interface "Endpoints" */
export const endpoints = {
  createCustomer: {
    ...post("/businesses/{businessId}/customers", "standard", createCustomerRequestSchema),
    response: customerSchema,
  },
  getCustomer: { ...get("getCustomer"), response: customerSchema },
  ensureAddress: {
    ...post(
      "/businesses/{businessId}/customers/{customerId}/addresses/ensure",
      "standard",
      ensureAddressRequestSchema
    ),
    response: ensuredAddressSchema,
    answer: "bare",
  },
  createInvoice: {
    ...post("/businesses/{businessId}/invoices", "by_body", createInvoiceRequestSchema),
    response: invoiceSchema,
  },
  getInvoice: { ...get("/businesses/invoices/{invoiceId}"), response: invoiceSchema },
  getInvoiceProgress: { ...get("/invoices/{invoiceId}"), response: invoiceSchema },
  listInvoices: {
    ...list("/businesses/{businessId}/invoices", ["status", "limit"]),
    response: invoiceSchema,
  },
  createIntent: { ...post("createIntent", "by_body", createIntentRequestSchema), response: intentSchema },
  quoteWithdrawal: {
    ...post("/businesses/{businessId}/withdrawals/quote", "payout", quoteRequestSchema),
    response: quoteSchema,
  },
  createWithdrawal: {
    ...post("/businesses/{businessId}/withdrawals", "payout", createWithdrawalRequestSchema),
    response: withdrawalSchema,
  },
  getWithdrawal: { ...get("getWithdrawal"), response: withdrawalSchema },
  listBalances: { ...list("/businesses/{businessId}/balances"), response: balanceSchema },
  listTransactions: {
    ...list("/businesses/{businessId}/transactions", ["limit"]),
    response: transactionSchema,
  },
  listNetworks: { ...list("/networks"), response: networkSchema },
  listSupportedNetworks: { ...list("/networks/supported"), response: networkSchema },
  listTokens: { ...list("/tokens", ["networkId"]), response: tokenSchema },
  getBilling: { ...get("/billing/me"), response: billingSchema },
  getBillingUsage: { ...get("/billing/usage"), response: billingSchema },
  listDeposits: { ...list("/businesses/{businessId}/deposits", ["status"]), response: depositSchema },
  assignDeposit: {
    ...post("/businesses/{businessId}/deposits/{depositId}/assign", "standard", assignDepositRequestSchema),
    response: depositActionSchema,
  },
  acceptDeposit: {
    ...post("/businesses/{businessId}/deposits/{depositId}/accept", "standard"),
    response: depositActionSchema,
  },
  refundDeposit: {
    ...post("/businesses/{businessId}/deposits/{depositId}/refund", "payout"),
    response: depositActionSchema,
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints

/** Names of every endpoint, in the order of the table. */
export const endpointNames = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)

/** Path of an endpoint, the assumed ones filled in. */
export function pathOf(name: EndpointName, { paths }: Assumptions): string {
  const { path }: Endpoint = endpoints[name]
  return isAssumed(path) ? paths[path] : path
}

/** Whether the document leaves the endpoint open, so that its path is an assumption. */
export function isAssumed(path: Endpoint["path"]): path is keyof Assumptions["paths"] {
  return !path.startsWith("/")
}

function get<P extends Endpoint["path"]>(path: P) {
  return { method: "GET", path, key: "standard", isMutating: false, answer: "resource" } as const
}

function list<P extends Endpoint["path"]>(path: P, query: readonly string[] = []) {
  return { method: "GET", path, key: "standard", isMutating: false, answer: "list", query } as const
}

function post<P extends Endpoint["path"], K extends KeyType>(path: P, key: K, request?: z.ZodType) {
  return { method: "POST", path, key, isMutating: true, answer: "resource", request } as const
}
