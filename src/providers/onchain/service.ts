import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CapturePaymentInput,
  DeletePaymentInput,
  GetPaymentStatusInput,
  ICustomerModuleService,
  ILockingModule,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  IWorkflowEngineService,
  Logger,
  PaymentSessionStatus,
  RefundPaymentInput,
  RetrievePaymentInput,
  UpdatePaymentInput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider, MedusaError, Modules, PaymentActions } from "@medusajs/framework/utils"
import { type CoverFacts, findMisfit, isPaidOtherwise, type Misfit } from "../../domain/payment/settlement"
import { compareAmounts } from "../../gateway/amount"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import { fiatAmountToText } from "../../modules/onchain/payment/medusa-payments"
import { Opening } from "../../modules/onchain/payment/opening"
import { isChosen, type AnyPayment } from "../../modules/onchain/payment/payment-row"
import { type ChoosePayout, choosePayoutBy } from "../../modules/onchain/payment/payout-split"
import type OnchainModuleService from "../../modules/onchain/service"
import { type Exclusively, exclusivelyBy } from "../../modules/onchain/work/claim"

type Cradle = { onchain: OnchainModuleService; logger: Logger }
const PLACES_AN_ORDER: readonly PaymentSessionStatus[] = ["pending_authorization", "captured"]
type Data = Record<string, unknown> | undefined

/**
 * Payment provider `pp_onchain_<id>`. Each method reads its input, calls the module, and maps the answer;
 * none moves funds.
 */
export default class OnchainPaymentProvider extends AbstractPaymentProvider {
  static override identifier = "onchain"

  private readonly onchain: OnchainModuleService
  private readonly logger: Logger

  constructor(cradle: Cradle, config?: Record<string, unknown>) {
    super(cradle, config)
    this.onchain = cradle.onchain
    this.logger = cradle.logger
  }

  /**
   * Stores the payment of a session. With `data.rail` it opens an invoice, or an intent for a signed-in customer. Without it, it
   * calls nothing, and the shopper chooses on the payment page.
   */
  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const sessionId = textOf(input.data, "session_id")
    if (!sessionId) throw invalid("data.session_id: set by Medusa, found nothing")
    const fiatAmount = fiatAmountToText(input.amount)
    const currencyCode = input.currency_code.toLowerCase()
    const cover = await this.onchain.collectionAmounts.ofSession(sessionId)
    const collectionId = cover?.collectionId ?? null
    const key = textOf(input.data, APPLICATION)
    if (key !== undefined && collectionId !== null) {
      // A key that a client made up matches nothing, and the session is then opened as any other.
      const session = { id: sessionId, key, collectionId, amount: fiatAmount, currencyCode }
      const applied = await this.onchain.resolutions.bindSession(session)
      if (applied) return { id: applied.id, status: "pending", data: paymentToSessionData(applied, true) }
    }
    if (cover) await this.requireOpenable(cover)
    const payment = await new Opening(this.onchain, runExclusively, choosePayout).open({
      ...{ sessionId, fiatAmount, currencyCode, collectionId },
      railId: railOf(input.data),
      customerId: await findAccountHolder(input.context?.customer?.id),
    })
    this.logger.info(
      `onchain: session ${sessionId} awaits ` +
        (isChosen(payment)
          ? `${payment.expected_amount} ${payment.token} on ${payment.network_id}`
          : `${payment.fiat_amount} ${payment.currency_code}; no network and token chosen yet`)
    )
    return { id: payment.id, status: "pending", data: paymentToSessionData(payment) }
  }

  /** An invoice cannot be changed, so only an unchanged amount is accepted. */
  override async updatePayment(input: UpdatePaymentInput) {
    const payment = await this.require(input.data)
    const isSame =
      compareAmounts(fiatAmountToText(input.amount), payment.fiat_amount) === 0 &&
      input.currency_code.toLowerCase() === payment.currency_code
    if (isSame) return { data: paymentToSessionData(payment) }
    throw refused(
      "The amount of an open invoice cannot be changed. Create a new payment session for the cart."
    )
  }

  /**
   * Answers whether the order may be placed, and whether it is paid.
   *
   * The session comes from the context. Its data is not trusted: until the invoice is open core has stored
   * the client's own, which may name a session that another shopper has paid.
   */
  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const sessionId = input.context?.idempotency_key
    const own = await this.find({ session_id: sessionId })
    // A session that carries applied money has no payment of its own.
    const applied = own || !sessionId ? undefined : await this.onchain.resolutions.findBySession(sessionId)
    if (applied) return { status: "captured", data: paymentToSessionData(applied, true) }
    const payment = required(own)
    const { placeOrder } = this.onchain.options
    // Money of the sandbox pays no order of a store that is live.
    const status = this.onchain.isOfThisAccount(payment)
      ? authorizationStatus(payment, placeOrder)
      : "canceled"
    if (PLACES_AN_ORDER.includes(status)) {
      const cover = await this.onchain.collectionAmounts.ofSession(payment.session_id)
      if (cover) requireCover(payment, status, cover)
      if (await this.onchain.collectionAmounts.hasOtherItems(payment))
        throw refused(OTHER_ITEMS, "items_changed")
      await this.notePlaced(payment, status, cover?.orderId ?? null)
    }
    return { status, data: paymentToSessionData(payment) }
  }

  /** The service has no capture of its own: a settled invoice is captured money. */
  override async capturePayment(input: CapturePaymentInput) {
    const payment = await this.require(input.data)
    if (this.statusOf(payment, input.data) === "captured")
      return { data: refreshSessionData(payment, input.data) }
    throw refused(
      `The payment of session ${payment.session_id} has not settled on the network yet; it is captured automatically when it does.`
    )
  }

  /**
   * Core calls this by itself. The invoice stays open at the service, and the inbox handles what still
   * arrives.
   */
  override async cancelPayment(input: CancelPaymentInput) {
    const payment = await this.require(input.data)
    this.logger.info(
      `onchain: session ${payment.session_id} was cancelled in Medusa while ${payment.state}; no funds moved`
    )
    return { data: refreshSessionData(payment, input.data) }
  }

  /**
   * Core calls this before it deletes a session. While a session opens, its data is the client's own and may name another shopper's,
   * so this is a hint, as a webhook is: the payment is abandoned once Medusa confirms that its session is gone.
   *
   * @throws MedusaError for a stranger to the placed order of the session; core then deletes nothing
   */
  override async deletePayment(input: DeletePaymentInput) {
    const { data } = input
    const payment = await this.find(data)
    if (!payment || isOfApplication(payment, data) || payment.id !== data?.payment_id) return { data }
    const { sessionGuard } = this.onchain
    if (payment.collection_id !== null) await sessionGuard.requireMayChange(payment.collection_id)
    await sessionGuard.hintDeletion(payment.id)
    return { data }
  }

  /**
   * Records a refund that is due. Core calls this by itself, so it moves no funds: an admin pays it out.
   *
   * Recorded once under Medusa's id, so that it can be repeated when its answer was lost. If it failed, core
   * would take its refund back and give the next attempt another id.
   */
  override async refundPayment(input: RefundPaymentInput) {
    const payment = await this.require(input.data)
    if (!isChosen(payment))
      throw refused(`Session ${payment.session_id} is unpaid: no network and token chosen yet.`)
    const fiatAmount = fiatAmountToText(input.amount)
    const id = input.context?.idempotency_key
    if (!id) throw invalid("context.idempotency_key: set by Medusa, found nothing")
    await onceMore(
      () => this.onchain.refunds.oweOrderRefund(payment, { id, fiatAmount }),
      (error) => this.logger.warn(`onchain: refund ${id} is recorded once more: ${reasonOf(error)}`)
    )
    this.logger.info(`onchain: refund ${id} of ${fiatAmount} ${payment.currency_code} is due; no funds moved`)
    return { data: refreshSessionData(payment, input.data) }
  }

  override async retrievePayment(input: RetrievePaymentInput) {
    return { data: refreshSessionData(await this.require(input.data), input.data) }
  }

  override async getPaymentStatus(input: GetPaymentStatusInput) {
    const payment = await this.require(input.data)
    return { status: this.statusOf(payment, input.data), data: refreshSessionData(payment, input.data) }
  }

  /** Medusa's own webhook route is closed for this provider: webhooks come to `/hooks/onchain`. */
  override getWebhookActionAndData(): Promise<WebhookActionResult> {
    return Promise.resolve({ action: PaymentActions.NOT_SUPPORTED })
  }

  /** An order that is paid gets no further invoice, from any caller. */
  private async requireOpenable(cover: CoverFacts): Promise<void> {
    await this.onchain.sessionGuard.requireMayChange(cover.collectionId)
    requireCurrent(cover)
    if (cover.orderId === null || !isPaidOtherwise(cover)) return
    throw refused("This order is paid. Send nothing more.", "paid")
  }

  /** Medusa may have placed and taken back an order on it before. */
  private async notePlaced(
    payment: AnyPayment,
    status: PaymentSessionStatus,
    orderId: string | null
  ): Promise<void> {
    if (status !== "pending_authorization") return
    const isNoted = payment.order_placed_at !== null && payment.order_check_at !== null
    if (isNoted && (orderId === null || orderId === payment.placed_order_id)) return
    await this.onchain.orderFollowUps.notePlaced(
      payment.id,
      this.onchain.options.unpaidOrderTimeoutMinutes,
      orderId
    )
  }

  private statusOf(payment: AnyPayment, data: Data): PaymentSessionStatus {
    return isOfApplication(payment, data) && payment.state === "captured"
      ? "captured"
      : paymentToStatus(payment)
  }

  private async find(data: Data): Promise<AnyPayment | undefined> {
    const sessionId = textOf(data, "session_id")
    return sessionId ? this.onchain.payments.findAny({ session_id: sessionId }) : undefined
  }

  private async require(data: Data): Promise<AnyPayment> {
    return required(await this.find(data))
  }
}

function required(payment: AnyPayment | undefined): AnyPayment {
  if (payment) return payment
  throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no crypto payment for this payment session.")
}

const invalid = (message: string) => new MedusaError(MedusaError.Types.INVALID_DATA, message)
const refused = (message: string, code?: string) =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code)

const STATUS_OF = {
  choosing: "pending",
  opening: "pending",
  awaiting: "pending",
  confirming: "pending",
  settled: "captured",
  captured: "captured",
  // The shopper can still pay, late or with another attempt. A final status would end the session.
  expired: "requires_more",
  failed: "requires_more",
  cancelled: "requires_more",
  superseded: "requires_more",
  unallocated: "canceled",
} as const satisfies Record<AnyPayment["state"], PaymentSessionStatus>

/** Money applied to an order is captured by the session made for it only: the payment's own session has none left. */
export function paymentToStatus(payment: AnyPayment): PaymentSessionStatus {
  return isSpentElsewhere(payment) ? "canceled" : STATUS_OF[payment.state]
}

function isSpentElsewhere({ state, resolution }: AnyPayment): boolean {
  return state === "captured" && resolution === "apply"
}

/**
 * Answers whether an order may be placed: unpaid (`pending_authorization`) or once it is paid (`requires_more`), as the merchant
 * chose. A placed order keeps waiting, whatever happens to an attempt: an error would end its session, and a late payment could no
 * longer be captured.
 */
export function authorizationStatus(
  payment: AnyPayment,
  placeOrder: "before_payment" | "after_payment"
): PaymentSessionStatus {
  const status = paymentToStatus(payment)
  if (status === "captured" || isSpentElsewhere(payment)) return status
  if (payment.order_placed_at) return "pending_authorization"
  if (status === "canceled") return status
  return placeOrder === "before_payment" ? "pending_authorization" : "requires_more"
}

/**
 * Refuses an order for less than its total, and a capture beside another payment that holds it all. Medusa asks after it wrote the
 * order, and takes the order back when we refuse. An order that was placed before may cost more by now, and is still captured.
 *
 * @throws MedusaError `not_allowed` with code `already_paid` or `total_not_covered`
 * @see ADR 0041
 */
function requireCover(payment: AnyPayment, status: PaymentSessionStatus, cover: CoverFacts): void {
  const { order_placed_at, placed_order_id } = payment
  // Medusa may have placed another order on it, and taken that back.
  const isPlaced = order_placed_at !== null && (placed_order_id === null || placed_order_id === cover.orderId)
  const misfit = findMisfit(cover, cover.isOfCart && !isPlaced ? "placing" : "placed")
  if (misfit) throw notCovered(cover, misfit)
  if (status === "captured" && isPaidOtherwise(cover))
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Another payment of the order holds its price. This one, of session ${payment.session_id}, is not captured; it is held for review.`,
      "already_paid"
    )
}

/** @throws MedusaError `not_allowed` with code `total_not_covered` for what a cart or order is not */
function requireCurrent(cover: CoverFacts): void {
  const misfit = findMisfit(cover, "opening")
  if (misfit) throw notCovered(cover, misfit)
}

function notCovered({ session }: CoverFacts, misfit: Misfit): MedusaError {
  const asked = `${session.amount} ${session.currency.toUpperCase()}`
  const problem =
    misfit.kind === "other_currency"
      ? `in another currency than what it is for (${misfit.currencies.join(", ").toUpperCase()})`
      : misfit.kind === "missing"
        ? `${asked}, which leaves ${misfit.amount.amount} of its total unpaid`
        : `${asked}, which is ${misfit.amount.amount} more than its total`
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `The payment of this cart is ${problem}: the cart changed after the payment was opened. Load the payment options again and choose one; no order was placed.`,
    "total_not_covered"
  )
}

/** The service pays out by the split of the attempt, so the sellers of other items would get the money. */
const OTHER_ITEMS =
  "The items of this cart changed after its payment was opened. Load the payment options again and choose one; no order was placed."

/** Key of the proof that a session carries a payment's money by a person's decision. */
const APPLICATION = "application"

/**
 * What a payment session stores. Anyone with the order id can read it through Medusa's store route, so nothing here leads to the
 * page, an address or a transfer. Our ids win over what the client sent under these keys.
 *
 * @param isApplied for the session that carries applied money. The key of its creation is spent, and stays private
 */
export function paymentToSessionData(payment: AnyPayment, isApplied = false) {
  const attempt = isChosen(payment) ? payment : undefined
  return {
    session_id: payment.session_id,
    payment_id: payment.id,
    kind: attempt?.kind ?? null,
    rail: attempt?.rail_id ?? null,
    chain: attempt?.chain ?? null,
    network_id: attempt?.network_id ?? null,
    token: attempt?.token ?? null,
    amount: attempt?.expected_amount ?? null,
    expires_at: attempt?.expires_at?.toISOString() ?? null,
    state: payment.state,
    applied_session_id: isApplied ? payment.applied_session_id : null,
    ...(isApplied ? { [APPLICATION]: null } : {}),
  }
}

export function refreshSessionData(payment: AnyPayment, data: Data) {
  return paymentToSessionData(payment, isOfApplication(payment, data))
}

/** Whether stored data belongs to the session that carries applied money. */
export function isOfApplication(
  { resolution, applied_session_id: applied }: AnyPayment,
  data: Data
): boolean {
  return resolution === "apply" && applied !== null && textOf(data, "applied_session_id") === applied
}

/**
 * @returns undefined when the shopper chooses later
 * @throws MedusaError `invalid_data` for a choice that is not text
 */
export function railOf(data: Data): string | undefined {
  const rail = data?.rail
  if (rail === undefined || rail === null) return undefined
  if (typeof rail === "string" && rail !== "") return rail
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "data.rail: expected an id from GET /store/onchain/payment-options; omit it to let the shopper choose on the payment page"
  )
}

export function textOf(data: Data, key: string): string | undefined {
  const value = data?.[key]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** From Medusa's registry: a shop need not list the customer and locking modules as dependencies of the payment module. */
function loaded<Found>(name: string): Found | undefined {
  const found: Record<string, Found> | undefined = MedusaModule.getModuleInstance(name)
  return found?.[name]
}

/**
 * Finds out whether a customer has an account. Core names the customer of a signed-in request; a merchant's
 * own workflow may name a guest.
 *
 * @returns the id, or null for a guest
 */
async function findAccountHolder(customerId: string | undefined): Promise<string | null> {
  if (!customerId) return null
  const found = await loaded<ICustomerModuleService>(Modules.CUSTOMER)?.listCustomers(
    { id: customerId, has_account: true },
    { select: ["id"], take: 1 }
  )
  return found?.[0]?.id === customerId ? customerId : null
}

const runExclusively: Exclusively = async (key, job) => {
  const locking = loaded<ILockingModule>(Modules.LOCKING)
  if (!locking) throw new Error("medusa-payment-onchain: Medusa's locking module is not loaded")
  return exclusivelyBy(locking)(key, job)
}

const choosePayout: ChoosePayout = async (question) => {
  const engine = loaded<IWorkflowEngineService>(Modules.WORKFLOW_ENGINE)
  if (!engine) throw new Error("Medusa's workflow engine is not loaded")
  return choosePayoutBy(engine)(question)
}

/** Repeats a job once when it fails: a connection may break after the work was done. */
export async function onceMore<T>(job: () => Promise<T>, onFailure: (error: unknown) => void): Promise<T> {
  try {
    return await job()
  } catch (error) {
    onFailure(error)
    return job()
  }
}
