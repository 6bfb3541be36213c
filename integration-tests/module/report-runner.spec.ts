import type { CaptureFact } from "../../src/modules/onchain/finance/report-entries"
import { GatewayError } from "../../src/gateway"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import {
  requestReport,
  capture,
  DAY,
  Lists,
  listing,
  listsInOrder,
  makeReport,
  openAccounting,
  settledInvoice,
  soldPayment,
  transaction,
} from "./books"
import { listAuditEntries } from "../../src/modules/onchain/work/audit-log"
import { deposit, mirrorOf } from "./deposit-rows"
import { together } from "./module-database"
import { describeOnchainModule } from "./onchain-module"
import { withdrawalIn } from "./payout-rows"
import { stored } from "./payment-rows"

/** Half of the money pays another order. */
const APPLIED = {
  unallocated_reason: "session_dead",
  resolution: "apply",
  applied_session_id: "payses_9",
  applied_amount: "12.5",
  resolved_token_amount: "6.25",
} as const

describeOnchainModule(({ service, knex }) => {
  const sale = (change: Partial<PaymentRow> = {}) => stored(service.payments, { ...soldPayment, ...change })

  const report = (gateway: Lists, captures?: CaptureFact[], days?: typeof DAY) =>
    makeReport(knex, gateway, captures, days)

  test("related entries are on the day of the receipt, whatever the clocks say", async () => {
    await sale({
      captured_at: new Date("2026-01-03T00:00:10Z"),
      settled_at: new Date("2026-01-03T00:00:05Z"),
    })
    const gateway = listsInOrder()
    gateway.transactions = gateway.transactions.map((one) => ({
      ...one,
      createdAt: one.id === "txn_2" ? "2026-01-03T00:00:01.000Z" : "2026-01-02T23:59:59.000Z",
    }))
    const captures = [capture({ at: new Date("2026-01-03T00:00:10Z") })]
    const first = await report(gateway, captures)
    expect(first.lines).toEqual([
      expect.objectContaining({ day: "2026-01-02", captured: "12.5", received: "12.5", fees: "0.11875" }),
    ])
    const second = await report(gateway, captures, { from: "2026-01-03", to: "2026-01-03" })
    expect(second.lines).toEqual([])
    expect([first.row?.difference_count, second.row?.difference_count]).toEqual([0, 0])
  })

  test("each day and asset has a line of its own: receipts, fees, payouts and refunds of deposits, and nothing that failed", async () => {
    await sale()
    await mirrorOf(knex).record(deposit())
    const paid = { state: "completed", completed_at: new Date("2026-01-03T12:00:00Z") } as const
    await withdrawalIn(knex, { ...paid, gateway_withdrawal_id: "wd_1", net_amount: "9.95" })
    const gateway = listsInOrder()
    const next = { createdAt: "2026-01-03T10:00:00.000Z", direction: "out" } as const
    const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM", reference: "dep_1" }
    const named = { ...xlm, canonicalAssetId: "stellar:XLM:native" }
    gateway.transactions.push(
      transaction({ ...named, id: "txn_3", amount: "3.0000001" }),
      transaction({ ...xlm, ...next, id: "txn_4", type: "refund", amount: "2.9", createdAt: undefined }),
      transaction({ ...next, id: "txn_5", type: "payout", reference: "wd_1", amount: "9.95" }),
      transaction({ ...next, id: "txn_6", type: "payout", reference: "wd_2", amount: "4", status: "failed" })
    )
    const { row, lines } = await report(gateway, [capture()], { from: "2026-01-02", to: "2026-01-03" })
    expect(row).toMatchObject({ state: "done", difference_count: 0 })
    expect(lines).toMatchObject([
      { day: "2026-01-02", token: "USDC", captured: "12.5", received: "12.5", fees: "0.11875", payouts: 0 },
      { day: "2026-01-02", token: "XLM", canonical_asset_id: "stellar:XLM:native", received: "3.0000001" },
      { day: "2026-01-03", token: "USDC", receipts: 0, payouts: 1, paid_out: "9.95" },
    ])
    expect(lines[1]).toMatchObject({ receipts: 1, refunds: 1, refunded: "2.9", captures: 0 })
    expect(lines).toHaveLength(3)
  })

  test.each([
    ["that came short", { received_amount: "12.4" }, "payses_1", "12.4"],
    ["of which a part was applied", APPLIED, "payses_9", "6.25"],
  ])("the tokens of a payment %s are those that its order took", async (_, change, sessionId, captured) => {
    const payment = await sale(change)
    const received = payment.received_amount ?? ""
    await service.refunds.oweSurplus(payment)
    const gateway = listsInOrder()
    gateway.invoices = [settledInvoice({ receivedAmount: received })]
    gateway.transactions = [transaction({ amount: received })]
    const { row, lines } = await report(gateway, [capture({ sessionId })])
    expect(row?.difference_count).toBe(0)
    expect(lines).toMatchObject([{ captures: 1, captured, received }])
  })

  test("a payment that Medusa captured in two parts counts its tokens once", async () => {
    await sale()
    const captures = [capture({ amount: "5" }), capture({ id: "capt_2", amount: "7.5" })]
    const { row, lines } = await report(listsInOrder(), captures)
    expect(row?.difference_count).toBe(0)
    expect(lines[0]).toMatchObject({
      captures: 2,
      captured: "12.5",
      fiat: [{ amount: "12.5", currency_code: "usd" }],
    })
  })

  test("a report renews its lease before each page, however few calls a minute has", async () => {
    const gateway = listsInOrder()
    gateway.invoices = Array.from({ length: 3 }, (_, n) => settledInvoice({ id: `inv_${n}` }))
    const shown: string[] = []
    // Each call is 40 s apart.
    const budget = {
      take: async () => {
        await knex.raw("UPDATE onchain_report SET alive_at = alive_at - interval '40 seconds'")
        const late = await knex("onchain_report")
          .whereRaw("alive_at < now() - interval '60 seconds'")
          .first("id")
        shown.push(late === undefined ? "alive" : "late")
      },
    }
    const books = openAccounting(knex, gateway, 1, budget)
    const id = await requestReport(books.store)
    await books.runner.run(listing([capture()]))
    expect(await books.store.find(id)).toMatchObject({ state: "done", cut_off_count: 0 })
    expect(shown.length).toBeGreaterThan(5)
    expect(shown).not.toContain("late")
  })

  test("a report that is interrupted again and again ends, with an explanation", async () => {
    const { store } = openAccounting(knex, listsInOrder())
    const id = await requestReport(store)
    for (let n = 1; n <= 6; n++) {
      expect(await store.claim()).toMatchObject({ id })
      await knex("onchain_report").update({ alive_at: new Date(0) })
    }
    expect(await store.claim()).toBeUndefined()
    expect(await store.find(id)).toMatchObject({
      state: "failed",
      last_error: expect.stringContaining("It was started 6 times"),
    })
  })

  test("a report that an internal error ended says why and keeps no data, and a resumed one shows no old reason", async () => {
    await sale()
    const gateway = listsInOrder()
    const books = openAccounting(knex, gateway)
    const id = await requestReport(books.store)
    gateway.onRow = () =>
      gateway.reads.at(-1) === "transactions" ? Promise.resolve() : Promise.reject(new Error("a bug"))
    await expect(books.runner.run(listing([capture()]))).rejects.toThrow("a bug")
    expect(await books.store.find(id)).toMatchObject({ state: "failed", last_error: "a bug" })
    expect(await books.reader.lines(id)).toEqual([])
    await knex("onchain_report").update({ state: "queued", alive_at: null })
    await books.store.claim()
    expect(await books.store.find(id)).toMatchObject({ state: "running", last_error: null })
  })

  test("a waiting report is not created twice, however many request it at once", async () => {
    const { store } = openAccounting(knex, new Lists())
    const asked = await together(10, (n) => requestReport(store, DAY, `user_${n}`))
    expect(new Set(asked).size).toBe(1)
    expect(await listAuditEntries(knex, "report", asked[0] ?? "")).toHaveLength(1)
    await store.claim()
    expect(await requestReport(store)).not.toBe(asked[0])
  })

  test("a report whose process died begins again, and the one presumed dead adds nothing", async () => {
    await sale()
    const gateway = listsInOrder()
    const books = openAccounting(knex, gateway)
    const id = await requestReport(books.store)
    let isTaken = false
    gateway.onRow = async () => {
      if (isTaken || gateway.reads.at(-1) !== "invoices paid") return
      isTaken = true
      await knex("onchain_report").update({ alive_at: new Date(0) })
      expect(await books.runner.run(listing([capture()]))).toBe(id)
    }
    expect(await books.runner.run(listing([capture()]))).toBe(id)
    expect(isTaken).toBe(true)
    expect(await books.store.find(id)).toMatchObject({ state: "done", difference_count: 0 })
    expect((await books.reader.lines(id))[0]).toMatchObject({ captures: 1, invoices: 1, receipts: 1 })
  })

  test("an unreachable service is called again a minute later, for an hour", async () => {
    const gateway = listsInOrder()
    const books = openAccounting(knex, gateway)
    const id = await requestReport(books.store)
    gateway.onRow = () =>
      Promise.reject(
        new GatewayError("listTransactions", {
          code: "NETWORK_ERROR",
          explanation: "no answer",
          outcome: "unknown",
          isRetryable: true,
        })
      )
    await books.runner.run(listing([]))
    expect(await books.store.find(id)).toMatchObject({
      state: "queued",
      last_error: expect.stringContaining("no answer"),
    })
    expect(await books.runner.run(listing([]))).toBeNull()
    await knex("onchain_report").update({
      alive_at: new Date(0),
      created_at: new Date(Date.now() - 3_601_000),
    })
    await books.runner.run(listing([]))
    expect(await books.store.find(id)).toMatchObject({ state: "failed", finished_at: expect.any(Date) })
  })
})
