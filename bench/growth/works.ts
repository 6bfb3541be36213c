import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createHash } from "node:crypto"
import { PAYMENT_SETTLED } from "../../src/modules/onchain/events"
import { changeWithEvents } from "../../src/modules/onchain/work/outbox"
import { readSentLastDay } from "../../src/modules/onchain/payout/withdrawal-store"
import { readIncome } from "../../src/modules/onchain/deposit/income"
import type { ReportRow } from "../../src/modules/onchain/finance/report-query"
import type OnchainModuleService from "../../src/modules/onchain/service"
import { ADMIN_VIEWS } from "../database/admin-views"
import { rowId } from "../database/fill-lists"

/** A store of one size. */
export type Sized = { knex: Knex; service: OnchainModuleService; size: number; next: () => number }

/** Something that a store does again and again, whose cost may not grow with what is over. */
export type Work = {
  name: string
  run: (store: Sized) => Promise<unknown>
}

const hoursBefore = (from: Date, hours: number) => new Date(from.getTime() - hours * 3_600_000)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** What each job of src/jobs asks of the database in a tick in which nothing is due. */
const JOBS: Work[] = [
  { name: "job process-inbox: recover", run: ({ service }) => service.inbox.recover() },
  { name: "job process-inbox: claim", run: ({ service }) => service.inbox.claim() },
  { name: "job process-inbox: close captured", run: ({ service }) => service.inbox.closeCaptured() },
  { name: "job poll-payments: claim", run: ({ service }) => service.paymentChecks.claim(50) },
  { name: "job poll-payments: count due", run: ({ service }) => service.paymentChecks.countDue() },
  { name: "job poll-payments: due in lists", run: ({ service }) => service.paymentChecks.countDueInList(3) },
  { name: "job poll-payments: orders", run: ({ service }) => service.orderFollowUps.takeDue(1) },
  { name: "job poll-payments: due statuses", run: ({ service }) => service.payments.storeDueStatuses() },
  { name: "job finish-actions: deposits", run: ({ service }) => service.deposits.store.takeDue() },
  { name: "job finish-actions: resolutions", run: ({ service }) => service.resolutions.listUnfinished(50) },
  {
    name: "job finish-actions: withdrawals",
    run: ({ service }) => service.payouts.withdrawals.store.takeCall(),
  },
  {
    name: "job finish-actions: lapsed",
    run: ({ service }) => service.payouts.withdrawals.list.lapsing(24, 50),
  },
  {
    name: "job finish-actions: checks",
    run: ({ service }) => service.payouts.withdrawals.store.takeChecks(20),
  },
  {
    name: "job finish-actions: unknown",
    run: ({ service }) => service.payouts.withdrawals.store.takeUnknown(),
  },
  { name: "job finish-actions: legs", run: ({ service }) => service.payouts.legs.takeDue(20) },
  { name: "job finish-actions: awaited legs", run: ({ service }) => service.payouts.legs.awaitedSince() },
  {
    name: "job finish-actions: unknown payouts",
    run: ({ service }) => service.payouts.legs.unknownPayouts(20),
  },
  { name: "job finish-actions: outbox", run: ({ service }) => service.outbox.claim(50) },
  { name: "job finish-actions: messages", run: ({ service }) => service.shopperMessages.claim() },
  { name: "job finish-actions: messages off", run: ({ service }) => service.shopperMessages.dropAll() },
  { name: "job sync-records: link deposits", run: ({ service }) => service.deposits.links.linkAndQueue() },
  { name: "job sync-records: reported", run: ({ service }) => service.deposits.mirror.listReported() },
  {
    name: "job sync-records: missing",
    run: ({ service }) => service.deposits.mirror.listMissing(new Set(), new Date()),
  },
  { name: "job sync-records: refunds", run: ({ service }) => service.refunds.listSeveral(300_000) },
  { name: "job sync-records: income", run: ({ service }) => service.deposits.income.isPossible() },
  { name: "job housekeeping: reports", run: ({ service }) => service.finance.reports.claim() },
  { name: "job housekeeping: notices", run: ({ service }) => service.attention.notices.refresh() },
]

const HEALTH: Work[] = [
  { name: "health: backlog", run: ({ service }) => service.inbox.backlog() },
  { name: "health: last webhooks", run: ({ service }) => service.health.lastWebhooks() },
  { name: "health: oldest delivery", run: ({ service }) => service.health.oldestDelivery() },
  { name: "health: events", run: ({ service }) => service.health.unpublishedEvents(300_000) },
  { name: "health: overdue checks", run: ({ service }) => service.health.overdueChecks(300_000) },
  { name: "health: unknown invoices", run: ({ service }) => service.health.unknownInvoices() },
  {
    name: "health: refused addresses",
    run: ({ service }) => service.health.refusedAddresses(hoursBefore(new Date(), 24)),
  },
  { name: "health: silent withdrawals", run: ({ service }) => service.health.silentWithdrawals() },
  { name: "health: kept orders", run: ({ service }) => service.health.keptOrders() },
  { name: "health: unassigned", run: ({ service }) => service.deposits.mirror.countUnassigned() },
  { name: "health: stuck customers", run: ({ service }) => service.customers.listStuck() },
  { name: "health: stuck deposits", run: ({ service }) => service.deposits.mirror.listStuck(600_000) },
  { name: "health: stuck messages", run: ({ service }) => service.shopperMessages.stuck() },
  { name: "health: payout options", run: ({ service }) => service.payouts.accessLog.lastChangeAt() },
  { name: "health: refused amounts", run: async ({ service }) => service.minimums.refused() },
]

const OVERVIEW: Work[] = [
  { name: "overview: items", run: ({ service }) => service.attention.list.items(20) },
  { name: "overview: counts", run: ({ service }) => service.attention.list.counts() },
  { name: "overview: state", run: ({ service }) => service.attention.facts.state() },
  {
    name: "overview: 12 hours of money",
    run: ({ service }) => service.attention.facts.received(hoursBefore(new Date(), 12)),
  },
]

const WEBHOOK: Work[] = [
  {
    name: "webhook: accept, claim, finish",
    run: async ({ service, next }) => {
      const id = `wh_growth_${next()}`
      await service.inbox.accept({ id, event: "invoice.paid", resourceId: "inv_1", rawBody: "{}" })
      const claimed = await service.inbox.claim()
      if (!claimed) throw new Error("The delivery was not claimed")
      await service.inbox.finish(claimed, "processed", null)
    },
  },
  {
    name: "event: written, claimed, published",
    run: async ({ knex, service, next }) => {
      const subject = rowId("ocpay", next())
      await changeWithEvents(
        knex,
        [{ subject, name: PAYMENT_SETTLED, data: { payment_id: subject } }],
        async () => [subject]
      )
      await service.outbox.notePublished(await service.outbox.claim(50))
    },
  },
  { name: "webhook: repeated", run: ({ service }) => service.inbox.holds("wh_growth_1", "{}") },
  {
    name: "settle: find, read, record, plan",
    run: async ({ service }) => {
      const payment = await service.payments.find({ gateway_invoice_id: "inv_2" })
      if (!payment) throw new Error("There is no payment of invoice inv_2")
      await service.payments.record(payment, {
        ...{ id: "inv_2", status: "pending", chain: payment.chain, networkId: payment.network_id },
        ...{ token: payment.token, amount: payment.expected_amount },
      })
      await service.payments.knownMoney(payment.id)
      await service.paymentChecks.plan(payment.attempt_id)
    },
  },
  {
    name: "settle: payments of its order",
    run: ({ service }) =>
      service.orderFollowUps.listOfOrder({
        ...{
          orderId: rowId("order", 2),
          collectionIds: [rowId("pay_col", 2)],
          sessionIds: [rowId("payses", 2)],
        },
      }),
  },
]

const PAGES: Work[] = [
  { name: "watcher: 250 pages", run: ({ service }) => service.live.marks.read(pages(250)) },
  { name: "watcher: no page", run: ({ service }) => service.live.marks.read([]) },
  {
    name: "payment page: shown payment",
    run: ({ service }) => service.payments.findShown([rowId("pay_col", 2)]),
  },
  { name: "payment page: known money", run: ({ service }) => service.payments.knownMoney(rowId("ocpay", 2)) },
  {
    name: "payment page: attempts",
    run: ({ service }) => service.payments.listAttempts([rowId("ocpay", 2)]),
  },
  {
    name: "checkout: collection",
    run: ({ service }) => service.payments.connect(rowId("pay_col", 2), [rowId("payses", 2)]),
  },
  {
    name: "checkout: attempts so far",
    run: ({ service }) => service.payments.countAttempts(rowId("ocpay", 2)),
  },
  {
    name: "order: payments",
    run: ({ service }) =>
      service.orderPayments.list({
        id: rowId("order", 3),
        collectionIds: [rowId("pay_col", 3)],
        sessionIds: [rowId("payses", 3)],
      }),
  },
  { name: "checkout: last rail", run: ({ service }) => service.payments.lastRail(rowId("payses", 2)) },
  {
    name: "checkout: new link",
    run: ({ service }) =>
      service.pageLinks.create({ purpose: "mail", collectionId: rowId("pay_col", 2), customerId: null }),
  },
]
const pages = (count: number) => Array.from({ length: count }, (_, n) => rowId("pay_col", n + 1))

const REPORTS: Work[] = [
  {
    name: "report: yesterday",
    run: ({ service }) => service.finance.reports.readBooks(reportOf(hoursBefore(new Date(), 24)), []),
  },
  {
    name: "report: list",
    run: ({ service }) => service.finance.reports.list({ limit: 20, offset: 0 }),
  },
  { name: "balances: income", run: ({ knex }) => readIncome(knex, SCOPE) },
]
const SCOPE = { environment: "sandbox", businessId: "biz_1" }

/** Beside what {@link ADMIN_VIEWS} reads of each list. */
const DETAILS: Work[] = [
  {
    name: "transactions: payments of those that wait",
    run: async ({ service: { finance } }) => {
      const { rows } = await finance.transactions.read({
        filter: { waiting: true },
        direction: "desc",
        limit: 20,
        offset: 0,
      })
      await finance.transactions.findPayments(rows)
    },
  },
  {
    name: "payouts: own address",
    run: ({ service }) => service.payouts.destinations.ownAddress("evm", SHARED),
  },
  { name: "deposits: unassigned", run: ({ service }) => service.deposits.income.record([sharedInvoice]) },
  {
    name: "withdrawals: limits",
    run: ({ knex }) =>
      readSentLastDay(knex, SCOPE, { token: "T1", networkId: "network-1", canonicalAssetId: null }),
  },
]
const SHARED = `0x${createHash("md5").update("shared").digest("hex")}`
const sharedInvoice = {
  ...{ id: "inv_nobody", status: "paid", chain: "evm", networkId: "network-0", token: "T0", amount: "10" },
  ...{ depositAddress: SHARED, memoId: "unknown" },
}

const BATCH = 500
const MOST_BATCHES = 60

/** Some batches of each kind of old rows, as the hourly purge deletes them. @returns how many rows */
export async function purgeOf({ service }: Sized): Promise<number> {
  let purged = 0
  const purges = [
    () => service.deliveries.purge(BATCH),
    () => service.outbox.purge(7, BATCH),
    () => service.pageLinks.purge(BATCH),
  ]
  for (const purge of purges)
    for (let batch = 0, count = BATCH; batch < MOST_BATCHES && count === BATCH; batch++)
      purged += count = await purge()
  return purged
}

/** Each leaves the store as it was, or nearly. */
export const WORKS: Work[] = [
  ...JOBS,
  ...HEALTH,
  ...OVERVIEW,
  ...WEBHOOK,
  ...PAGES,
  ...REPORTS,
  ...DETAILS,
  ...ADMIN_VIEWS.map(({ name, read }) => ({ name, run: ({ knex }: Sized) => read(knex) })),
]

function reportOf(day: Date): ReportRow {
  const none = { alive_at: null, started_at: null, finished_at: null, lines: null, differences: null }
  return {
    ...none,
    ...{
      id: "ocrep_growth",
      environment: "sandbox",
      business_id: "biz_1",
      from_day: dayOf(day),
      to_day: dayOf(day),
    },
  } as ReportRow
}
