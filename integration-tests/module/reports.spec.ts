import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import {
  capture,
  DAY,
  differencesOf,
  Lists,
  listsInOrder,
  makeReport,
  settledInvoice,
  soldPayment,
  transaction,
  requestReport,
  type Capture,
  openAccounting,
  storeCaptures,
} from "./books"
import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import { listAuditEntries } from "../../src/modules/onchain/work/audit-log"
import { describeOnchainModule, together } from "./onchain-module"
import { deposit, inReview, mirrorOf, withdrawalIn, stored } from "./rows"

/** Half of the money pays another order. */
const APPLIED = {
  unallocated_reason: "session_dead",
  resolution: "apply",
  applied_session_id: "payses_9",
  applied_amount: "12.5",
  resolved_token_amount: "6.25",
} as const
describeOnchainModule(({ service, knex }) => {
  beforeEach(() => storeCaptures(knex, [capture()]))
  afterAll(() => knex.raw("DROP TABLE payment, capture"))

  const sale = (change: Partial<PaymentRow> = {}) => stored(service.payments, { ...soldPayment, ...change })

  const report = (gateway: Lists, captures?: Capture[], days?: typeof DAY) =>
    makeReport(knex, gateway, captures, days)

  test("each kind of difference is identified by its subject", async () => {
    await sale()
    await sale({ id: "ocpay_2" })
    await sale({ id: "ocpay_3" })
    const gateway = listsInOrder()
    gateway.invoices.push(
      settledInvoice({ id: "inv_3", receivedAmount: "13" }),
      settledInvoice({ id: "inv_4" }),
      settledInvoice({ id: "inv_5" })
    )
    gateway.transactions.push(
      transaction({ id: "txn_3", reference: "inv_3", amount: "13" }),
      transaction({ id: "txn_4", reference: "inv_4" }),
      transaction({ id: "txn_6", reference: "inv_6", amount: "1" }),
      transaction({ id: "txn_7", reference: "wd_7", type: "payout", direction: "out", amount: "2" }),
      transaction({ id: "txn_9", reference: "wd_9", type: "payout", direction: "out", amount: "9" })
    )
    await sale({ id: "ocpay_5" })
    const ended = { state: "completed", state_at: new Date("2026-01-02T12:00:00Z") } as const
    for (const n of ["8", "9"])
      await withdrawalIn(
        knex,
        { ...ended, gateway_withdrawal_id: `wd_${n}`, fee: "0.05" },
        { request_key: `request_${n}` }
      )
    const captures = ["1", "2", "3", "5"].map((n) => capture({ id: `capt_${n}`, sessionId: `payses_${n}` }))
    const { store, id, row } = await report(gateway, captures)
    expect(await differencesOf(store, id)).toEqual([
      "capture_without_invoice inv_2",
      "amount_differs inv_3",
      "not_captured inv_4",
      "no_transaction inv_5",
      "transaction_without_invoice inv_6",
      "payout_unknown wd_7",
      "payout_missing wd_8",
      "payout_differs wd_9",
    ])
    expect(row?.difference_count).toBe(8)
  })

  test("a surplus is no difference once it is recorded as owed back", async () => {
    const payment = await sale({ gateway_status: "overpaid", received_amount: "13" })
    const gateway = listsInOrder()
    gateway.invoices = [settledInvoice({ status: "overpaid", receivedAmount: "13" })]
    gateway.transactions[0] = transaction({ amount: "13" })
    expect((await report(gateway)).row?.difference_count).toBe(1)
    await service.refunds.oweSurplus(payment)
    expect((await report(gateway)).row?.difference_count).toBe(0)
  })

  test("money received for a deposit is a difference until a list of deposits has it", async () => {
    await sale()
    const gateway = listsInOrder()
    gateway.transactions.push(transaction({ id: "txn_dep", reference: "dep_1" }))
    await mirrorOf(knex).report("deposit.review_required", deposit())
    const reported = await report(gateway)
    expect(await differencesOf(reported.store, reported.id)).toEqual(["transaction_without_invoice dep_1"])
    await inReview(knex)
    expect((await report(gateway)).row?.difference_count).toBe(0)
  })

  test("an invoice that is listed under two statuses, or twice, counts once with its last status", async () => {
    const payment = await sale({ gateway_status: "overpaid", received_amount: "13" })
    await service.refunds.oweSurplus(payment)
    const gateway = listsInOrder()
    gateway.transactions[0] = transaction({ amount: "13" })
    const others = Array.from({ length: 500 }, (_, n) => settledInvoice({ id: `inv_other_${n}` }))
    gateway.invoices = [
      settledInvoice(),
      ...others,
      settledInvoice(),
      settledInvoice({ status: "overpaid", receivedAmount: "13" }),
    ]
    gateway.transactions.push(
      ...others.map(({ id }) => transaction({ id: `txn_${id}`, reference: id })),
      // A service may name a transaction like its subject.
      transaction({
        id: "inv_other_0",
        type: "fee",
        direction: "out",
        amount: "0.1",
        reference: "inv_other_0",
      })
    )
    const { row, lines, store, id } = await report(gateway)
    expect(row).toMatchObject({ state: "done", last_error: null })
    expect(lines[0]).toMatchObject({
      invoices: { count: 501, tokens: "6263" },
      receipts: { count: 501, tokens: "6263" },
    })
    expect((await differencesOf(store, id)).filter((one) => one.includes("inv_1"))).toEqual([])
  })

  test("money that Medusa captured twice is a difference although the tokens agree", async () => {
    await sale({ fiat_amount: "10" })
    const twice = [capture({ amount: "10" }), capture({ id: "capt_2", amount: "10" })]
    const first = await report(listsInOrder(), twice)
    const all = { tokens: "12.5" }
    expect(first.lines[0]).toMatchObject({ captures: all, invoices: all, receipts: all })
    expect(first.row?.differences).toMatchObject([
      { kind: "amount_differs", match_key: "inv_1", currency_code: "usd", expected: "10", found: "20" },
    ])
    const withNoise = await report(listsInOrder(), [
      capture({ amount: "10.000000000000002", currencyCode: "USD" }),
    ])
    expect(withNoise.row?.difference_count).toBe(0)
  })

  test("the value of an applied payment is the amount it was applied for", async () => {
    await sale({ ...APPLIED, resolved_token_amount: "12.5", applied_amount: "11" })
    const applied = (amount: string) => report(listsInOrder(), [capture({ sessionId: "payses_9", amount })])
    expect((await applied("11")).row?.difference_count).toBe(0)
    expect((await applied("12.5")).row?.difference_count).toBe(1)
  })

  test("a finished report never changes, whatever becomes of a payment", async () => {
    const waiting = await sale({
      state: "unallocated",
      unallocated_reason: "session_dead",
      captured_at: null,
    })
    const agreed = await report(listsInOrder(), [])
    await service.payments.note(waiting.id, { state: "captured", resolution: "apply" })
    const differing = await report(listsInOrder(), [])
    await knex("onchain_decision").where({ payment_id: waiting.id }).update({ kind: "keep" })
    expect(agreed.row?.difference_count).toBe(0)
    expect(await differencesOf(agreed.store, agreed.id)).toEqual([])
    expect(differing.row?.difference_count).toBe(1)
    expect(await differencesOf(differing.store, differing.id)).toEqual(["not_captured inv_1"])
  })

  test("a withdrawal without a fee is compared with its quote, and with nothing where that has none", async () => {
    const gateway = new Lists()
    const ended = { state: "completed", state_at: new Date("2026-01-02T12:00:00Z") } as const
    for (const [id, quote_fee] of [
      ["wd_1", "0.05"],
      ["wd_2", null],
      ["wd_3", "0.05"],
    ] as const)
      await withdrawalIn(knex, { ...ended, gateway_withdrawal_id: id, quote_fee }, { request_key: id })
    gateway.transactions = ["9.95", "9.95", "9"].map((amount, n) =>
      transaction({ id: `txn_${n + 1}`, reference: `wd_${n + 1}`, type: "payout", direction: "out", amount })
    )
    const { store, id } = await report(gateway, [])
    expect(await differencesOf(store, id)).toEqual(["payout_differs wd_3"])
  })

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
      expect.objectContaining({
        day: "2026-01-02",
        captures: expect.objectContaining({ tokens: "12.5" }),
        receipts: { count: 1, tokens: "12.5" },
        fees: { count: 1, tokens: "0.11875" },
      }),
    ])
    const second = await report(gateway, captures, { from: "2026-01-03", to: "2026-01-03" })
    expect(second.lines).toEqual([])
    expect([first.row?.difference_count, second.row?.difference_count]).toEqual([0, 0])
  })

  test("each day and asset has a line of its own: receipts, fees, payouts and refunds of deposits, and nothing that failed", async () => {
    await sale()
    await inReview(knex)
    const paid = { state: "completed", state_at: new Date("2026-01-03T12:00:00Z") } as const
    await withdrawalIn(knex, { ...paid, gateway_withdrawal_id: "wd_1", fee: "0.05" })
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
      {
        ...{ day: "2026-01-02", token: "USDC", captures: { tokens: "12.5" }, receipts: { tokens: "12.5" } },
        ...{ fees: { tokens: "0.11875" }, payouts: { count: 0 } },
      },
      {
        ...{
          day: "2026-01-02",
          token: "XLM",
          canonical_asset_id: "stellar:XLM:native",
          captures: { count: 0 },
        },
        ...{ receipts: { count: 1, tokens: "3.0000001" }, refunds: { count: 1, tokens: "2.9" } },
      },
      { day: "2026-01-03", token: "USDC", receipts: { count: 0 }, payouts: { count: 1, tokens: "9.95" } },
    ])
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
    expect(lines).toMatchObject([
      { captures: { count: 1, tokens: captured }, receipts: { tokens: received } },
    ])
  })

  test("a payment that Medusa captured in two parts counts its tokens once", async () => {
    await sale()
    const captures = [capture({ amount: "5" }), capture({ id: "capt_2", amount: "7.5" })]
    const { row, lines } = await report(listsInOrder(), captures)
    expect(row?.difference_count).toBe(0)
    expect(lines[0]).toMatchObject({
      captures: { count: 2, tokens: "12.5", fiat: [{ amount: "12.5", currency_code: "usd" }] },
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
    await books.run()
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
    await expect(books.run()).rejects.toThrow("a bug")
    expect(await books.store.find(id)).toMatchObject({ state: "failed", last_error: "a bug", lines: null })
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
      expect(await books.run()).toBe(id)
    }
    expect(await books.run()).toBe(id)
    expect(isTaken).toBe(true)
    expect(await books.store.find(id)).toMatchObject({
      ...{ state: "done", difference_count: 0 },
      lines: [{ captures: { count: 1 }, invoices: { count: 1 }, receipts: { count: 1 } }],
    })
  })

  test("an unreachable service is called again a minute later, for an hour", async () => {
    const gateway = listsInOrder()
    const books = openAccounting(knex, gateway)
    const id = await requestReport(books.store)
    gateway.onRow = () =>
      Promise.reject(
        failedCall("listTransactions", {
          code: "NETWORK_ERROR",
          explanation: "no answer",
          outcome: "unknown",
          isRetryable: true,
        })
      )
    await books.run()
    expect(await books.store.find(id)).toMatchObject({
      state: "queued",
      last_error: expect.stringContaining("no answer"),
    })
    expect(await books.run()).toBeNull()
    await knex("onchain_report").update({
      alive_at: new Date(0),
      created_at: new Date(Date.now() - 3_601_000),
    })
    await books.run()
    expect(await books.store.find(id)).toMatchObject({ state: "failed", finished_at: expect.any(Date) })
  })
})
