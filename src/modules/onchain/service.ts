import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaService, Modules } from "@medusajs/framework/utils"
import type { Catalog } from "../../gateway/client/lists"
import type { GatewayClient } from "../../gateway/client/client"
import type { ReportUnreadable, Invoice } from "../../gateway/contract"
import {
  logAddressRefusal,
  logAttempt,
  logCustomerProblem,
  logListError,
  logSignalError,
  logWatchError,
  ClockWatch,
  Counters,
  watchAttempts,
  watchEvents,
  watchFields,
  watchWebhooks,
} from "./health/activity-log"
import { watchCalls } from "./health/endpoint-watch"
import { reportUncoveredCurrencies } from "./health/enabled-regions"
import { watchRates } from "./health/rate-watch"
import { AddressBook, CustomerDirectory } from "./payment/address-book"
import { AttemptStore } from "./payment/attempt-store"
import { CheckoutMarks, PageLinks } from "./payment/page-links"
import { FinanceService } from "./finance/finance-service"
import { CollectionAmounts, Currencies } from "./payment/medusa-payments"
import { SessionGuard } from "./payment/session-guard"
import { BackgroundRateLimiter, CheckoutPriority, CircuitBreaker } from "./work/gateway-load"
import { createGatewayClients, pollsPerMinute, type CheckoutAccess } from "./gateway-clients"
import { models } from "./model-list"
import { CustomerData } from "./customer/customer-data"
import { DeliveryService } from "./inbox/delivery-list"
import { DepositService } from "./deposit/deposit-service"
import { DepositInvoices, IntentStore } from "./payment/intent-store"
import { ListReadings, SyncRuns } from "./work/sync-runs"
import { Inbox, WebhookTests } from "./inbox/inbox"
import { AttentionService } from "./health/attention-notices"
import { HealthFacts } from "./health/health-facts"
import { warnOfNotifications } from "./health/notification-check"
import { listRails, NetworkNames, priceRails, quoteRails, RailMinimums } from "./payment/rails"
import { OpeningLimit, WatcherLimit } from "./payment/opening-limit"
import { Outbox, OUTBOX_LEASE_MS, OutboxPublisher } from "./work/outbox"
import { OrderFollowUps } from "./payment/order-follow-ups"
import { type OnchainOptions, parseOptions } from "./options/options"
import type { OpeningContext } from "./payment/opening-context"
import { type Exclusively, ExclusiveWork } from "./work/locks"
import { PaymentChecks } from "./payment/payment-checks"
import { isProgressWatched } from "../../domain/payment/check-schedule"
import { isChosen, type AnyPayment, type PaymentRow } from "./payment/payment-row"
import { PaymentResolutions } from "./payment/payment-resolutions"
import { PaymentStore } from "./payment/payment-store"
import { ShopperMessages } from "./payment/shopper-messages"
import { PaymentList, UnallocatedList } from "./payment/payment-list"
import { PayoutAccessLog, PayoutService } from "./payout/payout-service"
import { ProcessWatch, SharedStatus } from "./work/shared-status"
import { RateBook } from "./rates/rate-book"
import { RefundLedger } from "./refund/refund-ledger"
import { isInScope } from "./work/claim"
import { UnassignedDeposits } from "./deposit/deposit-mirror"
import { Throttle, WebhookIntake } from "./inbox/webhook-intake"

/** A running worker finds new deliveries by itself, so this delays little. */
const WAKE_PAUSE_MS = 100

/** A batch of claimed payments takes longer than the calls of a single action. */
const POLL_LEASES = 2

type Cradle = {
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
  logger: Logger
  [Modules.EVENT_BUS]: IEventBusModuleService
}

/** The plugin's tables and gateway access, grouped by noun. Workflows resolve it as `onchain`. */
export default class OnchainModuleService extends MedusaService(models) {
  readonly options: OnchainOptions
  readonly clock: () => number = Date.now

  // The gateway
  /** For captures, the inbox, the poller, payouts and the admin. */
  readonly gateway: GatewayClient
  readonly catalog: Catalog
  /** For calls that shoppers cause, within a share of the rate limit. */
  readonly checkout: CheckoutAccess
  readonly networkNames: NetworkNames
  readonly rates: RateBook
  readonly minimums: RailMinimums
  private readonly reportCurrencies: () => Promise<void>

  // Payments and orders
  readonly payments: PaymentStore
  readonly attempts: AttemptStore
  readonly paymentChecks: PaymentChecks
  /** All polls of payments share one rate, and one pause while the gateway is unavailable. */
  readonly polling: { budget: BackgroundRateLimiter; pause: CircuitBreaker }
  readonly invoicesOfIntents: DepositInvoices
  readonly openingLimit: OpeningLimit
  readonly intents: IntentStore
  readonly customers: CustomerDirectory
  readonly customerData: CustomerData
  readonly addresses: AddressBook
  readonly pageLinks: PageLinks
  readonly live: { marks: CheckoutMarks; limit: WatcherLimit; onError: (error: unknown) => void }
  readonly orderFollowUps: OrderFollowUps
  /** One capture, refund or cancellation of an order at a time. */
  readonly exclusiveWork: ExclusiveWork
  readonly collectionAmounts: CollectionAmounts
  readonly sessionGuard: SessionGuard
  readonly currencies: Currencies
  readonly resolutions: PaymentResolutions
  readonly paymentList: PaymentList
  readonly unallocatedPayments: UnallocatedList

  // Deposits, payouts, refunds, finance
  readonly deposits: DepositService
  readonly unassignedDeposits: UnassignedDeposits
  readonly payouts: PayoutService
  readonly refunds: RefundLedger
  readonly finance: FinanceService

  // Inbox
  readonly webhooks: WebhookIntake
  readonly webhookTests: WebhookTests
  readonly inbox: Inbox
  readonly deliveries: DeliveryService
  /** In a burst, one event wakes the inbox for many deliveries. */
  readonly wakeThrottle = new Throttle(WAKE_PAUSE_MS)
  readonly priority = new CheckoutPriority(() => this.inbox.isBusy)

  /** Publishes what this process adds to the outbox; a job calls it for the rest. */
  readonly outboxPublisher: OutboxPublisher
  readonly outbox: Outbox
  readonly shopperMessages: ShopperMessages
  private readonly reportNotifications: () => Promise<void>

  // Health, and what all processes share
  readonly health: HealthFacts
  readonly attention: AttentionService
  readonly counters = new Counters()
  readonly clockWatch = new ClockWatch(this.clock)
  readonly status: SharedStatus
  /** Receives fields and words of the gateway that are missing or cannot be read. */
  readonly onUnreadable: ReportUnreadable
  readonly listReadings: ListReadings
  readonly syncRuns: SyncRuns
  readonly processes: ProcessWatch

  constructor(cradle: Cradle, options: unknown) {
    super(...arguments)
    const { [ContainerRegistrationKeys.PG_CONNECTION]: knex, logger } = cradle
    this.options = parseOptions(options)
    const { clock } = this
    const { assumptions, throttle, tuning, webhookSecrets: secrets } = this.options

    this.status = new SharedStatus(knex, logSignalError(logger))
    this.health = new HealthFacts(knex, this.options, this.status)
    this.attention = new AttentionService(knex, this.options)
    this.listReadings = new ListReadings(knex, this.options, clock, logListError(logger))
    this.syncRuns = new SyncRuns(knex, this.options)
    this.processes = new ProcessWatch(knex, logSignalError(logger))

    this.onUnreadable = watchFields(this.status)
    const { gateway, catalog, checkout } = createGatewayClients({
      ...{ options: this.options, clock },
      watchers: {
        onAttempt: watchAttempts(logAttempt(logger), this.counters, this.clockWatch),
        onCall: watchCalls(this.status, clock),
        onUnreadable: this.onUnreadable,
        onListEnd: this.listReadings.note,
      },
    })
    this.gateway = gateway
    this.catalog = catalog
    this.checkout = checkout
    this.networkNames = new NetworkNames(catalog)
    const report = watchRates(this.status, logger, clock)
    this.rates = new RateBook({ options: this.options, clock, report })
    this.reportCurrencies = () => reportUncoveredCurrencies(knex, this.options, logger)

    this.payments = new PaymentStore(knex, this.options, this.options)
    this.attempts = new AttemptStore(knex, this.options)
    this.paymentChecks = new PaymentChecks(knex, this.options, tuning.leaseMs * POLL_LEASES)
    const budget = new BackgroundRateLimiter(pollsPerMinute(this.options), clock)
    this.polling = { budget, pause: new CircuitBreaker(clock) }
    this.invoicesOfIntents = new DepositInvoices(knex, this.options)
    this.openingLimit = new OpeningLimit({ ...throttle, ...tuning }, clock)
    this.intents = new IntentStore(knex, this.options)
    this.customers = new CustomerDirectory(knex, this.options, checkout.gateway, logCustomerProblem(logger))
    this.customerData = new CustomerData(knex, this.options)
    const freshness = { clock, intervalMs: tuning.addressIntervalMs }
    const onRefusal = logAddressRefusal(logger)
    const known = this.customers
    this.addresses = new AddressBook(knex, this.options, checkout.gateway, known, freshness, onRefusal)
    this.pageLinks = new PageLinks(knex)
    const limit = new WatcherLimit(tuning)
    this.live = { marks: new CheckoutMarks(knex), limit, onError: logWatchError(logger) }
    this.orderFollowUps = new OrderFollowUps(knex, this.options)
    this.exclusiveWork = new ExclusiveWork(knex)
    this.collectionAmounts = new CollectionAmounts(knex)
    this.sessionGuard = new SessionGuard(knex)
    this.currencies = new Currencies(knex)
    this.resolutions = new PaymentResolutions(knex, this.options)
    this.paymentList = new PaymentList(knex, this.options)
    this.unallocatedPayments = new UnallocatedList(knex, this.options)

    const parts = { knex, gateway, options: this.options, clock }
    this.deposits = new DepositService(parts)
    this.unassignedDeposits = new UnassignedDeposits(knex, this.options)
    this.payouts = new PayoutService(parts, new PayoutAccessLog(knex, this.options, logger))
    this.refunds = new RefundLedger(knex, this.options)
    this.finance = new FinanceService(parts)
    this.minimums = new RailMinimums(assumptions.minimums, this.finance.billing, this.status, clock)

    this.inbox = new Inbox(knex, this.options, {
      leaseMs: tuning.leaseMs,
      maxAttempts: tuning.deliveryAttempts,
    })
    this.deliveries = new DeliveryService(knex, this.options)
    const onWebhook = watchWebhooks(this.counters, this.status)
    this.webhooks = new WebhookIntake(this.inbox, { secrets, assumptions }, clock, onWebhook)

    const signing = { secrets, signature: assumptions.signature, timeoutMs: tuning.callTimeoutMs }
    this.webhookTests = new WebhookTests(knex, this.options, signing, clock)
    this.outbox = new Outbox(knex, OUTBOX_LEASE_MS)
    this.shopperMessages = new ShopperMessages(knex)
    this.reportNotifications = () => warnOfNotifications(this, logger)
    const bus = () => cradle[Modules.EVENT_BUS]
    this.outboxPublisher = new OutboxPublisher(this.outbox, bus, watchEvents(logger, this.counters))
  }

  /** Medusa calls these once the store is up, and when it stops in order. */
  readonly __hooks = {
    onApplicationStart: async () => {
      await this.payouts.accessLog.noteAtStart()
      await Promise.all([this.reportCurrencies(), this.reportNotifications()])
      this.outboxPublisher.start()
      await this.processes.start()
    },
    onApplicationShutdown: async () => {
      await Promise.all([this.outboxPublisher.stop(), this.processes.stop(), this.status.close()])
    },
  }

  /** The rails of the catalog that the merchant allows. @throws GatewayError when the catalog cannot be read */
  readonly listRails = () => listRails(this.context())
  /** For no amount in particular. */
  readonly priceRails = (currencyCode: string) => priceRails(currencyCode, this.context())
  /** `fiatAmount` is decimal text in major units. */
  readonly quoteRails = (request: Parameters<typeof quoteRails>[0]) => quoteRails(request, this.context())

  /** Dependencies of opening a payment or an attempt. */
  openingContext(exclusively: Exclusively): OpeningContext {
    const { customers, addresses, intents, attempts } = this
    const stores = { store: this.payments, attempts, intents, customers, addresses }
    return { ...this.context(), ...stores, exclusively }
  }

  /**
   * Reads the canonical invoice, and its progress while it confirms, and records both.
   *
   * @param isCheck true for a poll without a webhook: it reads progress only while a shopper may watch it,
   * and counts the call
   * @throws GatewayError when the canonical invoice cannot be read
   */
  async refreshPayment(
    payment: PaymentRow,
    { isCheck = false, gateway = this.gateway }: { isCheck?: boolean; gateway?: GatewayClient } = {}
  ): Promise<{ payment: PaymentRow; invoice: Invoice }> {
    if (!payment.gateway_invoice_id) throw new Error(`payment ${payment.id} has no invoice yet`)
    if (!this.isOfThisAccount(payment))
      throw new Error(`payment ${payment.id} belongs to another account at the gateway`)
    const invoice = await gateway.getInvoice(payment.gateway_invoice_id)
    if (invoice.status !== "confirming" || (isCheck && !isProgressWatched(payment, this.clock())))
      return { payment: await this.payments.record(payment, invoice), invoice }
    const progress = await gateway.getInvoiceProgress(payment.gateway_invoice_id)
    if (isCheck) await this.paymentChecks.countCall(payment.attempt_id)
    return { payment: await this.payments.record(payment, invoice, progress), invoice }
  }

  /** Whether a payment was opened in the configured environment and business. The gateway knows no other here. */
  isOfThisAccount(payment: AnyPayment): boolean {
    return !isChosen(payment) || isInScope(this.options, payment)
  }

  private context() {
    const { options, clock, rates, minimums, currencies } = this
    const { gateway, catalog } = this.checkout
    return { gateway, catalog, options, clock, rates, minimums, currencies }
  }
}
