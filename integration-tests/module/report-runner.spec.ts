import { GatewayError } from "../../src/gateway"
import type { PaymentRow } from "../../src/modules/onchain/payment-row"
import { capture, differencesOf, Lists, listing, openBooks, settledInvoice, transaction } from "./books"
import { describeOnchainModule } from "./onchain-module"
import { withdrawalIn } from "./payout-rows"
import { stored } from "./payment-rows"

const DAYS = { from: "2026-01-02", to: "2026-01-02" }

describeOnchainModule(({ service, knex }) => {
  const paid: Partial<PaymentRow> = {
    state: "captured",
    gateway_status: "paid",
    received_amount: "12.5",
    settled_at: new Date("2026-01-02T10:00:30Z"),
    captured_at: new Date("2026-01-02T10:01:00Z"),
  }
  const sale = (change: Partial<PaymentRow> = {}) => stored(service.payments, { ...paid, ...change })

  async function report(gateway: Lists, captures = [capture()], days = DAYS) {
    const books = openBooks(knex, gateway)
    const { id } = await books.store.request(days, "user_1")
    await books.runner.run(listing(captures))
    const row = await books.store.find(id)
    return { ...books, id, row, lines: await books.reader.lines(id) }
  }
  function inOrder(): Lists {
    const gateway = new Lists()
    gateway.transactions = [
      transaction(),
      transaction({ id: "txn_2", type: "fee", direction: "out", amount: "0.11875" }),
    ]
    gateway.invoices = [settledInvoice()]
    return gateway
  }

  test("a sale that all books have is one line, and no difference", async () => {
    await sale()
    const { row, lines } = await report(inOrder())
    expect(row).toMatchObject({ state: "done", difference_count: 0, rows_read: 4 })
    expect(lines).toEqual([
      expect.objectContaining({
        day: "2026-01-02",
        captures: 1,
        captured: "12.5",
        fiat: [{ amount: "12.5", currency_code: "usd" }],
        invoices: 1,
        invoiced: "12.5",
        receipts: 1,
        received: "12.5",
        fees: "0.11875",
        payouts: 0,
      }),
    ])
  })

  test("what belongs together is on the day of its receipt, whatever the clocks say", async () => {
    await sale({
      captured_at: new Date("2026-01-03T00:00:10Z"),
      settled_at: new Date("2026-01-03T00:00:05Z"),
    })
    const gateway = inOrder()
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

  test("each kind of difference is found by what it is about", async () => {
    await sale()
    await sale({ id: "ocpay_2", session_id: "payses_2", idempotency_key: "k2", gateway_invoice_id: "inv_2" })
    await sale({ id: "ocpay_3", session_id: "payses_3", idempotency_key: "k3", gateway_invoice_id: "inv_3" })
    const gateway = inOrder()
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
    await sale({ id: "ocpay_5", session_id: "payses_5", idempotency_key: "k5", gateway_invoice_id: "inv_5" })
    const ended = { state: "completed", completed_at: new Date("2026-01-02T12:00:00Z") } as const
    for (const n of ["8", "9"])
      await withdrawalIn(
        knex,
        { ...ended, gateway_withdrawal_id: `wd_${n}`, net_amount: "9.95" },
        { request_key: `request_${n}` }
      )
    const captures = ["1", "2", "3", "5"].map((n) => capture({ id: `capt_${n}`, sessionId: `payses_${n}` }))
    const { reader, id, row } = await report(gateway, captures)
    expect(await differencesOf(reader, id)).toEqual([
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

  test("money on top is no difference once it is written down as owed back", async () => {
    const payment = await sale({ gateway_status: "overpaid", received_amount: "13" })
    const gateway = inOrder()
    gateway.invoices = [settledInvoice({ status: "overpaid", receivedAmount: "13" })]
    gateway.transactions[0] = transaction({ amount: "13" })
    expect((await report(gateway)).row?.difference_count).toBe(1)
    await service.refunds.oweSurplus(payment)
    expect((await report(gateway)).row?.difference_count).toBe(0)
  })

  test("money that waits for a decision, or has one, is no difference", async () => {
    await sale({ state: "unallocated", unallocated_reason: "session_dead", captured_at: null })
    expect((await report(inOrder(), [])).row?.difference_count).toBe(0)
  })

  test("money that was applied counts for its order, by the session made for it", async () => {
    await sale({
      unallocated_reason: "session_dead",
      resolution: "apply",
      applied_session_id: "payses_9",
      resolved_token_amount: "12.5",
    })
    const { row, lines } = await report(inOrder(), [capture({ sessionId: "payses_9" })])
    expect(row?.difference_count).toBe(0)
    expect(lines[0]).toMatchObject({ captures: 1, captured: "12.5" })
  })

  test("a payment that Medusa captured in two parts stands for its tokens once", async () => {
    await sale()
    const captures = [capture({ amount: "5" }), capture({ id: "capt_2", amount: "7.5" })]
    const { row, lines } = await report(inOrder(), captures)
    expect(row?.difference_count).toBe(0)
    expect(lines[0]).toMatchObject({
      captures: 2,
      captured: "12.5",
      fiat: [{ amount: "12.5", currency_code: "usd" }],
    })
  })

  test("an invoice that is listed under two words, or twice, counts once and as it was told last", async () => {
    const payment = await sale({ gateway_status: "overpaid", received_amount: "13" })
    await service.refunds.oweSurplus(payment)
    const gateway = inOrder()
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
      // A service may call a transaction as it calls what it is about.
      transaction({
        id: "inv_other_0",
        type: "fee",
        direction: "out",
        amount: "0.1",
        reference: "inv_other_0",
      })
    )
    const { row, lines, reader, id } = await report(gateway)
    expect(row).toMatchObject({ state: "done", last_error: null })
    expect(lines[0]).toMatchObject({ invoices: 501, invoiced: "6263", receipts: 501, received: "6263" })
    expect((await differencesOf(reader, id)).filter((one) => one.includes("inv_1"))).toEqual([])
  })

  test("money that Medusa captured twice, or in part, is a difference although the tokens agree", async () => {
    await sale({ fiat_amount: "10" })
    const twice = [capture({ amount: "10" }), capture({ id: "capt_2", amount: "10" })]
    const first = await report(inOrder(), twice)
    expect(first.lines[0]).toMatchObject({ captured: "12.5", invoiced: "12.5", received: "12.5" })
    const found: unknown[] = []
    for await (const piece of first.reader.differences(first.id)) found.push(...piece)
    expect(found).toMatchObject([
      { kind: "amount_differs", match_key: "inv_1", currency_code: "usd", expected: "10", found: "20" },
    ])
    const inPart = await report(inOrder(), [capture({ amount: "4" })])
    expect(inPart.row?.difference_count).toBe(1)
    const elsewhere = await report(inOrder(), [capture({ amount: "10", currencyCode: "eur" })])
    expect(elsewhere.row?.difference_count).toBe(1)
    const withNoise = await report(inOrder(), [
      capture({ amount: "10.000000000000002", currencyCode: "USD" }),
    ])
    expect(withNoise.row?.difference_count).toBe(0)
  })

  test("the money of a payment that was applied is what it was applied for", async () => {
    await sale({
      unallocated_reason: "session_dead",
      resolution: "apply",
      applied_session_id: "payses_9",
      resolved_token_amount: "12.5",
      applied_amount: "11",
    })
    const applied = (amount: string) => report(inOrder(), [capture({ sessionId: "payses_9", amount })])
    expect((await applied("11")).row?.difference_count).toBe(0)
    expect((await applied("12.5")).row?.difference_count).toBe(1)
  })

  test("a report that is done says the same for ever, whatever becomes of a payment", async () => {
    const waiting = await sale({
      state: "unallocated",
      unallocated_reason: "session_dead",
      captured_at: null,
    })
    const agreed = await report(inOrder(), [])
    await knex("onchain_payment").where({ id: waiting.id }).update({ state: "captured", resolution: "apply" })
    const differing = await report(inOrder(), [])
    await knex("onchain_payment").where({ id: waiting.id }).update({ resolution: "keep" })
    expect(agreed.row?.difference_count).toBe(0)
    expect(await differencesOf(agreed.reader, agreed.id)).toEqual([])
    expect(differing.row?.difference_count).toBe(1)
    expect(await differencesOf(differing.reader, differing.id)).toEqual(["not_captured inv_1"])
  })

  test("a withdrawal that names no net amount is compared with its quote, and with nothing where that names none", async () => {
    const gateway = new Lists()
    const ended = { state: "completed", completed_at: new Date("2026-01-02T12:00:00Z") } as const
    for (const [id, quote_net] of [
      ["wd_1", "9.95"],
      ["wd_2", null],
      ["wd_3", "9.95"],
    ] as const)
      await withdrawalIn(knex, { ...ended, gateway_withdrawal_id: id, quote_net }, { request_key: id })
    gateway.transactions = ["9.95", "9.95", "9"].map((amount, n) =>
      transaction({
        id: `txn_${n + 1}`,
        reference: `wd_${n + 1}`,
        type: "payout",
        direction: "out",
        amount,
      })
    )
    const { reader, id } = await report(gateway, [])
    expect(await differencesOf(reader, id)).toEqual(["payout_differs wd_3"])
  })

  test("a report shows itself before each page, however few calls a minute has", async () => {
    const gateway = inOrder()
    gateway.invoices = Array.from({ length: 3 }, (_, n) => settledInvoice({ id: `inv_${n}` }))
    const shown: string[] = []
    // Each call is 40 s away from the one before.
    const budget = {
      take: async () => {
        await knex.raw("UPDATE onchain_report SET alive_at = alive_at - interval '40 seconds'")
        const late = await knex("onchain_report")
          .whereRaw("alive_at < now() - interval '60 seconds'")
          .first("id")
        shown.push(late === undefined ? "alive" : "late")
      },
    }
    const books = openBooks(knex, gateway, 1, budget)
    const { id } = await books.store.request(DAYS, "user_1")
    await books.runner.run(listing([capture()]))
    expect(await books.store.find(id)).toMatchObject({ state: "done", cut_off_count: 0 })
    expect(shown.length).toBeGreaterThan(5)
    expect(shown).not.toContain("late")
  })

  test("a report that is cut off again and again ends, in words", async () => {
    const { store } = openBooks(knex, inOrder())
    const { id } = await store.request(DAYS, "user_1")
    for (let n = 1; n <= 6; n++) {
      expect(await store.claim()).toMatchObject({ id })
      await knex("onchain_report").update({ alive_at: new Date(0) })
    }
    expect(await store.claim()).toBeUndefined()
    expect(await store.find(id)).toMatchObject({
      state: "failed",
      last_error: expect.stringContaining("It was begun 6 times"),
    })
  })

  test("what a report that failed has read takes no room, and one that goes on shows no reason of before", async () => {
    await sale()
    const gateway = inOrder()
    const books = openBooks(knex, gateway)
    const { id } = await books.store.request(DAYS, "user_1")
    gateway.onRow = () =>
      gateway.reads.at(-1) === "transactions" ? Promise.resolve() : Promise.reject(new Error("a bug"))
    await expect(books.runner.run(listing([capture()]))).rejects.toThrow("a bug")
    expect(await books.reader.lines(id)).toEqual([])
    await knex("onchain_report").update({ state: "queued", alive_at: null })
    await books.store.claim()
    expect(await books.store.find(id)).toMatchObject({ state: "running", last_error: null })
  })

  test("of ten processes at once one makes a report", async () => {
    await sale()
    const books = openBooks(knex, inOrder())
    const { id } = await books.store.request(DAYS, "user_1")
    const made = await Promise.all(Array.from({ length: 10 }, () => books.runner.run(listing([capture()]))))
    expect(made.filter((one) => one === id)).toHaveLength(1)
    expect((await books.reader.lines(id))[0]).toMatchObject({ captures: 1, invoices: 1 })
  })

  test("a report whose process died begins again, and the one that was thought dead adds nothing", async () => {
    await sale()
    const gateway = inOrder()
    const books = openBooks(knex, gateway)
    const { id } = await books.store.request(DAYS, "user_1")
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

  test("a service that cannot be asked is asked again a minute later, for an hour", async () => {
    const gateway = inOrder()
    const books = openBooks(knex, gateway)
    const { id } = await books.store.request(DAYS, "user_1")
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

  test("an error of ours ends the report with its reason", async () => {
    const gateway = inOrder()
    const books = openBooks(knex, gateway)
    const { id } = await books.store.request(DAYS, "user_1")
    gateway.onRow = () => Promise.reject(new Error("a bug"))
    await expect(books.runner.run(listing([]))).rejects.toThrow("a bug")
    expect(await books.store.find(id)).toMatchObject({ state: "failed", last_error: "a bug" })
    expect((await books.store.history(id)).map(({ action }) => action)).toEqual(["report.requested"])
  })
})
