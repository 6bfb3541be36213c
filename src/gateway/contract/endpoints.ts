import { z } from "zod"
import type { Assumptions } from "../assumptions"
import * as payments from "./payments"
import {
  createCustomerRequestSchema,
  createIntentRequestSchema,
  createInvoiceRequestSchema,
} from "./payments"
import { assignDepositRequestSchema, ensureAddressRequestSchema } from "./payments"
import type { ReportUnreadable, Shape } from "./readers"
import * as treasury from "./treasury"
import { createWithdrawalRequestSchema, quoteRequestSchema } from "./treasury"
import { ContractError, fieldOf, hasField, isRecord, textSchema } from "./wire"
import type { Enveloped, Identified, WireRecord } from "./wire"

/** Which API key an endpoint takes. `by_body`: the payout key when the body has payout recipients. */
export type KeyType = "standard" | "payout" | "by_body"

/** Every kind of resource that a response can hold. */
export type ResourceKind = Enveloped | Identified | "network" | "token" | "balance"

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

/** Path of a call, relative to the base URL and with its placeholders; null for a call that the service does not have. */
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

/** `nextLink`: address of the next page as the service writes it. `total`: rows of the whole list. */
type ReadPage = {
  items: WireRecord[]
  nextCursor: string | undefined
  nextLink: string | undefined
  total: number | undefined
  /** The answer has a field for the next page, though it may be null. */
  hasNextField: boolean
}

/**
 * Takes a resource out of its envelope and renames its identifier to `id`.
 *
 * Of the assumed envelopes, the first counts that holds a field by which its resource is recognized.
 *
 * @throws ContractError when the body is no object
 */
export function unwrapResource(body: unknown, kind: Enveloped, assumptions: Assumptions): WireRecord {
  const outer = asRecord(body, kind)
  const candidates = recordsIn(outer, assumptions.envelopes[kind])
  const signs = signsOf(kind, assumptions)
  const isRecognized = (record: WireRecord) => signs.some((name) => fieldOf(record, name) !== undefined)
  return identify(candidates.find(isRecognized) ?? candidates[0] ?? outer, kind, assumptions)
}

/** The objects that lie in a record under these names. */
function recordsIn(outer: WireRecord, names: readonly string[]): WireRecord[] {
  return names.flatMap((name) => {
    const value = name === "" ? outer : fieldOf(outer, name)
    return isRecord(value) ? [asRecord(value, name)] : []
  })
}

/** Each resource of a kind has at least one of these fields. */
function signsOf(kind: Enveloped, { ids, fields }: Assumptions): readonly string[] {
  if (kind === "address") return ["address"]
  if (kind === "billing") return Object.values(fields.billing).filter((name) => name !== null)
  if (kind !== "depositAction") return ids[kind]
  return [DEPOSIT_ID, ...ids.deposit, ...Object.values(fields.depositAction).filter((name) => name !== null)]
}

/** @throws ContractError when it is no object */
function asRecord(value: unknown, name: string): WireRecord {
  if (!isRecord(value)) throw new ContractError(name, [{ field: "(root)", message: "expected an object" }])
  if (!Object.hasOwn(value, "__proto__")) return value
  return Object.fromEntries(Object.entries(value).filter(([field]) => field !== "__proto__"))
}

/**
 * Reads the rows of a list, and what the body says about the next page. Fields of a form of paging that is
 * ruled out by `list.paging` are not read.
 *
 * @throws ContractError when there are no rows where they are assumed
 */
export function unwrapList(body: unknown, kind: ResourceKind, assumptions: Assumptions): ReadPage {
  const { paging, nextCursorField, nextLinkFields, totalField } = assumptions.list
  const outer = Array.isArray(body) ? {} : asRecord(body, `${kind} list`)
  const rows = rowsIn(body, outer, kind, assumptions)
  const hasCursors = paging === "auto" || paging === "cursor"
  const cursor = hasCursors ? fieldOf(outer, nextCursorField) : undefined
  const links = paging === "auto" || paging === "link" ? nextLinkFields : []
  return {
    items: rows.map((row) => identify(row, kind, assumptions)),
    nextCursor: readCursor(cursor, kind),
    nextLink: links.map((name) => linkIn(outer, name, assumptions)).find((link) => link !== undefined),
    total: totalField === null ? undefined : countIn(fieldOf(outer, totalField)),
    hasNextField:
      (hasCursors && hasField(outer, nextCursorField)) || links.some((name) => hasField(outer, name)),
  }
}

const LOOKS_LIKE_A_LINK = /^(?:https?:\/\/|\/|\?)/i

/** Unless the form is set, other text in such a field is no link. */
function linkIn(outer: WireRecord, name: string, { list }: Assumptions): string | undefined {
  const value = fieldOf(outer, name)
  if (typeof value !== "string" || value === "") return undefined
  return list.paging === "link" || LOOKS_LIKE_A_LINK.test(value) ? value : undefined
}

function countIn(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\d{1,15}$/.test(value) ? parseInt(value, 10) : value
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** A numeric cursor becomes text; any other type is an error, not the end of the list. */
function readCursor(cursor: unknown, kind: ResourceKind): string | undefined {
  if (typeof cursor === "number") return String(cursor)
  if (cursor === undefined || typeof cursor === "string") return cursor || undefined
  const problem = { field: "(root)", message: "expected text or a number" }
  throw new ContractError(`${kind} list, cursor`, [problem])
}

function rowsIn(body: unknown, outer: WireRecord, kind: ResourceKind, { list }: Assumptions): WireRecord[] {
  const found = list.itemsFields.map((name) => (name === "" ? body : fieldOf(outer, name)))
  const rows: unknown = found.find(Array.isArray)
  if (!Array.isArray(rows))
    throw new ContractError(`${kind} list`, [{ field: "(root)", message: "expected a list" }])
  const odd = rows.flatMap((row, n) =>
    isRecord(row) ? [] : [{ field: String(n), message: "expected an object" }]
  )
  if (odd.length > 0) throw new ContractError(`${kind} list`, odd)
  return rows.map((row) => asRecord(row, kind))
}

/** Documented. */
const DEPOSIT_ID = "depositId"

/** Fields that may hold the identifier, tried in order. */
export function idNamesOf(kind: ResourceKind, { ids }: Assumptions): readonly string[] {
  if (kind === "depositAction" || kind === "deposit") return [DEPOSIT_ID, ...ids.deposit]
  if (kind in ids) return ids[kind as Identified]
  return []
}

/** Renames the identifier of a record to `id`, and writes a numeric one as text. */
function identify(record: WireRecord, kind: ResourceKind, assumptions: Assumptions): WireRecord {
  const name = idNamesOf(kind, assumptions).find((name) => fieldOf(record, name) !== undefined)
  if (name === undefined) return record
  const found = fieldOf(record, name)
  const id = Number.isSafeInteger(found) ? String(found) : found
  // Mostly it has that name already: a copy would slow down whatever reads it.
  if (record.id === id && name === "id") return record
  const { [name]: _, ...rest } = record
  return { ...rest, id }
}

/** Body of every delivery. Unknown event names are valid and need no action. */
export const webhookEnvelopeSchema = z.looseObject({
  event: textSchema.refine((text) => text.length <= 200, "expected at most 200 characters"),
  data: z.record(z.string(), z.unknown()),
})
export type WebhookEnvelope = z.infer<typeof webhookEnvelopeSchema>

/**
 * Returns the resource of an event, with its identifier renamed to `id`.
 *
 * UNDOCUMENTED: where `data` holds an invoice or a withdrawal. The data of a deposit event is the deposit
 * itself.
 */
export function eventResource({ event, data }: WebhookEnvelope, assumptions: Assumptions): WireRecord {
  const kind = kindOfEvent(event, assumptions)
  if (kind === null) return data
  return kind === "deposit" ? identify(data, kind, assumptions) : eventSubject(data, kind, assumptions)
}

/** The invoice or withdrawal in the data of an event; without one the record is empty. */
export function eventSubject(
  data: WireRecord,
  kind: keyof Assumptions["events"]["envelopes"],
  assumptions: Assumptions
): WireRecord {
  const candidates = recordsIn(data, assumptions.events.envelopes[kind])
  const hasId = (record: WireRecord) =>
    assumptions.ids[kind].some((name) => fieldOf(record, name) !== undefined)
  const found = candidates.find(hasId)
  return found === undefined ? {} : identify(found, kind, assumptions)
}

export function kindOfEvent(
  event: string,
  { events }: Assumptions
): "invoice" | "withdrawal" | "deposit" | null {
  if (event.startsWith("deposit.")) return "deposit"
  if (event.startsWith("invoice.")) return "invoice"
  return events.withdrawalPrefixes.some((prefix) => event.startsWith(prefix)) ? "withdrawal" : null
}
