import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  IEventBusModuleService,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  PaymentSessionStatus,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider, MedusaError, Modules, PaymentActions } from "@medusajs/framework/utils"
import { type CoverFacts, isPaidOtherwise } from "../../domain/payment/order-cover"
import { compareAmounts } from "../../gateway/amount"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import { WEBHOOK_RECEIVED } from "../../modules/onchain/events"
import { fiatAmountToText } from "../../modules/onchain/payment/medusa-payments"
import { onceMore, findAccountHolder, runExclusively } from "./medusa-records"
import { openPayment } from "../../modules/onchain/payment/opening"
import { isChosen, type AnyPayment, type PaymentRow } from "../../modules/onchain/payment/payment-row"
import type OnchainModuleService from "../../modules/onchain/service"
import {
  appliedToSessionData,
  applicationKeyOf,
  isOfApplication,
  paymentToSessionData,
  railOf,
  refreshSessionData,
  sessionIdOf,
  requireCover,
  requireCurrent,
  authorizationStatus,
  paymentToStatus,
} from "./session"

type Cradle = { onchain: OnchainModuleService; logger: Logger; [Modules.EVENT_BUS]: IEventBusModuleService }
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
  private readonly eventBus: IEventBusModuleService

  constructor(cradle: Cradle, config?: Record<string, unknown>) {
    super(cradle, config)
    this.onchain = cradle.onchain
    this.logger = cradle.logger
    this.eventBus = cradle[Modules.EVENT_BUS]
  }

  /**
   * Stores the payment of a session. With `data.rail` it opens an invoice, or an intent for a signed-in customer. Without it, it
   * calls nothing, and the shopper chooses on the payment page.
   */
  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const sessionId = sessionIdOf(input.data)
    if (!sessionId)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, "data.session_id: set by Medusa, found nothing")
    const cover = await this.onchain.collectionAmounts.ofSession(sessionId)
    const collectionId = cover?.collectionId ?? null
    const applied = await this.bindApplication(sessionId, collectionId, input)
    if (applied) return { id: applied.id, status: "pending", data: appliedToSessionData(applied) }
    if (cover) await this.requireOpenable(cover)
    const request = {
      sessionId,
      railId: railOf(input.data),
      fiatAmount: fiatAmountToText(input.amount),
      currencyCode: input.currency_code.toLowerCase(),
      customerId: await findAccountHolder(input.context?.customer?.id),
      collectionId,
    }
    const payment = await openPayment(request, this.onchain.openingContext(runExclusively))
    this.logger.info(
      `onchain: session ${sessionId} awaits ` +
        (isChosen(payment)
          ? `${payment.expected_amount} ${payment.token} on ${payment.network_id}`
          : `${payment.fiat_amount} ${payment.currency_code}; no network and token chosen yet`)
    )
    return { id: payment.id, status: "pending", data: paymentToSessionData(payment) }
  }

  /** An invoice cannot be changed, so only an unchanged amount is accepted. */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const payment = await this.require(input.data)
    const isSame =
      compareAmounts(fiatAmountToText(input.amount), payment.fiat_amount) === 0 &&
      input.currency_code.toLowerCase() === payment.currency_code
    if (isSame) return { data: paymentToSessionData(payment) }
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
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
    const applied = sessionId && (await this.onchain.resolutions.findBySession(sessionId))
    if (applied) return { status: "captured", data: appliedToSessionData(applied) }
    const payment = await this.require({ session_id: sessionId })
    const { placeOrder } = this.onchain.options
    // Money of the sandbox pays no order of a store that is live.
    const status = this.onchain.isOfThisAccount(payment)
      ? authorizationStatus(payment, placeOrder)
      : "canceled"
    if (PLACES_AN_ORDER.includes(status)) {
      const cover = await this.onchain.collectionAmounts.ofSession(payment.session_id)
      if (cover) requireCover(payment, status, cover)
      await this.notePlaced(payment, status, cover?.orderId ?? null)
    }
    return { status, data: paymentToSessionData(payment) }
  }

  /** The service has no capture of its own: a settled invoice is captured money. */
  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const payment = await this.require(input.data)
    if (this.statusOf(payment, input.data) === "captured")
      return { data: refreshSessionData(payment, input.data) }
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The payment of session ${payment.session_id} has not settled on the network yet; it is captured automatically when it does.`
    )
  }

  /**
   * Core calls this by itself. The invoice stays open at the service, and the inbox handles what still
   * arrives.
   */
  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
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
  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const payment = await this.find(input.data)
    if (!payment || isOfApplication(payment, input.data)) return { data: input.data }
    if (payment.id !== input.data?.payment_id) return { data: input.data }
    if (payment.collection_id !== null)
      await this.onchain.sessionGuard.requireMayChange(payment.collection_id)
    await this.onchain.sessionGuard.hintDeletion(payment.id)
    return { data: input.data }
  }

  /**
   * Records a refund that is due. Core calls this by itself, so it moves no funds: an admin pays it out.
   *
   * Recorded once under Medusa's id, so that it can be repeated when its answer was lost. If it failed, core
   * would take its refund back and give the next attempt another id.
   */
  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const payment = await this.requireChosen(input.data)
    const fiatAmount = fiatAmountToText(input.amount)
    const id = input.context?.idempotency_key
    if (!id)
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "context.idempotency_key: set by Medusa, found nothing"
      )
    await onceMore(
      () => this.onchain.refunds.oweOrderRefund(payment, { id, fiatAmount }),
      (error) => this.logger.warn(`onchain: refund ${id} is recorded once more: ${reasonOf(error)}`)
    )
    this.logger.info(`onchain: refund ${id} of ${fiatAmount} ${payment.currency_code} is due; no funds moved`)
    return { data: refreshSessionData(payment, input.data) }
  }

  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: refreshSessionData(await this.require(input.data), input.data) }
  }

  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const payment = await this.require(input.data)
    return { status: this.statusOf(payment, input.data), data: refreshSessionData(payment, input.data) }
  }

  /**
   * Takes a webhook from Medusa's event bus into our inbox and lets core do nothing.
   *
   * Medusa's own webhook route is closed for this provider (`src/api/hooks/onchain/refusal.ts`): these were
   * on the bus before an update, and their sender got a 200.
   */
  override async getWebhookActionAndData(
    payload: ProviderWebhookPayload["payload"]
  ): Promise<WebhookActionResult> {
    // Core has no raw body for an empty one, or for a content type that it does not read.
    const rawBody = Buffer.from(payload.rawData ?? "")
    const headers = payload.headers as Record<string, string | undefined>
    const result = await this.onchain.webhooks.accept({ rawBody, headers })
    if (result.isAccepted) {
      await this.eventBus.emit({ name: WEBHOOK_RECEIVED, data: { id: result.deliveryId } })
    } else {
      this.logger.warn(`onchain: webhook refused from the event bus: ${result.reason}`)
    }
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  /** An order that is paid gets no further invoice, whoever opens the session. */
  private async requireOpenable(cover: CoverFacts): Promise<void> {
    await this.onchain.sessionGuard.requireMayChange(cover.collectionId)
    requireCurrent(cover)
    if (cover.orderId === null || !isPaidOtherwise(cover)) return
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is paid. Send nothing more.", "paid")
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

  /** A key that a client made up matches nothing, and the session is then opened as any other. */
  private async bindApplication(
    id: string,
    collectionId: string | null,
    input: InitiatePaymentInput
  ): Promise<PaymentRow | undefined> {
    const key = applicationKeyOf(input.data)
    if (key === undefined || collectionId === null) return undefined
    return this.onchain.resolutions.bindSession({
      id,
      key,
      collectionId,
      amount: fiatAmountToText(input.amount),
      currencyCode: input.currency_code.toLowerCase(),
    })
  }

  private async find(data: Data): Promise<AnyPayment | undefined> {
    const sessionId = sessionIdOf(data)
    return sessionId ? this.onchain.payments.findAny({ session_id: sessionId }) : undefined
  }

  private async requireChosen(data: Data): Promise<PaymentRow> {
    const payment = await this.require(data)
    if (isChosen(payment)) return payment
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Session ${payment.session_id} is unpaid: no network and token chosen yet.`
    )
  }

  private async require(data: Data): Promise<AnyPayment> {
    const payment = await this.find(data)
    if (payment) return payment
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no crypto payment for this payment session.")
  }
}
