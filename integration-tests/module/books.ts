import { Income } from "../../src/modules/onchain/deposit/income"
import { createRateLimiter, type RateLimiter } from "../../src/gateway/client/call"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { GatewayClient, ListPage } from "../../src/gateway"
import { listing as listingOf } from "../../src/gateway/__tests__/listing"
import { TRANSACTION_KINDS, type Deposit, type Invoice, type Transaction } from "../../src/gateway/contract"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { ReportStore } from "../../src/modules/onchain/finance/report-store"
import { runReport } from "../../src/workflows/finance/workers/run-reports"
import { SyncRuns } from "../../src/modules/onchain/work/sync-runs"
import { Transactions } from "../../src/modules/onchain/finance/transactions"
import { TransactionSync } from "../../src/workflows/finance/workers/sync-transactions"
import { scope } from "./rows"

/** Far more calls than needed. */
const unlimited = () => createRateLimiter(Date.now, { perMinute: 1_000_000 })

/** A transaction as the service lists it. */
export const transaction = (change: Partial<Transaction> = {}): Transaction => ({
  id: "txn_1",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  kind: TRANSACTION_KINDS.find((kind) => kind === (change.type ?? "receipt")) ?? null,
  type: "receipt",
  direction: "in",
  amount: "12.5",
  txHash: "0xAbC",
  reference: "inv_1",
  createdAt: "2026-01-02T10:00:00.000Z",
  unread: null,
  raw: null,
  ...change,
})

/** A settled invoice as the service lists it. */
export const settledInvoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: "inv_1",
  status: "paid",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "12.5",
  receivedAmount: "12.5",
  ...change,
})

/** A capture in Medusa. `amount` is in major units. */
export type Capture = { id: string; sessionId: string; amount: string; currencyCode: string; at: Date }

export const capture = (change: Partial<Capture> = {}): Capture => ({
  id: "capt_1",
  sessionId: "payses_1",
  amount: "12.5",
  currencyCode: "usd",
  at: new Date("2026-01-02T10:01:00.000Z"),
  ...change,
})

/** The service's lists, without a service. */
export class Lists {
  readonly reads: string[] = []
  transactions: Transaction[] = []
  invoices: Invoice[] = []
  deposits: Deposit[] = []
  /** The list ends after this many rows. */
  breaksAfter = Infinity
  pageSize = 100
  /** Lists that are read without proof of their end, such as `transactions` and `invoices paid`. */
  cutShort = new Set<string>()
  /** Runs after each row that is read. */
  onRow: () => Promise<void> = () => Promise.resolve()

  async *listDeposits({ status }: { status?: string } = {}): AsyncGenerator<ListPage<Deposit>> {
    const name = status ?? "all"
    this.reads.push(name)
    const isListed = ({ resolutionStatus }: Deposit) => status === undefined || resolutionStatus === status
    yield* this.walk(name, this.deposits.filter(isListed))
  }

  async *listTransactions(): AsyncGenerator<ListPage<Transaction>> {
    this.reads.push("transactions")
    yield* this.walk("transactions", this.transactions)
  }

  async *listInvoices({ status }: { status?: string } = {}): AsyncGenerator<ListPage<Invoice>> {
    this.reads.push(`invoices ${status}`)
    yield* this.walk(
      `invoices ${status}`,
      this.invoices.filter((invoice) => invoice.status === status)
    )
  }

  private async *walk<T>(name: string, all: readonly T[]): AsyncGenerator<ListPage<T>> {
    let count = 0
    for await (const { rows, end } of listingOf(all, undefined, { pageSize: this.pageSize })) {
      for (let row = 0; row < rows.length; row++) {
        if (count++ >= this.breaksAfter) throw new Error("the connection broke")
        await this.onRow()
      }
      const isCut = end !== null && this.cutShort.has(name)
      yield { rows, end: isCut ? { isComplete: false, gap: "page_full", rowsRead: count } : end }
    }
  }
}

type Gateway = Pick<GatewayClient, "listTransactions" | "listInvoices">

/** The accounting parts, assembled as the module does, with another service and without a limit of calls. */
export function openAccounting(
  knex: Knex,
  gateway: Gateway,
  pageSize = 100,
  budget: Pick<RateLimiter, "take"> = unlimited()
) {
  if (gateway instanceof Lists) gateway.pageSize = pageSize
  const parts = { gateway, budget }
  const mirror = new Transactions(knex, scope)
  const runs = new SyncRuns(knex, scope)
  const settings = { pageSize: 100, maxCallsPerMinute: 60 }
  const sync = new TransactionSync({ ...parts, mirror, runs, settings })
  const store = new ReportStore(knex, scope)
  const income = new Income(knex, scope, Date.now)
  const run = () => runReport({ ...parts, clock: Date.now, payoutAmounts: "auto", store, sync, income })
  return { mirror, runs, sync, store, run }
}

/** Medusa's tables, as far as a report reads them, with these captures. */
export async function storeCaptures(knex: Knex, captures: readonly Capture[]): Promise<void> {
  await knex.raw(`DROP TABLE IF EXISTS payment, capture;
    CREATE TABLE payment (id text, provider_id text, currency_code text, payment_session_id text);
    CREATE TABLE capture (id text, payment_id text, raw_amount jsonb, created_at timestamptz, deleted_at timestamptz)`)
  for (const { id, sessionId, amount, currencyCode, at } of captures) {
    const payment = { id: `pay_${id}`, currency_code: currencyCode, payment_session_id: sessionId }
    await knex("payment").insert({ ...payment, provider_id: "pp_onchain_default" })
    const raw_amount = { value: amount, precision: 20 }
    await knex("capture").insert({ id, payment_id: payment.id, raw_amount, created_at: at })
  }
}

/** The differences of a report as `kind key`, in the order of their keys. */
export async function differencesOf(store: ReportStore, reportId: string): Promise<string[]> {
  const report = await store.find(reportId)
  return (report?.differences ?? []).map(({ kind, match_key }) => `${kind} ${match_key}`)
}

/** The day of {@link listsInOrder}. */
export const DAY = { from: "2026-01-02", to: "2026-01-02" }

/** One sale with its fee, as the service lists it. */
export function listsInOrder(): Lists {
  const gateway = new Lists()
  gateway.transactions = [
    transaction(),
    transaction({ id: "txn_2", type: "fee", direction: "out", amount: "0.11875" }),
  ]
  gateway.invoices = [settledInvoice()]
  return gateway
}

/** Our records of it. */
export const soldPayment: Partial<PaymentRow> = {
  state: "captured",
  gateway_status: "paid",
  received_amount: "12.5",
  settled_at: new Date("2026-01-02T10:00:30Z"),
  captured_at: new Date("2026-01-02T10:01:00Z"),
}

/** Requests a report. @returns its id */
export async function requestReport(store: ReportStore, days = DAY, by = "user_1"): Promise<string> {
  const asked = await store.request(days, by)
  if (!asked) throw new Error(`${by} requested too many reports`)
  return asked.id
}

/** Requests a report and runs it. */
export async function makeReport(knex: Knex, gateway: Gateway, captures = [capture()], days = DAY) {
  const books = openAccounting(knex, gateway)
  const id = await requestReport(books.store, days)
  await storeCaptures(knex, captures)
  await books.run()
  const row = await books.store.find(id)
  return { ...books, id, row, lines: row?.lines ?? [] }
}

/** How many transactions are stored, and time that passes since their lists were read. */
export const transactionsIn = (knex: Knex) => ({
  rows: async () => Number((await knex("onchain_transaction").count({ count: "*" }).first())?.count),
  letTimePass: (hours: number) =>
    knex.raw(
      `UPDATE onchain_status SET started_at = started_at - ? * interval '1 hour',
         finished_at = finished_at - ? * interval '1 hour', seen_at = seen_at - ? * interval '1 hour'`,
      [hours, hours, hours]
    ),
})
