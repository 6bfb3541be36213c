import { validateAddress } from "../address"
import { isSameRail, namesAnotherAsset } from "../asset"
import type { Network, Token } from "../contract/payments"
import type { AssignDepositRequest, Deposit, DepositAction } from "../contract/payments"
import {
  endpoints,
  resources,
  unwrapResource,
  type AnswerOf,
  type Endpoint,
  type EndpointName,
} from "../contract/endpoints"
import type { Balance, Billing, Transaction } from "../contract/treasury"
import type { CreateCustomerRequest, CreateIntentRequest, CreateInvoiceRequest } from "../contract/payments"
import type { Customer, EnsureAddressRequest, EnsuredAddress, Intent, Invoice } from "../contract/payments"
import { reportMissing, type ReportUnreadable } from "../contract/readers"
import { ContractError, fieldOf, parseAs, settingOf, withField } from "../contract/wire"
import type { CreateWithdrawalRequest, Quote, QuoteRequest, Withdrawal } from "../contract/treasury"
import { createCaller, resolveClientOptions } from "./call"
import type { ClientSettings, GatewayClientOptions } from "./call"
import { GatewayError, problemOf, refusedLocally } from "./errors"
import { unexpectedAnswer, type AnswerProblem } from "./errors"
import { buildCall, type CallInput } from "./http"
import { createLists, findInList, type Parse, type Send } from "./lists"
import type { Listing } from "./walk"

export type Mutation = {
  /**
   * One per business action. The caller stores it before the call and repeats it to retry the same action. Any
   * text: a header carries visible ASCII up to `idempotency.maxKeyLength`, and every other text as its digest.
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
   * An unknown key gets a 401. A known key that may not read, which the document leaves open, gets a 403.
   *
   * @returns whether the answer proves that it is no standard key: a second one may read balances too
   * @throws GatewayError `UNAUTHORIZED` for an unknown key, `NOT_FOUND` for a key of another business
   * @see service-interface "Authentication"
   */
  verifyPayoutKey(): Promise<boolean>
}

type ResourceCall = {
  [N in EndpointName]: (typeof endpoints)[N]["answer"] extends "resource" ? N : never
}[EndpointName]
type FindProblem<N extends EndpointName> = (answer: AnswerOf<N>) => AnswerProblem | null

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
  const sendOne = <N extends ResourceCall>(
    name: N,
    input: CallInput,
    findProblem?: FindProblem<N>,
    parse = resources[endpoints[name].resource].parse as Parse<AnswerOf<N>>
  ) => {
    const { resource } = endpoints[name]
    const read = (body: unknown) => parse(unwrapResource(body, resource, assumptions), assumptions, report)
    return send(name, input, read, findProblem)
  }
  const mutate = async <N extends ResourceCall>(
    name: N,
    body: Record<string, unknown>,
    call: Mutation & Pick<CallInput, "params">,
    findProblem?: FindProblem<N>,
    parse?: Parse<AnswerOf<N>>
  ) => {
    checkRequest(name, body)
    return sendOne(name, { ...call, body }, findProblem, parse)
  }
  const fetchOne = <N extends ResourceCall>(
    name: N,
    kind: "customer" | "invoice" | "withdrawal",
    id: string
  ) => sendOne(name, { params: { [`${kind}Id`]: id } }, anotherThan(kind, id))
  const listWithdrawals = () => walk("listWithdrawals")

  return {
    createCustomer: (request, call) => mutate("createCustomer", request, call),
    getCustomer: (customerId) => fetchOne("getCustomer", "customer", customerId),
    ensureAddress: (customerId, request, call) =>
      mutate("ensureAddress", request, { ...call, params: { customerId } }, (ensured) =>
        addressProblem(ensured, request)
      ),
    createInvoice: (request, call) =>
      mutate("createInvoice", request, call, (invoice) =>
        namesAnotherAsset(invoice, request) ? ANOTHER_RAIL : null
      ),
    getInvoice: (invoiceId) => fetchOne("getInvoice", "invoice", invoiceId),
    getInvoiceProgress: (invoiceId) => fetchOne("getInvoiceProgress", "invoice", invoiceId),
    listInvoices: ({ status } = {}) => walk("listInvoices", { status }),
    createIntent: async (request, call) => {
      checkRequest("createIntent", request)
      const { customerId, ...rest } = request
      const body = paths.createIntent.includes("{customerId}") ? rest : request
      return sendOne("createIntent", { ...call, params: { customerId }, body }, (intent) => {
        if (intent.externalOrderId !== request.externalOrderId)
          return { explanation: "the answer is the intent of another order" }
        return isSameRail(intent, request) ? null : ANOTHER_RAIL
      })
    },
    quoteWithdrawal: async (request, call) => {
      checkRequest("quoteWithdrawal", request)
      const { memo, ...rest } = request
      const { memo: memoField } = assumptions.fields.withdrawalQuote
      if (memo === undefined) return sendOne("quoteWithdrawal", { ...call, body: rest })
      if (memoField === null)
        throw refusedLocally(
          "quoteWithdrawal",
          "assumptions.fields.withdrawalQuote.memo is null, so no memo can be sent"
        )
      try {
        const body = withField(rest, memoField, memo)
        const quote = await sendOne("quoteWithdrawal", { ...call, body })
        if (fieldOf(quote, memoField) === undefined) reportLostMemo(report)
        return quote
      } catch (error) {
        if (error instanceof GatewayError && error.category === "validation") reportLostMemo(report)
        throw error
      }
    },
    createWithdrawal: (request, call) =>
      mutate("createWithdrawal", request, call, undefined, (record) => {
        const withdrawal = resources.withdrawal.parse(record, assumptions, report)
        // A withdrawal that we create repeats our reference.
        reportMissing(record, "withdrawal", ["clientReference"], assumptions, report)
        return withdrawal
      }),
    hasWithdrawalReads: paths.getWithdrawal !== null || paths.listWithdrawals !== null,
    listWithdrawals,
    getWithdrawal: (withdrawalId) =>
      paths.getWithdrawal === null && paths.listWithdrawals !== null
        ? findWithdrawal(listWithdrawals(), withdrawalId)
        : fetchOne("getWithdrawal", "withdrawal", withdrawalId),
    listBalances: () => walk("listBalances"),
    listTransactions: () => walk("listTransactions"),
    listNetworks: () => walk("listNetworks"),
    listSupportedNetworks: () => walk("listSupportedNetworks"),
    listTokens: ({ networkId } = {}) => walk("listTokens", { networkId }),
    getBilling: () => sendOne("getBilling", {}),
    getBillingUsage: () => sendOne("getBillingUsage", {}),
    listDeposits: ({ status } = {}) => walk("listDeposits", { status }),
    assignDeposit: (depositId, request, call) =>
      mutate("assignDeposit", request, { ...call, params: { depositId } }),
    acceptDeposit: (depositId, call) => sendOne("acceptDeposit", { ...call, params: { depositId } }),
    refundDeposit: (depositId, call) => sendOne("refundDeposit", { ...call, params: { depositId } }),
    verifyPayoutKey: async () => {
      try {
        await send("listBalances", { payoutCheck: PAYOUT_KEY_CHECK }, () => undefined)
        return false
      } catch (error) {
        if (error instanceof GatewayError && error.status === 403) return true
        throw error
      }
    },
  }
}

/** Sends a call, reads its answer, and reports how the call ended. */
function createSend(settings: ClientSettings): Send {
  const call = createCaller(settings)

  return async (name, input, parse, findProblem) => {
    const request = buildCall(name, input, settings)
    const onCall = (error: GatewayError | null) => {
      if (input.payoutCheck === undefined) settings.onCall?.({ endpoint: name, error })
    }
    let isAnswered = false
    try {
      const reply = await call(request)
      isAnswered = true
      let value
      try {
        value = parse(reply.value)
      } catch (error) {
        if (!(error instanceof ContractError)) throw error
        // Repeating a mutating call under its key may bring a readable answer.
        throw unexpectedAnswer(name, reply, problemOf(error), endpoints[name].isMutating)
      }
      const problem = findProblem?.(value)
      const error = problem ? unexpectedAnswer(name, reply, problem) : null
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

/**
 * Checks a request before it is sent.
 *
 * @throws GatewayError INVALID_REQUEST naming the fields, never their values
 */
function checkRequest(name: EndpointName, value: unknown): void {
  const { request }: Endpoint = endpoints[name]
  try {
    if (request !== undefined) parseAs(request, value, "request")
  } catch (error) {
    if (error instanceof ContractError) throw refusedLocally(name, error.problems.join("; "))
    throw error
  }
}

/** @see service-interface "Endpoints", rule 3 */
function addressProblem({ address }: EnsuredAddress, request: EnsureAddressRequest): AnswerProblem | null {
  const { chain, networkId } = request
  const mismatch = (what: string): AnswerProblem => ({
    explanation: `the address is ${what}`,
    code: "ADDRESS_MISMATCH",
  })
  if (address.chainFamily !== request.chain) return mismatch("of another chain than requested")
  if (networkId !== undefined && address.networkId !== networkId)
    return mismatch("of another network than requested")
  const { kind } = validateAddress({ chain, address: address.address })
  return kind === "invalid" ? mismatch("not valid on the requested chain") : null
}

/** A refused memo, or one that the quote does not repeat, may have gone under a name the service does not know. */
function reportLostMemo(report?: ReportUnreadable): void {
  const setting = "assumptions.fields.withdrawalQuote.memo"
  report?.({ resource: "withdrawal quote", field: "memo", setting, isMissing: true })
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

const ANOTHER_RAIL: AnswerProblem = {
  explanation: "the answer is for another rail than requested",
  code: "RAIL_MISMATCH",
}

/**
 * Finds an answer about another resource than requested. Also where the setting of the identifier names a field
 * that refers to something else.
 */
function anotherThan(resource: "customer" | "invoice" | "withdrawal", requested: string) {
  return (answer: object): AnswerProblem | null => {
    if (fieldOf(answer, "id") === requested) return null
    const unreadable = { fields: ["id"], setting: settingOf(resource, ["id"]) }
    return { explanation: `the answer is another ${resource} than requested`, unreadable }
  }
}
