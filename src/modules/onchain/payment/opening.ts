import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { orderIdOfAttempt } from "../../../domain/payment/attempt"
import { findAddressRefusal } from "../../../domain/payment/invoice-reading"
import type { PaymentKind } from "../../../domain/payment/payment-status"
import {
  chooseKind,
  findIntentProblem,
  type IntentProblem,
  isReusableAddressChain,
} from "../../../domain/payment/rails"
import { findMismatch } from "../../../domain/payment/settlement"
import type { GatewayClient } from "../../../gateway/client/client"
import { GatewayError } from "../../../gateway/client/errors"
import type { CreateInvoiceRequest, Intent, Invoice } from "../../../gateway/contract"
import type OnchainModuleService from "../service"
import { reasonOf } from "../work/audit-log"
import { type Exclusively, inTime, isInScope } from "../work/claim"
import { isAddressRefusal, isDuplicateCustomer, isNotConfigured } from "./address-book"
import { type AnyPayment, isChosen, type PaymentRow } from "./payment-row"
import type { Columns } from "./payment-status"
import { type ChoosePayout, chooseSplit, type SplitContext, splitOf } from "./payout-split"
import type { RailQuote } from "./rails"
import { checkoutError, signInFirst, unavailableRail } from "./shopper-errors"

export type OpenPaymentRequest = {
  sessionId: string
  /** Decimal text in major units. */
  fiatAmount: string
  currencyCode: string
  /** Medusa's customer, when signed in; null for a guest. */
  customerId: string | null
  collectionId?: string | null
}

/** `payment` gets a further attempt; undefined for a new session. `payoutItems` is what its split was chosen for. */
type Request = OpenPaymentRequest & { payment?: AnyPayment; payoutItems?: string | null }

export type OpeningModule = Pick<
  OnchainModuleService,
  "payments" | "intents" | "customers" | "addresses" | "options" | "minimums" | "quoteRails"
> &
  SplitContext & { checkout: { gateway: Pick<GatewayClient, "createInvoice" | "createIntent"> } }

/**
 * Opens payments, and their invoices and intents: one row, one idempotency key, one call.
 *
 * The row and its key are stored before the call, so a retry after a crash or in parallel returns the same invoice or intent.
 */
export class Opening {
  constructor(
    private readonly onchain: OpeningModule,
    private readonly exclusively: Exclusively,
    private readonly choosePayout: ChoosePayout
  ) {}

  /**
   * Stores the payment of a session. With a rail it also opens the first invoice or intent; without one it calls nothing, and the
   * payer chooses on the payment page.
   *
   * @throws MedusaError `invalid_data` for a rail that is not offered, `not_allowed` when the gateway cannot
   * open it now
   */
  async open({
    railId,
    ...request
  }: OpenPaymentRequest & { railId: string | undefined }): Promise<AnyPayment> {
    const { payments, options } = this.onchain
    const session = { session_id: request.sessionId }
    const existing = await payments.findAny(session)
    if (existing) return isChosen(existing) ? this.reopen(existing) : existing
    if (railId !== undefined) return this.openOnRail(railId, request)
    if (chooseKind(options, request.customerId !== null) === null) throw signInFirst()
    await payments.insertUnchosen({
      ...session,
      id: generateEntityId(undefined, "ocpay"),
      customer_id: request.customerId,
      collection_id: request.collectionId ?? null,
      fiat_amount: request.fiatAmount,
      currency_code: request.currencyCode,
    })
    const stored = await payments.findAny(session)
    if (!stored) throw new Error(`the payment of session ${request.sessionId} was not stored`)
    return stored
  }

  /**
   * Opens a further attempt for the full amount at the current price. The previous one stays watched, and is shown again if the
   * new one is refused. The caller holds the lock of the payment.
   *
   * @param terms the order may owe less by now, and belong to another customer
   * @throws MedusaError as {@link open}
   */
  async openAnother(
    payment: AnyPayment,
    railId: string,
    terms: Partial<Pick<OpenPaymentRequest, "fiatAmount" | "customerId">> = {}
  ): Promise<PaymentRow> {
    try {
      return await this.openOnRail(railId, { ...requestOf(payment), ...terms, payment })
    } catch (error) {
      const now = await this.onchain.payments.find({ id: payment.id })
      if (now?.state === "failed" && payment.attempt_id !== null && now.attempt_id !== payment.attempt_id)
        await this.onchain.payments.showAgain(now, payment.attempt_id)
      throw error
    }
  }

  /** Resumes an interrupted opening under the same key. @throws MedusaError `not_allowed` when the gateway cannot open it now */
  async reopen(payment: PaymentRow): Promise<PaymentRow> {
    // Its session was opened in another account, as before the store went live: it needs another session.
    if (!isInScope(this.onchain.options, payment)) throw unavailableRail()
    if (payment.gateway_invoice_id || payment.gateway_intent_id) return payment
    if (payment.state !== "opening") throw unavailableRail()
    const request = requestOf(payment)
    const rail = await this.findRail(payment.rail_id, request)
    if (payment.kind === "invoice") return this.openInvoice(payment, rail)
    if (!rail.takesIntent) throw unavailableRail()
    return this.openIntent(rail, request, payment)
  }

  private async openOnRail(railId: string, asked: Request): Promise<PaymentRow> {
    const offered = await this.findRail(railId, asked)
    const kind = await this.decideKind(offered, asked)
    const split = await chooseSplit(this.choosePayout, { rail: offered, request: asked }, this.onchain)
    const rail = { ...offered, payout: split.payout }
    const request = { ...asked, payoutItems: split.items }
    if (split.problem !== null) {
      await this.insertAttempt(rail, request, { kind, state: "failed", last_error: split.problem })
      throw unavailableRail()
    }
    if (kind === "auto_deposit")
      try {
        return await this.openIntent(rail, request)
      } catch (error) {
        if (!isNotConfigured(error)) throw checkoutError(error)
      }
    const attempt = await this.insertAttempt(rail, request, { kind: "invoice" })
    return attempt.gateway_invoice_id === null ? this.openInvoice(attempt, rail) : attempt
  }

  private async findRail(railId: string, request: OpenPaymentRequest): Promise<RailQuote> {
    const { quotes } = await this.onchain.quoteRails(request).catch((error: unknown) => {
      throw checkoutError(error)
    })
    const rail = quotes.find((quote) => quote.id === railId)
    if (rail) return rail
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `rail: "${railId.slice(0, 80)}" is not offered for this cart; use one of the ids of GET /store/onchain/payment-options`
    )
  }

  /**
   * An intent names its asset by symbol only, so it cannot serve a symbol that two assets share, nor a customer
   * whom the service does not create, nor an amount that leaves no record below the service's minimum. With `auto`, all pay by invoice.
   */
  private async decideKind(rail: RailQuote, { customerId }: OpenPaymentRequest): Promise<PaymentKind> {
    const { options, customers, addresses } = this.onchain
    const kind = chooseKind(options, customerId !== null)
    if (kind === null) throw signInFirst()
    if (kind === "invoice" || customerId === null) return "invoice"
    const canFallBack = options.collection === "auto"
    if (canFallBack && (rail.isSymbolShared || !rail.takesIntent)) return "invoice"
    if (rail.isSymbolShared) throw unavailableRail()
    if (canFallBack && addresses.isNotConfiguredNow(rail.token)) return "invoice"
    if (canFallBack && (await customers.isStuck(customerId))) return "invoice"
    try {
      await customers.ensure(customerId)
    } catch (error) {
      if (isDuplicateCustomer(error) && canFallBack) return "invoice"
      throw checkoutError(error)
    }
    return kind
  }

  /**
   * Stores an attempt with its idempotency key, quote and split, and the payment of a new session.
   *
   * @returns the stored row; another process may have been faster
   */
  private async insertAttempt(
    rail: RailQuote,
    { payment, sessionId, payoutItems = null, ...request }: Request,
    outcome: { kind: PaymentKind } & Pick<Columns, "state" | "last_error">
  ): Promise<PaymentRow> {
    const { payments } = this.onchain
    const { token, rate } = rail
    const attemptId = generateEntityId(undefined, "ocatt")
    const isIntent = outcome.kind === "auto_deposit"
    const { payout_route_id, recipients } = splitOf(rail.payout)
    const isNamed = !isIntent && outcome.state !== "failed" && (await this.isKnown(request.customerId))
    const key = isIntent ? "intent_" : isNamed ? OF_CUSTOMER : "invoice_"
    const number = payment ? (await payments.countAttempts(payment.id)) + 1 : 1
    const attempt = {
      state: "opening" as const,
      ...outcome,
      attempt_id: attemptId,
      external_order_id: isIntent ? orderIdOfAttempt(sessionId, number) : null,
      customer_id: request.customerId,
      payout_route_id,
      payout_items: payoutItems,
      idempotency_key: `${key}${attemptId}`,
      rail_id: rail.id,
      chain: token.chain,
      network_id: token.networkId,
      token: token.token,
      decimals: rail.decimals,
      canonical_asset_id: token.canonicalAssetId ?? null,
      contract_address: token.contractAddress ?? token.tokenMint ?? null,
      expected_amount: rail.amount,
      asked_fiat_amount: request.fiatAmount,
      rate: rate.price,
      rate_source: rate.source,
      rate_at: new Date(rate.asOfMs),
    }
    const added = payment && (await payments.addAttempt(payment, payment.attempt_id, attempt, recipients))
    if (!payment) {
      const row = {
        ...attempt,
        id: generateEntityId(undefined, "ocpay"),
        session_id: sessionId,
        collection_id: request.collectionId ?? null,
        fiat_amount: request.fiatAmount,
        currency_code: request.currencyCode,
      }
      await payments.insert(row, [], recipients)
    }
    const stored = await payments.find({ session_id: sessionId })
    if (!stored) throw new Error(`the payment of session ${sessionId} was not stored`)
    // Another process may have stored the row first: for another kind, or as failed without its split.
    const isOther = stored.state === "failed" || stored.kind !== outcome.kind
    if (outcome.state !== "failed" && isOther) throw unavailableRail()
    // The payment now shows another choice, with its own key and price.
    if (payment && !added && stored.rail_id !== rail.id) throw unavailableRail()
    return stored
  }

  /**
   * Ensures the service's customer of an account holder. An invoice needs none, so its payer does not wait for a slow answer, which
   * still serves the next attempt.
   */
  private async isKnown(customerId: string | null): Promise<boolean> {
    if (customerId === null) return false
    const { customers } = this.onchain
    try {
      if (await customers.isStuck(customerId)) return false
      return (await inTime(customers.ensure(customerId), CUSTOMER_PATIENCE_MS)) !== undefined
    } catch (error) {
      if (error instanceof GatewayError) return false
      throw error
    }
  }

  /** The stored key says whether the invoice names its customer, so that a repetition sends the same. */
  private async customerOf({ customer_id, idempotency_key }: PaymentRow): Promise<string | null | undefined> {
    if (customer_id === null || !idempotency_key.startsWith(OF_CUSTOMER)) return null
    return (await this.onchain.customers.find({ customer_id }))?.gateway_customer_id
  }

  /** Requests the invoice of a row that is being opened, and stores what its payer needs. */
  private async openInvoice(payment: PaymentRow, rail: RailQuote): Promise<PaymentRow> {
    const { payments, checkout } = this.onchain
    let invoice: Invoice
    try {
      const customerId = await this.customerOf(payment)
      const request = {
        ...invoiceRequest(payment, rail, await payments.payoutOf(payment)),
        ...(customerId && { customerId }),
      }
      invoice = await checkout.gateway.createInvoice(request, { idempotencyKey: payment.idempotency_key })
    } catch (error) {
      await this.noteFailure(payment, rail, error)
      throw checkoutError(error)
    }
    const mismatch = findMismatch(invoice, { ...payment, gateway_invoice_id: invoice.id })
    if (mismatch) {
      const last_error = `the gateway opened another invoice than requested: ${mismatch}`
      await payments.move(payment, "failed", { last_error })
      throw unavailableRail()
    }
    const refusal = findAddressRefusal(invoice, payment)
    if (refusal) {
      await payments.move(payment, "failed", {
        address_refused_at: new Date(payments.clock()),
        address_refusal: refusal,
        last_error: `the address of the invoice was not shown: ${refusal}`,
      })
      throw unavailableRail()
    }
    // One write: a payment with an invoice but without its address would never be payable.
    return payments.record(payment, invoice, invoice, {
      gateway_invoice_id: invoice.id,
      expires_at: invoice.expiresAt ? new Date(invoice.expiresAt) : null,
      last_error: null,
    })
  }

  /**
   * Announces a deposit to the reusable address of a signed-in customer.
   *
   * One at a time per customer, network and token, since the service keeps the last one requested and our rows
   * have to agree with it. The row is stored right before the call: one that is `opening` may have an intent.
   *
   * @param lost the row of an intent whose answer was lost
   * @throws GatewayError, with collection `auto`, where the business takes no deposits on this rail: an invoice replaces the intent
   */
  private openIntent(rail: RailQuote, request: Request, lost?: PaymentRow): Promise<PaymentRow> {
    const { customerId } = request
    if (customerId === null) throw new Error("an intent is for a signed-in customer")
    const { chain, networkId, token } = rail.token
    const key = ["onchain:intent", customerId, chain, networkId, token].join(":")
    return this.exclusively(key, async () => {
      let address: string | null
      try {
        // The treasury and a memo replace the address on other chains.
        address = isReusableAddressChain(chain)
          ? await this.onchain.addresses.ensure(customerId, rail.token)
          : null
      } catch (error) {
        const last_error = reasonOf(error)
        const isUnconfigured = isNotConfigured(error)
        if (lost) await this.noteFailure(lost, rail, error)
        else if (isUnconfigured && this.onchain.options.collection === "auto") throw error
        else if (isUnconfigured || isAddressRefusal(error))
          await this.insertAttempt(rail, request, { kind: "auto_deposit", state: "failed", last_error })
        throw checkoutError(error)
      }
      const payment = lost ?? (await this.insertAttempt(rail, request, { kind: "auto_deposit" }))
      return payment.gateway_intent_id === null
        ? this.announce(payment, { customerId, rail, address })
        : payment
    })
  }

  private async announce(
    payment: PaymentRow,
    { customerId, rail, address }: { customerId: string; rail: RailQuote; address: string | null }
  ): Promise<PaymentRow> {
    const { intents, customers, checkout, payments } = this.onchain
    const { chain, network_id: networkId, token, expected_amount: expectedAmount } = payment
    if (payment.external_order_id === null) throw new Error("an intent names the order that it is for")
    const asked = { chain, networkId, token, expectedAmount, externalOrderId: payment.external_order_id }
    const reject = (last_error: string) => intents.conclude(payment, { state: "failed", last_error })
    const payout = await payments.payoutOf(payment)
    let intent: Intent
    try {
      intent = await checkout.gateway.createIntent(
        { customerId: await customers.ensure(customerId), ...asked, ...payout },
        { idempotencyKey: payment.idempotency_key }
      )
    } catch (error) {
      // Such an intent exists, and has replaced the older one.
      if (isRailMismatch(error)) await reject(error.message)
      else await this.noteFailure(payment, rail, error)
      throw checkoutError(error)
    }
    const problem = findIntentProblem(intent, { ...asked, address })
    if (problem !== null) {
      await reject(`the gateway announced another deposit than requested: ${PROBLEM_WORDS[problem]}`)
      throw unavailableRail()
    }
    const bound = await intents.conclude(payment, {
      state: "awaiting",
      gateway_intent_id: intent.id,
      deposit_address: address ?? intent.depositAddress ?? "",
      memo: address === null ? (intent.memo?.value ?? null) : null,
      gateway_status: intent.status ?? null,
      provider_status: intent.statusWord ?? null,
      last_error: null,
    })
    if (bound) return bound
    // Another process finished opening this row: with the same intent, or because a newer one replaced it.
    const now = await payments.find({ attempt_id: payment.attempt_id })
    if (now?.gateway_intent_id === intent.id) return now
    throw unavailableRail()
  }

  /**
   * An unknown outcome keeps the row open under its key; a refusal ends it. So does an answer for another rail:
   * its address was never shown, and the key would return the same one again. A refusal for the amount is remembered.
   */
  private async noteFailure(payment: PaymentRow, { usdPrice }: RailQuote, error: unknown): Promise<void> {
    const { minimums, payments } = this.onchain
    const { kind, rail_id: railId, expected_amount: amount } = payment
    minimums.learn({ kind, railId, amount, usdPrice }, error)
    const last_error = reasonOf(error)
    if (isFinal(error)) await payments.move(payment, "failed", { last_error })
    else await payments.note(payment.id, { last_error })
  }
}

/** How long an invoice waits for the service's customer, while its payment is locked. */
const CUSTOMER_PATIENCE_MS = 2_000

/** Beginning of the key of an invoice that names its customer. */
const OF_CUSTOMER = "invoice_customer_"

/** For the merchant, without address or amount. */
const PROBLEM_WORDS = {
  other_rail: "it is for another rail",
  other_order: "it is for another order",
  other_amount: "it has another amount",
  no_address: "it names no address",
  no_memo: "it names no memo, so its payment cannot be recognised",
  unpayable: "its address and memo cannot be paid",
  other_address: "its address is not the customer's",
} as const satisfies Record<IntentProblem, string>

function requestOf(payment: AnyPayment): OpenPaymentRequest {
  return {
    sessionId: payment.session_id,
    fiatAmount: payment.fiat_amount,
    currencyCode: payment.currency_code,
    customerId: payment.customer_id,
    collectionId: payment.collection_id,
  }
}

function invoiceRequest(
  payment: PaymentRow,
  { token, receiveMode }: RailQuote,
  payout: RailQuote["payout"]
): CreateInvoiceRequest {
  const { canonicalAssetId, issuerAddress } = token
  const isIssued = token.chain === "stellar" && issuerAddress !== undefined
  const asset = { assetCode: token.assetCode ?? token.token, issuerAddress, canonicalAssetId }
  return {
    amount: payment.expected_amount,
    token: payment.token,
    chain: payment.chain,
    networkId: payment.network_id,
    metadata: { payment_session_id: payment.session_id },
    ...(isIssued ? asset : {}),
    ...(token.chain === "stellar" && receiveMode ? { receiveMode } : {}),
    ...payout,
  }
}

function isFinal(error: unknown): boolean {
  if (isAddressRefusal(error) || isRailMismatch(error)) return true
  return error instanceof GatewayError && !error.isRetryable && error.outcome === "not_applied"
}

function isRailMismatch(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.code === "RAIL_MISMATCH"
}
