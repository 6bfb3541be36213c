import type { z } from "zod"
import type { Assumptions } from "../assumptions"
import * as payments from "./payments"
import {
  createCustomerRequestSchema,
  createIntentRequestSchema,
  createInvoiceRequestSchema,
} from "./payments"
import { assignDepositRequestSchema, ensureAddressRequestSchema } from "./payments"
import type { ReportUnreadable, Shape } from "./readers"
import type { ResourceKind } from "./records"
import * as treasury from "./treasury"
import { createWithdrawalRequestSchema, quoteRequestSchema } from "./treasury"
import type { WireRecord } from "./wire"

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
  /** Of the answer, or of its rows. */
  resource: ResourceKind
  /** A list is walked page by page. */
  answer: "resource" | "list"
  /** Query parameters beside the cursor. */
  query?: readonly string[]
}

/** Every endpoint of the service. @see service-interface "Endpoints" */
export const endpoints = {
  createCustomer: post(
    "/businesses/{businessId}/customers",
    "standard",
    "customer",
    createCustomerRequestSchema
  ),
  getCustomer: get("getCustomer", "customer"),
  ensureAddress: post(
    "/businesses/{businessId}/customers/{customerId}/addresses/ensure",
    "standard",
    "address",
    ensureAddressRequestSchema
  ),
  createInvoice: post("/businesses/{businessId}/invoices", "by_body", "invoice", createInvoiceRequestSchema),
  getInvoice: get("/businesses/invoices/{invoiceId}", "invoice"),
  getInvoiceProgress: get("/invoices/{invoiceId}", "invoice"),
  listInvoices: list("/businesses/{businessId}/invoices", "invoice", ["status", "limit"]),
  createIntent: post("createIntent", "by_body", "intent", createIntentRequestSchema),
  quoteWithdrawal: post("/businesses/{businessId}/withdrawals/quote", "payout", "quote", quoteRequestSchema),
  createWithdrawal: post(
    "/businesses/{businessId}/withdrawals",
    "payout",
    "withdrawal",
    createWithdrawalRequestSchema
  ),
  getWithdrawal: get("getWithdrawal", "withdrawal"),
  listWithdrawals: list("listWithdrawals", "withdrawal", ["limit"]),
  listBalances: list("/businesses/{businessId}/balances", "balance"),
  listTransactions: list("/businesses/{businessId}/transactions", "transaction", ["limit"]),
  listNetworks: list("/networks", "network"),
  listSupportedNetworks: list("/networks/supported", "network"),
  listTokens: list("/tokens", "token", ["networkId"]),
  getBilling: get("/billing/me", "billing"),
  getBillingUsage: get("/billing/usage", "billing"),
  listDeposits: list("/businesses/{businessId}/deposits", "deposit", ["status"]),
  assignDeposit: post(
    "/businesses/{businessId}/deposits/{depositId}/assign",
    "standard",
    "depositAction",
    assignDepositRequestSchema
  ),
  acceptDeposit: post("/businesses/{businessId}/deposits/{depositId}/accept", "standard", "depositAction"),
  refundDeposit: post("/businesses/{businessId}/deposits/{depositId}/refund", "payout", "depositAction"),
} as const satisfies Record<string, Endpoint>

type Resource = {
  shape: Shape
  /** Reads it out of its envelope or list. @throws ContractError */
  parse: (record: WireRecord, assumptions: Assumptions, report?: ReportUnreadable) => unknown
}

/** Every resource that an answer can hold. */
export const resources = {
  customer: { shape: payments.customerShape, parse: payments.parseCustomer },
  address: { shape: payments.ensuredAddressShape, parse: payments.parseEnsuredAddress },
  invoice: { shape: payments.invoiceShape, parse: payments.parseInvoice },
  intent: { shape: payments.intentShape, parse: payments.parseIntent },
  quote: { shape: treasury.quoteShape, parse: treasury.parseQuote },
  withdrawal: { shape: treasury.withdrawalShape, parse: treasury.parseWithdrawal },
  balance: { shape: treasury.balanceShape, parse: treasury.parseBalance },
  transaction: { shape: treasury.transactionShape, parse: treasury.parseTransaction },
  network: { shape: payments.networkShape, parse: payments.parseNetwork },
  token: { shape: payments.tokenShape, parse: payments.parseToken },
  billing: { shape: treasury.billingShape, parse: treasury.parseBilling },
  deposit: { shape: payments.depositShape, parse: payments.parseDeposit },
  depositAction: { shape: payments.depositActionShape, parse: payments.parseDepositAction },
} as const satisfies Record<ResourceKind, Resource>

/** What a call answers with, or a row of its list. */
export type AnswerOf<N extends EndpointName> = ReturnType<
  (typeof resources)[(typeof endpoints)[N]["resource"]]["parse"]
>

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

function get<P extends Endpoint["path"], R extends ResourceKind>(path: P, resource: R) {
  return { method: "GET", path, resource, key: "standard", isMutating: false, answer: "resource" } as const
}

function list<P extends Endpoint["path"], R extends ResourceKind>(
  path: P,
  resource: R,
  query: readonly string[] = []
) {
  return { method: "GET", path, resource, key: "standard", isMutating: false, answer: "list", query } as const
}

function post<P extends Endpoint["path"], K extends KeyType, R extends ResourceKind>(
  path: P,
  key: K,
  resource: R,
  request?: z.ZodType
) {
  return { method: "POST", path, resource, key, isMutating: true, answer: "resource", request } as const
}

/** Names the setting of a path that the service does not have. */
export function settingOfPath(name: EndpointName, status: number | undefined): string | null {
  const { path }: Endpoint = endpoints[name]
  return isAssumed(path) && status !== undefined && NO_SUCH_PATH.includes(status)
    ? `assumptions.paths.${path}`
    : null
}

const NO_SUCH_PATH: readonly number[] = [404, 405, 410, 501]
