import type { CaptureFact } from "../../src/modules/onchain/finance/report-entries"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import {
  capture,
  type DAY,
  differencesOf,
  Lists,
  listsInOrder,
  makeReport,
  settledInvoice,
  soldPayment,
  transaction,
} from "./books"
import { deposit, mirrorOf } from "./deposit-rows"
import { describeOnchainModule } from "./onchain-module"
import { withdrawalIn } from "./payout-rows"
import { stored } from "./payment-rows"

describeOnchainModule(({ service, knex }) => {
  const sale = (change: Partial<PaymentRow> = {}) => stored(service.payments, { ...soldPayment, ...change })

  const report = (gateway: Lists, captures?: CaptureFact[], days?: typeof DAY) =>
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
    expect(await differencesOf(reported.reader, reported.id)).toEqual(["transaction_without_invoice dep_1"])
    await mirrorOf(knex).record(deposit())
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
    const { row, lines, reader, id } = await report(gateway)
    expect(row).toMatchObject({ state: "done", last_error: null })
    expect(lines[0]).toMatchObject({ invoices: 501, invoiced: "6263", receipts: 501, received: "6263" })
    expect((await differencesOf(reader, id)).filter((one) => one.includes("inv_1"))).toEqual([])
  })

  test("money that Medusa captured twice is a difference although the tokens agree", async () => {
    await sale({ fiat_amount: "10" })
    const twice = [capture({ amount: "10" }), capture({ id: "capt_2", amount: "10" })]
    const first = await report(listsInOrder(), twice)
    expect(first.lines[0]).toMatchObject({ captured: "12.5", invoiced: "12.5", received: "12.5" })
    const found: unknown[] = []
    for await (const piece of first.reader.differences(first.id)) found.push(...piece)
    expect(found).toMatchObject([
      { kind: "amount_differs", match_key: "inv_1", currency_code: "usd", expected: "10", found: "20" },
    ])
    const withNoise = await report(listsInOrder(), [
      capture({ amount: "10.000000000000002", currencyCode: "USD" }),
    ])
    expect(withNoise.row?.difference_count).toBe(0)
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
    await knex("onchain_payment").where({ id: waiting.id }).update({ resolution: "keep" })
    expect(agreed.row?.difference_count).toBe(0)
    expect(await differencesOf(agreed.reader, agreed.id)).toEqual([])
    expect(differing.row?.difference_count).toBe(1)
    expect(await differencesOf(differing.reader, differing.id)).toEqual(["not_captured inv_1"])
  })

  test("a withdrawal without a net amount is compared with its quote, and with nothing where that has none", async () => {
    const gateway = new Lists()
    const ended = { state: "completed", completed_at: new Date("2026-01-02T12:00:00Z") } as const
    for (const [id, quote_net] of [
      ["wd_1", "9.95"],
      ["wd_2", null],
      ["wd_3", "9.95"],
    ] as const)
      await withdrawalIn(knex, { ...ended, gateway_withdrawal_id: id, quote_net }, { request_key: id })
    gateway.transactions = ["9.95", "9.95", "9"].map((amount, n) =>
      transaction({ id: `txn_${n + 1}`, reference: `wd_${n + 1}`, type: "payout", direction: "out", amount })
    )
    const { reader, id } = await report(gateway, [])
    expect(await differencesOf(reader, id)).toEqual(["payout_differs wd_3"])
  })
})
