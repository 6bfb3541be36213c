import type { z } from "zod"
import type { Assumptions } from "../assumptions"
import { networkSchema, tokenSchema } from "./catalog"
import { assignDepositRequestSchema, depositActionSchema, depositSchema } from "./deposit"
import { balanceSchema, billingSchema, transactionSchema } from "./finance"
import {
  createCustomerRequestSchema,
  createIntentRequestSchema,
  createInvoiceRequestSchema,
  customerSchema,
  ensureAddressRequestSchema,
  ensuredAddressSchema,
  intentSchema,
  invoiceSchema,
} from "./invoice"
import type { ResourceKind } from "./records"
import {
  createWithdrawalRequestSchema,
  quoteRequestSchema,
  quoteSchema,
  withdrawalSchema,
} from "./withdrawal"

/** Which API key an endpoint takes. `by_body`: the payout key when the body has payout recipients. */
export type KeyType = "standard" | "payout" | "by_body"

/** A call of the service. */
export type Endpoint = {
  method: "GET" | "POST"
  /** Relative to the base URL. A bare name is a path of `assumptions.paths`. */
  path: `/${string}` | keyof Assumptions["paths"]
  key: KeyType
  /** Mutating calls always carry an idempotency key. */
  isMutating: boolean
  request?: z.ZodType
  response: z.ZodType
  /** Of the answer, or of its rows. */
  resource: ResourceKind
  /** A list is walked page by page. */
  answer: "resource" | "list"
  /** Query parameters beside the cursor. */
  query?: readonly string[]
}

/** Every endpoint of the service. @see service-interface "Endpoints" */
export const endpoints = {
  createCustomer: {
    ...post("/businesses/{businessId}/customers", "standard", createCustomerRequestSchema),
    resource: "customer",
    response: customerSchema,
  },
  getCustomer: { ...get("getCustomer"), resource: "customer", response: customerSchema },
  ensureAddress: {
    ...post(
      "/businesses/{businessId}/customers/{customerId}/addresses/ensure",
      "standard",
      ensureAddressRequestSchema
    ),
    resource: "address",
    response: ensuredAddressSchema,
  },
  createInvoice: {
    ...post("/businesses/{businessId}/invoices", "by_body", createInvoiceRequestSchema),
    resource: "invoice",
    response: invoiceSchema,
  },
  getInvoice: { ...get("/businesses/invoices/{invoiceId}"), resource: "invoice", response: invoiceSchema },
  getInvoiceProgress: { ...get("/invoices/{invoiceId}"), resource: "invoice", response: invoiceSchema },
  listInvoices: {
    ...list("/businesses/{businessId}/invoices", ["status", "limit"]),
    resource: "invoice",
    response: invoiceSchema,
  },
  createIntent: {
    ...post("createIntent", "by_body", createIntentRequestSchema),
    resource: "intent",
    response: intentSchema,
  },
  quoteWithdrawal: {
    ...post("/businesses/{businessId}/withdrawals/quote", "payout", quoteRequestSchema),
    resource: "quote",
    response: quoteSchema,
  },
  createWithdrawal: {
    ...post("/businesses/{businessId}/withdrawals", "payout", createWithdrawalRequestSchema),
    resource: "withdrawal",
    response: withdrawalSchema,
  },
  getWithdrawal: { ...get("getWithdrawal"), resource: "withdrawal", response: withdrawalSchema },
  listWithdrawals: {
    ...list("listWithdrawals", ["limit"]),
    resource: "withdrawal",
    response: withdrawalSchema,
  },
  listBalances: {
    ...list("/businesses/{businessId}/balances"),
    resource: "balance",
    response: balanceSchema,
  },
  listTransactions: {
    ...list("/businesses/{businessId}/transactions", ["limit"]),
    resource: "transaction",
    response: transactionSchema,
  },
  listNetworks: { ...list("/networks"), resource: "network", response: networkSchema },
  listSupportedNetworks: { ...list("/networks/supported"), resource: "network", response: networkSchema },
  listTokens: { ...list("/tokens", ["networkId"]), resource: "token", response: tokenSchema },
  getBilling: { ...get("/billing/me"), resource: "billing", response: billingSchema },
  getBillingUsage: { ...get("/billing/usage"), resource: "billing", response: billingSchema },
  listDeposits: {
    ...list("/businesses/{businessId}/deposits", ["status"]),
    resource: "deposit",
    response: depositSchema,
  },
  assignDeposit: {
    ...post("/businesses/{businessId}/deposits/{depositId}/assign", "standard", assignDepositRequestSchema),
    resource: "depositAction",
    response: depositActionSchema,
  },
  acceptDeposit: {
    ...post("/businesses/{businessId}/deposits/{depositId}/accept", "standard"),
    resource: "depositAction",
    response: depositActionSchema,
  },
  refundDeposit: {
    ...post("/businesses/{businessId}/deposits/{depositId}/refund", "payout"),
    resource: "depositAction",
    response: depositActionSchema,
  },
} as const satisfies Record<string, Endpoint>

/** Names of the calls, as in `GatewayError.endpoint`. */
export type EndpointName = keyof typeof endpoints

/** All names of calls, in the order of the table. */
export const endpointNames = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)

/**
 * Path of a call, relative to the base URL and with its placeholders.
 *
 * @returns null for a call that the service does not have
 */
export function pathOf(name: EndpointName, { paths }: Assumptions): string | null {
  const { path }: Endpoint = endpoints[name]
  return isAssumed(path) ? paths[path] : path
}

/** Whether the path is an assumption because the document leaves it open. */
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

/** Names the setting of a path that the service does not have. */
export function settingOfPath(name: EndpointName, status: number | undefined): string | null {
  const { path }: Endpoint = endpoints[name]
  return isAssumed(path) && status !== undefined && NO_SUCH_PATH.includes(status)
    ? `assumptions.paths.${path}`
    : null
}

const NO_SUCH_PATH: readonly number[] = [404, 405, 410, 501]
