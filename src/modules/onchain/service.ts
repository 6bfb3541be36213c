import { createRateLimiter } from "../../gateway/client/call"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaService, Modules } from "@medusajs/framework/utils"
import type { GatewayClient } from "../../gateway/client/client"
import { NetworkNames } from "../../gateway/client/lists"
import type { Invoice } from "../../gateway/contract"
import {
  ClockWatch,
  Counters,
  logWatchError,
  watchAttempts,
  watchCalls,
  watchEvents,
  watchFields,
  watchRates,
  watchWebhooks,
} from "./health/activity-log"
import { warnAtStart } from "./health/checks"
import { AddressBook, CustomerDirectory } from "./payment/address-book"
import { Authorizations } from "./payment/authorizations"
import { Facilitator } from "./payment/facilitator"
import { CheckoutMarks, PageNotices, WatcherLimit } from "./payment/live-updates"
import { PageLinks } from "./payment/page-links"
import { FinanceService } from "./finance/finance-service"
import { CollectionAmounts, Currencies, SessionGuard } from "./payment/medusa-payments"
import { OrderPayments } from "./payment/payment-records"
import { createGatewayClients, pollsPerMinute } from "./gateway-clients"
import * as models from "./model-list"
import { CustomerData } from "./customer/customer-data"
import { DeliveryList } from "./inbox/delivery-list"
import { DepositLinks } from "./deposit/deposit-links"
import { DepositMirror } from "./deposit/deposit-mirror"
import { DepositList, DepositStore } from "./deposit/deposit-store"
import { Income, isIncome } from "./deposit/income"
import { IntentStore } from "./payment/intent-store"
import { CircuitBreaker, SyncRuns } from "./work/sync-runs"
import { Inbox, Throttle, WebhookIntake } from "./inbox/inbox"
import { WebhookTests } from "./inbox/webhook-tests"
import { AttentionService } from "./health/attention-notices"
import { HealthFacts } from "./health/facts"
import { listRails, priceRails, quoteRails, RailMinimums } from "./payment/rails"
import { OpeningLimit } from "./payment/opening-limit"
import { Outbox } from "./work/outbox"
import { OrderFollowUps } from "./payment/order-follow-ups"
import { type OnchainOptions, parseOptions } from "./options/options"
import { PaymentChecks } from "./payment/payment-checks"
import { isProgressWatched } from "../../domain/payment/check-schedule"
import { isChosen, type AnyPayment, type PaymentRow } from "./payment/payment-row"
import { PaymentResolutions } from "./payment/payment-resolutions"
import { PaymentStore } from "./payment/payment-store"
import type { PayoutQuestion } from "./payment/payout-split"
import { ShopperMessages } from "./payment/shopper-messages"
import { PaymentList } from "./payment/payment-list"
import { PayoutAccessLog, PayoutService } from "./payout/payout-service"
import { SharedStatus } from "./work/shared-status"
import { reasonOf } from "./work/audit-log"
import { RateBook } from "./rates/rate-book"
import { followPayout, RefundService } from "./refund/refund-service"
import { CheckoutPriority, ExclusiveWork, isInScope, StoreClock } from "./work/claim"

/** A running worker finds new deliveries by itself, so this delays little. */
const WAKE_PAUSE_MS = 100

/** A batch of claimed payments takes longer than the calls of a single action. */
const POLL_LEASES = 2

type Cradle = {
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
  logger: Logger
  [Modules.EVENT_BUS]: IEventBusModuleService
}

/** What all parts of the module are made from. */
class Foundation extends MedusaService(models) {
  readonly options: OnchainOptions
  readonly storeClock = new StoreClock()
  /** Epoch milliseconds, by the database's clock. */
  readonly clock = this.storeClock.now
  protected readonly knex: Knex
  protected readonly logger: Logger
  /** Resolved late: Medusa loads it beside this module. */
  protected readonly bus: () => IEventBusModuleService

  constructor(cradle: Cradle, options: unknown) {
    super(...arguments)
    this.options = parseOptions(options)
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.logger = cradle.logger
    this.bus = () => cradle[Modules.EVENT_BUS]
  }
}

/** The plugin's tables and gateway access, grouped by noun. Workflows resolve it as `onchain`. */
export default class OnchainModuleService extends Foundation {
  // Health, and what all processes share
  readonly status = new SharedStatus(
    this.knex,
    this.options,
    (error) => this.logger.warn(`onchain: the shared status could not be written: ${reasonOf(error)}`),
    this.storeClock
  )
  readonly health = new HealthFacts(this.knex, this.options, this.status)
  readonly attention = new AttentionService(this.knex, this.options)
  readonly counters = new Counters()
  readonly clockWatch = new ClockWatch(this.clock)
  /** Receives fields and words of the gateway that are missing or cannot be read. */
  readonly onUnreadable = watchFields(this.status, this.options.assumptions)
  readonly syncRuns = new SyncRuns(this.knex, this.options)

  // The gateway
  private readonly clients = createGatewayClients({
    ...{ options: this.options, clock: this.clock },
    watchers: {
      onAttempt: watchAttempts(this.logger, this.counters, this.clockWatch),
      onCall: watchCalls(this.status, this.options.assumptions, this.clock),
      onUnreadable: this.onUnreadable,
      onListEnd: this.status.noteList,
    },
  })
  /** For captures, the inbox, the poller, payouts and the admin. */
  readonly gateway = this.clients.gateway
  readonly catalog = this.clients.catalog
  readonly lackingNetworks = this.clients.lackingNetworks
  /** For calls that shoppers cause, within a share of the rate limit. */
  readonly checkout = this.clients.checkout
  readonly networkNames = new NetworkNames(this.catalog)
  readonly rates = new RateBook({
    ...{ options: this.options, clock: this.clock },
    report: watchRates(this.status, this.logger, this.clock),
  })

  // Payments and orders
  readonly payments = new PaymentStore(this.knex, this.options, this.options, this.clock)
  readonly intents = new IntentStore(this.knex, this.options)
  readonly authorizations = new Authorizations(this.knex)
  readonly facilitator = new Facilitator(this.options, this.clock)
  readonly paymentChecks = new PaymentChecks(
    this.knex,
    this.options,
    this.options.tuning.leaseMs * POLL_LEASES
  )
  /** All polls of payments share one rate, and one pause while the gateway is unavailable. */
  readonly polling = {
    budget: createRateLimiter(this.clock, { perMinute: pollsPerMinute(this.options) }),
    pause: new CircuitBreaker(this.clock),
  }
  readonly openingLimit = new OpeningLimit({ ...this.options.throttle, ...this.options.tuning }, this.clock)
  readonly customers = new CustomerDirectory(
    this.knex,
    this.options,
    this.checkout.gateway,
    ({ customerId, reason }) =>
      this.logger.error(`onchain: customer ${customerId} could not be created at the provider: ${reason}`)
  )
  readonly customerData = new CustomerData(this.knex, this.options)
  readonly addresses = new AddressBook(
    this.knex,
    this.options,
    this.checkout.gateway,
    this.customers,
    { clock: this.clock, intervalMs: this.options.tuning.addressIntervalMs },
    (customerId, { chain, networkId, reason }) =>
      this.logger.error(
        `onchain: no address of customer ${customerId} is shown on ${chain}:${networkId}: ${reason}. ` +
          `Report it to the provider; no other address replaces it`
      )
  )
  readonly pageLinks = new PageLinks(this.knex)
  readonly live = {
    marks: new CheckoutMarks(this.knex),
    notices: new PageNotices(this.knex, (error) =>
      this.logger.info(`onchain: payment pages ask the database every second: ${reasonOf(error)}`)
    ),
    limit: new WatcherLimit(this.options.tuning),
    onError: logWatchError(this.logger),
  }
  readonly orderFollowUps = new OrderFollowUps(this.knex, this.options)
  /** One capture, refund or cancellation of an order at a time. */
  readonly exclusiveWork = new ExclusiveWork(this.knex)
  readonly collectionAmounts = new CollectionAmounts(this.knex)
  readonly sessionGuard = new SessionGuard(this.knex)
  readonly currencies = new Currencies(this.knex)
  readonly onNoPayout = async ({ session_id, collection_id, rail }: PayoutQuestion, reason: string) => {
    const subject = await this.collectionAmounts.subjectOf(collection_id)
    this.logger.error(
      `onchain: nothing is opened on ${rail.id} for session ${session_id} of ${subject}: ${reason}`
    )
  }
  readonly resolutions = new PaymentResolutions(this.knex, this.options)
  readonly paymentList = new PaymentList(this.knex, this.options)

  // Deposits, payouts, refunds, finance
  private readonly parts = {
    knex: this.knex,
    gateway: this.gateway,
    options: this.options,
    clock: this.clock,
  }
  readonly deposits = {
    store: new DepositStore(this.knex, this.options, this.options.tuning.leaseMs),
    mirror: new DepositMirror(this.knex, this.options, this.clock),
    list: new DepositList(this.knex, this.options),
    links: new DepositLinks(this.knex, this.options, this.payments),
    income: new Income(this.knex, this.options, this.clock),
    incomeList: new DepositList(this.knex, this.options, isIncome("onchain_deposit")),
  }
  readonly payouts = new PayoutService(
    this.parts,
    new PayoutAccessLog(this.knex, this.options, this.logger),
    followPayout,
    (name) => this.counters.add(name)
  )
  readonly refunds = new RefundService(this.knex, this.options)
  readonly orderPayments = new OrderPayments(this.knex)
  readonly finance = new FinanceService(this.parts)
  readonly minimums = new RailMinimums(
    this.options.assumptions.minimums,
    this.finance.billing,
    this.status,
    this.clock
  )

  // Inbox
  readonly inbox = new Inbox(this.knex, this.options, {
    leaseMs: this.options.tuning.leaseMs,
    maxAttempts: this.options.tuning.deliveryAttempts,
  })
  readonly webhooks = new WebhookIntake(
    this.inbox,
    { secrets: this.options.webhookSecrets, assumptions: this.options.assumptions },
    this.clock,
    watchWebhooks(this.counters, this.status)
  )
  readonly webhookTests = new WebhookTests(
    this.knex,
    this.options,
    {
      secrets: this.options.webhookSecrets,
      signature: this.options.assumptions.signature,
      timeoutMs: this.options.tuning.callTimeoutMs,
    },
    this.clock
  )
  readonly deliveries = new DeliveryList(this.knex, this.options)
  /** In a burst, one event wakes the inbox for many deliveries. */
  readonly wakeThrottle = new Throttle(WAKE_PAUSE_MS)
  readonly priority = new CheckoutPriority(() => this.inbox.batches.isBusy)

  // Events and messages
  /** Publishes what this process adds to it; a job calls it for the rest. */
  readonly outbox = new Outbox(this.knex, this.bus, watchEvents(this.logger, this.counters))
  readonly shopperMessages = new ShopperMessages(this.knex)

  /** Medusa calls these once the store is up, and when it stops in order. */
  readonly __hooks = {
    onApplicationStart: async () => {
      // First what survives a database that is away: Medusa drops an error of this hook.
      this.outbox.start()
      await this.status.start()
      await this.payouts.accessLog.noteAtStart()
      await warnAtStart(this, this.logger)
    },
    onApplicationShutdown: async () => {
      await Promise.all([this.outbox.stop(), this.status.close()])
    },
  }

  /** The rails of the catalog that the merchant allows. @throws GatewayError when the catalog cannot be read */
  readonly listRails = () => listRails(this.pricing)
  /** For no amount in particular. */
  readonly priceRails = (currencyCode: string) => priceRails(currencyCode, this.pricing)
  /** `fiatAmount` is decimal text in major units. */
  readonly quoteRails = (request: Parameters<typeof quoteRails>[0]) => quoteRails(request, this.pricing)

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

  private get pricing() {
    const { options, rates, minimums, currencies, checkout } = this
    return { options, rates, minimums, currencies, catalog: checkout.catalog }
  }
}

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    onchain: OnchainModuleService
  }
}
