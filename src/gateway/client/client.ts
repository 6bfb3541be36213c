import type { z } from "zod"
import { validateAddress } from "../address"
import { isSameRail, namesAnotherAsset } from "../asset"
import { parseNetwork, parseToken, type Network, type Token } from "../contract/catalog"
import {
  assignDepositRequestSchema,
  parseDepositAction,
  parseDepositRecord,
  type AssignDepositRequest,
  type Deposit,
  type DepositAction,
} from "../contract/deposit"
import { endpoints, type EndpointName } from "../contract/endpoints"
import {
  parseBalance,
  parseBilling,
  parseTransaction,
  type Balance,
  type Billing,
  type Transaction,
} from "../contract/finance"
import {
  createCustomerRequestSchema,
  createIntentRequestSchema,
  createInvoiceRequestSchema,
  ensureAddressRequestSchema,
  parseCustomer,
  parseEnsuredAddress,
  parseIntent,
  parseInvoice,
  parseInvoiceRecord,
  type CreateCustomerRequest,
  type CreateIntentRequest,
  type CreateInvoiceRequest,
  type Customer,
  type EnsureAddressRequest,
  type EnsuredAddress,
  type Intent,
  type Invoice,
} from "../contract/invoice"
import { unwrapResource, type ReportUnreadable } from "../contract/records"
import { ContractError, fieldOf, parseAs } from "../contract/wire"
import {
  createWithdrawalRequestSchema,
  parseCreatedWithdrawal,
  parseQuote,
  parseWithdrawal,
  parseWithdrawalRecord,
  quoteRequestSchema,
  quoteRequestToWire,
  type CreateWithdrawalRequest,
  type Quote,
  type QuoteRequest,
  type Withdrawal,
} from "../contract/withdrawal"
import { createCaller, type Reply } from "./call"
import {
  ANOTHER_RAIL,
  anotherThan,
  GatewayError,
  problemOf,
  refusedLocally,
  unexpectedAnswer,
} from "./errors"
import { buildCall, createTransport } from "./http"
import { createLists, findInList, type Send } from "./lists"
import { resolveClientOptions, type ClientSettings, type GatewayClientOptions } from "./options"
import type { Listing } from "./pages"

export type Mutation = {
  /**
   * One per business action. The caller stores it before the call and repeats it to retry the same action. 1
   * to 64 letters, digits, hyphens or underscores.
   */
  idempotencyKey: string
  /** Awaited when a 2xx cannot be read, before anything else: store that the service has acted. */
  onAccepted?: () => Promise<void>
}

/** Endpoint name of the key check in attempt reports. */
export const PAYOUT_KEY_CHECK = "verifyPayoutKey"

/**
 * One method per endpoint. Each throws {@link GatewayError} and nothing else; a list throws while it is
 * walked.
 */
export type GatewayClient = {
  createCustomer(request: CreateCustomerRequest, call: Mutation): Promise<Customer>
  /** UNDOCUMENTED: its path is an assumption. @throws GatewayError NO_SUCH_CALL where the service has none */
  getCustomer(customerId: string): Promise<Customer>
  /**
   * Returns the customer's reusable address on a rail, provisioned if need be. Call it before every display
   * with a new key: an old key may repeat an old answer.
   *
   * @throws GatewayError ADDRESS_MISMATCH when the address is of another rail; there is no fallback
   */
  ensureAddress(customerId: string, request: EnsureAddressRequest, call: Mutation): Promise<EnsuredAddress>
  /**
   * Opens an invoice. Takes the payout key when it has payout recipients.
   *
   * @throws GatewayError RAIL_MISMATCH when the invoice is for another rail: do not show its address
   */
  createInvoice(request: CreateInvoiceRequest, call: Mutation): Promise<Invoice>
  /** Fetches the canonical invoice, which decides whether an order is paid. */
  getInvoice(invoiceId: string): Promise<Invoice>
  /** Fetches the invoice with its `confirmationProgress`, for display only. */
  getInvoiceProgress(invoiceId: string): Promise<Invoice>
  listInvoices(filter?: { status?: string }): Listing<Invoice>
  /**
   * Announces a deposit to a customer's reusable address; it replaces the active intent of the same customer,
   * network and token. Takes the payout key when it has payout recipients. UNDOCUMENTED: its path.
   *
   * @throws GatewayError RAIL_MISMATCH when the intent is for another rail: do not show its address
   */
  createIntent(request: CreateIntentRequest, call: Mutation): Promise<Intent>
  /**
   * Quotes a withdrawal; the fee comes out of `amount`. Payout key.
   *
   * @param call.idempotencyKey must differ from the key of {@link GatewayClient.createWithdrawal}
   */
  quoteWithdrawal(request: QuoteRequest, call: Mutation): Promise<Quote>
  /** Sends a quoted withdrawal. Payout key. `pending_funds` and `gas_blocked` are waits, not failures. */
  createWithdrawal(request: CreateWithdrawalRequest, call: Mutation): Promise<Withdrawal>
  /** Whether the service has a call that shows a withdrawal. */
  readonly hasWithdrawalReads: boolean
  /**
   * Fetches a withdrawal, or finds it in their list where the service fetches none.
   *
   * UNDOCUMENTED: both paths are assumptions.
   *
   * @throws GatewayError NOT_FOUND; NO_SUCH_CALL where the service has neither
   */
  getWithdrawal(withdrawalId: string): Promise<Withdrawal>
  listWithdrawals(): Listing<Withdrawal>
  /** For reconciliation only, as all balances and transactions. `amounts.total` is what can be withdrawn. */
  listBalances(): Listing<Balance>
  listTransactions(): Listing<Transaction>
  listNetworks(): Listing<Network>
  /** Lists the publicly supported networks. */
  listSupportedNetworks(): Listing<Network>
  listTokens(filter?: { networkId?: string }): Listing<Token>
  /** Plan, fees, payout quota, gas and top-up options. */
  getBilling(): Promise<Billing>
  getBillingUsage(): Promise<Billing>
  listDeposits(filter?: { status?: string }): Listing<Deposit>
  /**
   * Assigns a deposit in review to an active intent, which creates a paid invoice.
   *
   * A key belongs to one action on one deposit; retrying a failed refund is a new action with a new key. The
   * answers of all three actions are undocumented, so none is compared with its request.
   */
  assignDeposit(depositId: string, request: AssignDepositRequest, call: Mutation): Promise<DepositAction>
  /** Accepts a deposit as income without an order. */
  acceptDeposit(depositId: string, call: Mutation): Promise<DepositAction>
  /** Returns a deposit to its sender. Payout key. */
  refundDeposit(depositId: string, call: Mutation): Promise<DepositAction>
  /**
   * Checks the payout key by reading the balances, without moving or quoting anything.
   *
   * An unknown key gets a 401. A known key that may not read, which the document leaves open, gets a 403 and
   * passes.
   *
   * @throws GatewayError `UNAUTHORIZED` for an unknown key, `NOT_FOUND` for a key of another business
   * @see service-interface "Authentication"
   */
  verifyPayoutKey(): Promise<void>
}

/**
 * Creates a client of the payment service.
 *
 * It retries calls as the service allows, always under the caller's idempotency key. Its calls share one rate
 * limit, and what they learned about page sizes.
 *
 * @throws GatewayError INVALID_REQUEST naming the option that cannot work
 * @see service-interface "Endpoints", "Retry rules"
 * @example
 * const gateway = createGatewayClient({ baseUrl, businessId, apiKey })
 * const invoice = await gateway.getInvoice("inv_1")
 */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const settings = resolveClientOptions(options)
  const { assumptions, onUnreadable: report } = settings
  const { paths } = assumptions
  const send = createSend(settings)
  const walk = createLists(settings, send)

  const fetchInvoice = (name: "getInvoice" | "getInvoiceProgress", invoiceId: string) =>
    send(name, { params: { invoiceId } }, parseInvoice, ({ id }) =>
      id === invoiceId ? null : anotherThan("invoice")
    )
  const listWithdrawals = () => walk("listWithdrawals", parseWithdrawalRecord)

  return {
    createCustomer: async (request, { idempotencyKey }) => {
      const body = checkRequest("createCustomer", createCustomerRequestSchema, request)
      return send("createCustomer", { body, idempotencyKey }, parseCustomer)
    },
    getCustomer: (customerId) =>
      send("getCustomer", { params: { customerId } }, parseCustomer, ({ id }) =>
        id === customerId ? null : anotherThan("customer")
      ),
    ensureAddress: async (customerId, request, { idempotencyKey }) => {
      const body = checkRequest("ensureAddress", ensureAddressRequestSchema, request)
      const input = { params: { customerId }, body, idempotencyKey }
      return send("ensureAddress", input, parseEnsuredAddress, (ensured) => {
        const explanation = addressProblem(ensured, body)
        return explanation === null ? null : { explanation, code: "ADDRESS_MISMATCH" }
      })
    },
    createInvoice: async (request, { idempotencyKey }) => {
      const body = checkRequest("createInvoice", createInvoiceRequestSchema, request)
      return send("createInvoice", { body, idempotencyKey }, parseInvoice, (invoice) =>
        namesAnotherAsset(invoice, body) ? ANOTHER_RAIL : null
      )
    },
    getInvoice: (invoiceId) => fetchInvoice("getInvoice", invoiceId),
    getInvoiceProgress: (invoiceId) => fetchInvoice("getInvoiceProgress", invoiceId),
    listInvoices: ({ status } = {}) => walk("listInvoices", parseInvoiceRecord, { status }),
    createIntent: async (request, { idempotencyKey }) => {
      const checked = checkRequest("createIntent", createIntentRequestSchema, request)
      const { customerId, ...rest } = checked
      const body = paths.createIntent.includes("{customerId}") ? rest : checked
      const input = { params: { customerId }, body, idempotencyKey }
      return send("createIntent", input, parseIntent, (intent) => {
        if (intent.externalOrderId !== checked.externalOrderId)
          return { explanation: "the answer is the intent of another order" }
        return isSameRail(intent, checked) ? null : ANOTHER_RAIL
      })
    },
    quoteWithdrawal: async (request, { idempotencyKey }) => {
      const checked = checkRequest("quoteWithdrawal", quoteRequestSchema, request)
      const body = quoteRequestToWire(checked, assumptions)
      if (checked.memo === undefined) return send("quoteWithdrawal", { body, idempotencyKey }, parseQuote)
      const { memo } = assumptions.fields.withdrawalQuote
      if (memo === null)
        throw refusedLocally(
          "quoteWithdrawal",
          "assumptions.fields.withdrawalQuote.memo is null, so no memo can be sent"
        )
      try {
        return await send("quoteWithdrawal", { body, idempotencyKey }, (answer) => {
          const record = unwrapResource(answer, "quote", assumptions)
          if (fieldOf(record, memo) === undefined) reportLostMemo(report)
          return parseQuote(answer, assumptions, report)
        })
      } catch (error) {
        if (error instanceof GatewayError && error.category === "validation") reportLostMemo(report)
        throw error
      }
    },
    createWithdrawal: async (request, { idempotencyKey, onAccepted }) => {
      const body = checkRequest("createWithdrawal", createWithdrawalRequestSchema, request)
      return send("createWithdrawal", { body, idempotencyKey, onAccepted }, parseCreatedWithdrawal)
    },
    hasWithdrawalReads: paths.getWithdrawal !== null || paths.listWithdrawals !== null,
    listWithdrawals,
    getWithdrawal: async (withdrawalId) => {
      if (paths.getWithdrawal === null && paths.listWithdrawals !== null)
        return findWithdrawal(listWithdrawals(), withdrawalId)
      return send("getWithdrawal", { params: { withdrawalId } }, parseWithdrawal, ({ id }) =>
        id === withdrawalId ? null : anotherThan("withdrawal")
      )
    },
    listBalances: () => walk("listBalances", parseBalance),
    listTransactions: () => walk("listTransactions", parseTransaction),
    listNetworks: () => walk("listNetworks", parseNetwork),
    listSupportedNetworks: () => walk("listSupportedNetworks", parseNetwork),
    listTokens: ({ networkId } = {}) => walk("listTokens", parseToken, { networkId }),
    getBilling: () => send("getBilling", {}, parseBilling),
    getBillingUsage: () => send("getBillingUsage", {}, parseBilling),
    listDeposits: ({ status } = {}) => walk("listDeposits", parseDepositRecord, { status }),
    assignDeposit: async (depositId, request, { idempotencyKey }) => {
      const body = checkRequest("assignDeposit", assignDepositRequestSchema, request)
      return send("assignDeposit", { params: { depositId }, body, idempotencyKey }, parseDepositAction)
    },
    acceptDeposit: (depositId, { idempotencyKey }) =>
      send("acceptDeposit", { params: { depositId }, idempotencyKey }, parseDepositAction),
    refundDeposit: (depositId, { idempotencyKey }) =>
      send("refundDeposit", { params: { depositId }, idempotencyKey }, parseDepositAction),
    verifyPayoutKey: async () => {
      try {
        await send("listBalances", { payoutCheck: PAYOUT_KEY_CHECK }, () => undefined)
      } catch (error) {
        if (error instanceof GatewayError && error.status === 403) return
        throw error
      }
    },
  }
}

/** Sends a call, reads its answer, and reports how the call ended. */
function createSend(settings: ClientSettings): Send {
  const { assumptions, onUnreadable } = settings
  const { retryHeaders } = assumptions.rateLimit
  const call = createCaller({ ...settings, retryHeaders, transport: createTransport(settings) })

  return async (name, input, parse, findProblem = () => null) => {
    const request = buildCall(name, input, settings)
    const onCall = (error: GatewayError | null) => {
      if (input.payoutCheck === undefined) settings.onCall({ endpoint: name, error })
    }
    let isAnswered = false
    try {
      const reply = await call(request)
      isAnswered = true
      const value = readReply(name, reply, (body) => parse(body, assumptions, onUnreadable))
      const problem = findProblem(value)
      const error = problem && unexpectedAnswer(name, reply, problem)
      if (error && !problem?.isTolerated) throw error
      onCall(error)
      return value
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      onCall(error)
      // The caller has reported any other.
      if (isAnswered && error.isAccepted) await input.onAccepted?.()
      throw error
    }
  }
}

/** Repeating a mutating call under its key may bring a readable answer. @throws GatewayError */
function readReply<T>(name: EndpointName, reply: Reply, parse: (body: unknown) => T): T {
  try {
    return parse(reply.value)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    throw unexpectedAnswer(name, reply, problemOf(error), endpoints[name].isMutating)
  }
}

/**
 * Checks a request before it is sent.
 *
 * @throws GatewayError INVALID_REQUEST naming the fields, never their values
 */
function checkRequest<T extends z.ZodType>(name: EndpointName, schema: T, value: unknown): z.output<T> {
  try {
    return parseAs(schema, value, "request")
  } catch (error) {
    if (error instanceof ContractError) throw refusedLocally(name, error.problems.join("; "))
    throw error
  }
}

/** @see service-interface "Endpoints", rule 3 */
function addressProblem({ address }: EnsuredAddress, request: EnsureAddressRequest): string | null {
  if (address.chainFamily !== request.chain) return "the address is of another chain than requested"
  if (request.networkId !== undefined && address.networkId !== request.networkId)
    return "the address is of another network than requested"
  const { kind } = validateAddress({ chain: request.chain, address: address.address })
  return kind === "invalid" ? "the address is not valid on the requested chain" : null
}

/** A refused memo, or one that the quote does not repeat, may have gone under a name the service does not know. */
function reportLostMemo(report: ReportUnreadable): void {
  const setting = "assumptions.fields.withdrawalQuote.memo"
  report({ resource: "withdrawal quote", field: "memo", setting, isMissing: true })
}

/** A missing list proves nothing about a withdrawal. */
async function findWithdrawal(listing: Listing<Withdrawal>, withdrawalId: string): Promise<Withdrawal> {
  const found = await findInList(listing, ({ id }) => id === withdrawalId).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.status !== 404) throw error
    throw refusedLocally(
      "listWithdrawals",
      "the provider has no list of withdrawals there: correct assumptions.paths.listWithdrawals, or set it to null",
      "NO_SUCH_CALL"
    )
  })
  if (found.kind === "found") return found.row
  const isWhole = found.kind === "absent"
  throw new GatewayError("listWithdrawals", {
    code: isWhole ? "NOT_FOUND" : "LIST_INCOMPLETE",
    explanation: isWhole
      ? "the list of withdrawals does not have it"
      : "the list of withdrawals does not have it, and its end is not proven",
    ...(isWhole && { status: 404 }),
    outcome: "not_applied",
    isRetryable: false,
  })
}
