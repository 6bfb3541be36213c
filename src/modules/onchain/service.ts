import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaService } from "@medusajs/framework/utils"
import { listRailOptions, type RailOption } from "../../domain/rail-option"
import { createCatalog, type Catalog } from "../../gateway/client/catalog"
import { createRateGate, type RateGate } from "../../gateway/client/rate-gate"
import { createGatewayClient, type GatewayClient } from "../../gateway/client/gateway-client"
import type { Invoice } from "../../gateway/contract"
import {
  logAddressRefusal,
  logAttempt,
  logCustomerProblem,
  logListError,
  logRateError,
  logSignalError,
} from "./activity-log"
import { AddressBook } from "./address-book"
import { BookDesk } from "./book-desk"
import { BookingLock } from "./booking-lock"
import { CallBudget } from "./call-budget"
import { ClockWatch } from "./clock-watch"
import { CollectionCover } from "./collection-cover"
import { watchCreations } from "./creation-watch"
import { Counters } from "./counters"
import { CustomerDirectory } from "./customer-directory"
import { DeliveryDesk } from "./delivery-desk"
import { DepositDesk } from "./deposit-desk"
import { DepositInvoiceSweep } from "./deposit-invoice-sweep"
import { DepositInvoices } from "./deposit-invoices"
import { GatewayPause } from "./gateway-pause"
import { ListReadings } from "./list-readings"
import { Inbox } from "./inbox"
import { InboxWorker } from "./inbox-worker"
import { HealthFacts } from "./health-facts"
import { IntentStore } from "./intent-store"
import OnchainAddress from "./models/address"
import OnchainAuditEntry from "./models/audit-entry"
import OnchainCustomer from "./models/customer"
import OnchainDeposit from "./models/deposit"
import OnchainListReading from "./models/list-reading"
import OnchainPageLink from "./models/page-link"
import OnchainPayment from "./models/payment"
import OnchainPaymentClaim from "./models/payment-claim"
import OnchainPayoutDestination from "./models/payout-destination"
import OnchainRefund from "./models/refund"
import OnchainReport from "./models/report"
import OnchainReportDifference from "./models/report-difference"
import OnchainReportEntry from "./models/report-entry"
import OnchainSignal from "./models/signal"
import OnchainSyncRun from "./models/sync-run"
import OnchainTransaction from "./models/transaction"
import OnchainWebhookDelivery from "./models/webhook-delivery"
import OnchainWithdrawal from "./models/withdrawal"
import { NetworkNames } from "./network-names"
import { OpeningLimit } from "./opening-limit"
import { OrderWatch } from "./order-watch"
import { parseOptions, type OnchainOptions } from "./options"
import { PageLinks } from "./page-links"
import type { Exclusively, OpenPaymentRequest } from "./opening-context"
import { PaymentChecks } from "./payment-checks"
import { isProgressWatched } from "../../domain/check-schedule"
import { openPayment } from "./payment-opening"
import type { PaymentRow } from "./payment-row"
import { PaymentResolutions } from "./payment-resolutions"
import { PaymentStore } from "./payment-store"
import { PayoutAccessLog } from "./payout-access-log"
import { PayoutDesk } from "./payout-desk"
import { ProcessWatch } from "./process-watch"
import { quoteRails } from "./rail-quotes"
import { Reconciler } from "./reconciler"
import { RefundLedger } from "./refund-ledger"
import { SyncRuns } from "./sync-runs"
import { ShopperCourtesy } from "./shopper-courtesy"
import { SignalBoard } from "./signal-board"
import { UnallocatedList } from "./unallocated-list"
import { UnassignedDeposits } from "./unassigned-deposits"
import { WakeCall } from "./wake-call"
import { watchAttempts, watchFields, watchWebhooks } from "./watchers"
import { WebhookIntake } from "./webhook-intake"

/** A worker that is awake finds what comes meanwhile by itself, so this delays little. */
const WAKE_PAUSE_MS = 100

type Cradle = { [ContainerRegistrationKeys.PG_CONNECTION]: Knex; logger: Logger }

/**
 * The plugin's data and its door to the gateway. Routes, subscribers and jobs reach it through
 * workflows; the payment provider gets it by injection.
 */
export default class OnchainModuleService extends MedusaService({
  OnchainAddress,
  OnchainAuditEntry,
  OnchainCustomer,
  OnchainDeposit,
  OnchainListReading,
  OnchainPageLink,
  OnchainPayment,
  OnchainPaymentClaim,
  OnchainPayoutDestination,
  OnchainRefund,
  OnchainReport,
  OnchainReportDifference,
  OnchainReportEntry,
  OnchainSignal,
  OnchainSyncRun,
  OnchainTransaction,
  OnchainWebhookDelivery,
  OnchainWithdrawal,
}) {
  readonly options: OnchainOptions
  /** For captures, the inbox, the poller, payouts and the admin. */
  readonly gateway: GatewayClient
  readonly catalog: Catalog
  /** For what anybody can cause: openings, displays and options, within a share of the service's limit. */
  readonly checkout: { gateway: GatewayClient; catalog: Catalog; rateGate: RateGate }
  readonly openingLimit: OpeningLimit
  readonly networkNames: NetworkNames
  readonly inbox: Inbox
  readonly inboxWorker: InboxWorker
  readonly deliveries: DeliveryDesk
  readonly webhooks: WebhookIntake
  /** In a burst, one event wakes the inbox for many deliveries. */
  readonly wakeCall = new WakeCall(WAKE_PAUSE_MS)
  readonly payments: PaymentStore
  readonly pageLinks: PageLinks
  readonly checks: PaymentChecks
  readonly reconciler: Reconciler
  readonly depositInvoices: DepositInvoiceSweep
  readonly runs: SyncRuns
  readonly intents: IntentStore
  readonly customers: CustomerDirectory
  readonly addresses: AddressBook
  readonly refunds: RefundLedger
  readonly orders: OrderWatch
  readonly bookings: BookingLock
  readonly cover: CollectionCover
  readonly resolutions: PaymentResolutions
  readonly unallocated: UnallocatedList
  readonly unassigned: UnassignedDeposits
  readonly deposits: DepositDesk
  readonly payouts: PayoutDesk
  readonly books: BookDesk
  readonly onRateError: (railId: string, error: unknown) => void
  readonly clock: () => number = Date.now
  readonly courtesy = new ShopperCourtesy()
  readonly counters = new Counters()
  readonly clockWatch = new ClockWatch(this.clock)
  readonly signals: SignalBoard
  readonly lists: ListReadings
  readonly health: HealthFacts
  readonly processes: ProcessWatch

  constructor(cradle: Cradle, options: unknown) {
    super(...arguments)
    const knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.options = parseOptions(options)
    const { assumptions, gateway, inbox, throttle } = this.options
    const { baseUrl, businessId, apiKey, payoutApiKey } = this.options
    this.signals = new SignalBoard(knex, logSignalError(cradle.logger))
    this.processes = new ProcessWatch(knex, logSignalError(cradle.logger))
    this.lists = new ListReadings(knex, this.clock, logListError(cradle.logger))
    const { timeoutMs, maxAttempts, catalogMaxAgeMs } = gateway
    const shared = {
      ...{ baseUrl, businessId, apiKey, assumptions, timeoutMs, maxAttempts },
      onAttempt: watchAttempts(logAttempt(cradle.logger), this.counters, this.clockWatch),
      onUnreadable: watchFields(this.signals),
      onListEnd: this.lists.note,
    }
    const ownGate = createRateGate(this.clock)
    this.gateway = this.watched({ ...shared, payoutApiKey, rateGate: ownGate })
    const catalogOf = (client: GatewayClient) =>
      createCatalog({ gateway: client, maxAgeMs: catalogMaxAgeMs, clock: this.clock })
    const rateGate = createRateGate(this.clock, {
      perMinute: throttle.checkoutCallsPerMinute,
      behind: ownGate,
    })
    const checkoutClient = this.watched({ ...shared, payoutApiKey, rateGate })
    this.checkout = { gateway: checkoutClient, catalog: catalogOf(checkoutClient), rateGate }
    this.openingLimit = new OpeningLimit(throttle, this.clock)
    this.onRateError = logRateError(cradle.logger)
    this.catalog = catalogOf(this.gateway)
    this.networkNames = new NetworkNames(this.catalog)
    this.inbox = new Inbox(knex, inbox)
    this.inboxWorker = new InboxWorker(this.inbox, inbox.concurrency, () => this.courtesy.deliveries.take())
    this.health = new HealthFacts(knex, this.signals)
    this.deliveries = new DeliveryDesk(knex)
    this.webhooks = new WebhookIntake(
      this.inbox,
      { secrets: this.options.webhookSecrets, assumptions },
      this.clock,
      watchWebhooks(this.counters, this.signals)
    )
    this.payments = new PaymentStore(knex, assumptions, this.options)
    this.pageLinks = new PageLinks(knex)
    this.checks = new PaymentChecks(knex, this.options.reconciliation.leaseMs)
    this.intents = new IntentStore(knex)
    this.customers = new CustomerDirectory(knex, checkoutClient, logCustomerProblem(cradle.logger))
    this.addresses = new AddressBook(
      knex,
      checkoutClient,
      this.customers,
      { clock: this.clock, intervalMs: throttle.addressIntervalMs },
      logAddressRefusal(cradle.logger)
    )
    this.refunds = new RefundLedger(knex)
    this.orders = new OrderWatch(knex)
    this.bookings = new BookingLock(knex)
    this.cover = new CollectionCover(knex)
    this.resolutions = new PaymentResolutions(knex)
    this.unallocated = new UnallocatedList(knex)
    this.unassigned = new UnassignedDeposits(knex)
    this.runs = new SyncRuns(knex)
    const { reconciler, depositInvoices } = this.reconciliation(knex)
    this.reconciler = reconciler
    this.depositInvoices = depositInvoices
    const parts = { knex, gateway: this.gateway, options: this.options, clock: this.clock }
    this.deposits = new DepositDesk(parts)
    this.payouts = new PayoutDesk(parts, new PayoutAccessLog(knex, this.options, cradle.logger))
    this.books = new BookDesk(parts)
  }

  /** Medusa calls these once the store is up, and when it stops in order. */
  readonly __hooks = {
    onApplicationStart: async () => {
      await this.payouts.accessLog.noteAtStart()
      await this.processes.start()
    },
    onApplicationShutdown: async () => {
      await Promise.all([this.processes.stop(), this.signals.close()])
    },
  }

  /** The rails of the catalog that the merchant allows. @throws GatewayError when the catalog cannot be read */
  async listRails(): Promise<RailOption[]> {
    const { networks, tokens } = await this.checkout.catalog.get()
    const { rails: rules, environment } = this.options
    return listRailOptions({ networks, tokens, rules, environment })
  }

  /** Prices an amount on every rail that can be offered. `fiatAmount` is decimal text in major units. */
  quoteRails(request: { fiatAmount: string; currencyCode: string }) {
    return quoteRails(request, this.context())
  }

  /** Opens the invoice or intent of a payment session, once. @see openPayment */
  openPayment(request: OpenPaymentRequest, exclusively: Exclusively): Promise<PaymentRow> {
    const { customers, addresses, intents } = this
    const stores = { store: this.payments, intents, customers, addresses }
    return openPayment(request, { ...this.context(), ...stores, exclusively })
  }

  /**
   * Reads the canonical invoice, and its progress while it confirms, and records both.
   *
   * @param isCheck nobody has told of a change: progress is read only while somebody may be watching it, and counted
   * @param gateway the client to read with
   * @throws GatewayError when the canonical invoice cannot be read
   */
  async refreshPayment(
    payment: PaymentRow,
    { isCheck = false, gateway = this.gateway }: { isCheck?: boolean; gateway?: GatewayClient } = {}
  ): Promise<{ payment: PaymentRow; invoice: Invoice }> {
    if (!payment.gateway_invoice_id) throw new Error(`payment ${payment.id} has no invoice yet`)
    const invoice = await gateway.getInvoice(payment.gateway_invoice_id)
    if (invoice.status !== "confirming" || (isCheck && !isProgressWatched(payment, this.clock())))
      return { payment: await this.payments.record(payment, invoice), invoice }
    const progress = await gateway.getInvoiceProgress(payment.gateway_invoice_id)
    if (isCheck) await this.checks.countCall(payment.id)
    return { payment: await this.payments.record(payment, invoice, progress), invoice }
  }

  private reconciliation(knex: Knex) {
    const { gateway, checks, options, clock } = this
    const { maxCallsPerMinute } = options.reconciliation
    const { pageSize } = options.assumptions.list
    const parts = {
      runs: this.runs,
      budget: new CallBudget(maxCallsPerMinute, clock),
      pause: new GatewayPause(clock),
    }
    return {
      reconciler: new Reconciler({ ...parts, checks, clock }, options.reconciliation),
      depositInvoices: new DepositInvoiceSweep(
        { ...parts, gateway, checks, invoices: new DepositInvoices(knex) },
        { pageSize, maxCallsPerMinute }
      ),
    }
  }

  /** A client whose creations the health page hears of, whichever lane they take. */
  private watched(options: Parameters<typeof createGatewayClient>[0]): GatewayClient {
    return watchCreations(createGatewayClient(options), this.signals)
  }

  private context() {
    const { options, clock, onRateError } = this
    const { gateway, catalog } = this.checkout
    return { gateway, catalog, options, clock, onRateError }
  }
}
