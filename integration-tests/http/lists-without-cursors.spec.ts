import type { AssumptionsInput } from "../../src/gateway"
import type { OnchainOrderResponse, OnchainReportResponse } from "../../src/types/http"
import { sendFor } from "./support/deposits"
import { eventually } from "./support/eventually"
import { pay, placeIntent, signUp } from "./support/intent-purchase"
import { payManyInvoices } from "./support/many-invoices"
import { USDC_ON_BASE } from "./support/purchase"
import { storeSuite, type StoreUnderTest } from "./support/store-suite"
import { followUp, followUpNow, forgetReadings, runOutOfTime, searchDeposits } from "./support/unpaid-orders"

/** Beside those of the orders. With them the number is not round, as it hardly ever is. */
const ROWS = 1_001

/** Bare arrays: no page names a next one. */
const withoutCursors = (maxPageSize: number): AssumptionsInput => ({ list: { itemsField: "", maxPageSize } })

/** Two orders whose deposits no webhook told of, one with a deposit in review, and one that nobody paid. */
async function placeOrders(store: StoreUnderTest) {
  await store.sandbox.setWebhook(null)
  const paid = [await place(store), await place(store)]
  const held = await place(store)
  const unpaid = await place(store)
  for (const { payment } of paid) await pay(store, payment)
  await sendFor(store, held.payment, { amount: "3" })
  await payManyInvoices(store.sandbox, ROWS)
  const all = [...paid, held, unpaid]
  return { paid, held, unpaid, sessionIds: all.map(({ sessionId }) => sessionId) }
}

async function place(store: StoreUnderTest) {
  const { customer } = await signUp(store)
  return placeIntent(customer, USDC_ON_BASE)
}

/** Everything that the jobs do about orders that are out of time, more than once. */
async function giveUpUnpaid(store: StoreUnderTest, sessionIds: readonly string[]): Promise<void> {
  await forgetReadings(store)
  await runOutOfTime(store, sessionIds)
  await followUp(store)
  for (let round = 0; round < 3; round++) {
    await searchDeposits(store)
    await followUpNow(store, sessionIds)
  }
}

const keptSince = async ({ merchant }: StoreUnderTest, orderId: string) => {
  const { order } = await merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)
  return order.payments.map(({ list_incomplete_since }) => list_incomplete_since)
}

const findingsOf = async ({ merchant }: StoreUnderTest) =>
  new Map((await merchant.health()).checks.map(({ id, status, message }) => [id, `${status}: ${message}`]))

storeSuite(
  "a service whose lists have no cursor and at most 100 rows",
  { assumptions: withoutCursors(100) },
  (store) => {
    it("loses no order that was paid: none is cancelled while a list is incomplete, and each is visible", async () => {
      const { paid, held, unpaid, sessionIds } = await placeOrders(store)
      await giveUpUnpaid(store, sessionIds)
      for (const { orderId } of [...paid, held, unpaid])
        expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
      for (const { orderId } of [...paid, unpaid])
        expect(await keptSince(store, orderId)).toEqual([expect.any(String)])
      const findings = await findingsOf(store)
      expect(findings.get("list_listInvoices_status_paid")).toMatch(
        /^warning: .* 100 rows were read.*assumptions\.list\.nextCursorField/
      )
      expect(findings.get("kept_orders")).toMatch(/^warning: .*: 3 \(#\d+, #\d+, #\d+\)/)

      // A person who has looked in the provider's dashboard ends it.
      await store.merchant.cancelOrder(unpaid.orderId)
      expect(await store.merchant.order(unpaid.orderId)).toMatchObject({ status: "canceled" })
      await eventually(async () => expect((await findingsOf(store)).get("kept_orders")).toMatch(/: 2 \(/))
    })

    it("calls nothing missing in a report, mirrors what there is, and says that the lists were incomplete", async () => {
      await payManyInvoices(store.sandbox, 120)
      const day = new Date().toISOString().slice(0, 10)
      const { report } = await store.merchant.post<OnchainReportResponse>("/admin/onchain/reports", {
        from: day,
        to: day,
      })
      const done = await eventually(async () => {
        await store.container.resolve("workflows").run("run-onchain-reports", { input: {} })
        const made = await store.merchant.get<OnchainReportResponse>(`/admin/onchain/reports/${report.id}`)
        expect(made.report.state).toBe("done")
        return made.report
      })
      expect(done.incomplete_lists).toEqual([
        { list: "transactions", rows: 100 },
        { list: "invoices paid", rows: 100 },
      ])
      const kinds = new Set(done.differences.map(({ kind }) => kind))
      for (const kind of [
        "no_transaction",
        "transaction_without_invoice",
        "capture_without_invoice",
      ] as const)
        expect(kinds).not.toContain(kind)
      expect((await findingsOf(store)).get("list_listTransactions")).toMatch(/no payout can be written off/)
    })
  }
)

storeSuite(
  "a service whose lists have no cursor and as many rows as are asked for",
  { assumptions: withoutCursors(5_000) },
  (store) => {
    it("finds each deposit among 1,000 others, captures it, and cancels what nobody paid", async () => {
      const { paid, held, unpaid, sessionIds } = await placeOrders(store)
      await giveUpUnpaid(store, sessionIds)
      for (const { orderId } of paid)
        expect(await store.merchant.order(orderId)).toMatchObject({
          payment_status: "captured",
          outstanding: 0,
        })
      expect(await store.merchant.order(held.orderId)).toMatchObject({ status: "pending" })
      expect(await store.merchant.order(unpaid.orderId)).toMatchObject({ status: "canceled" })
      const findings = await findingsOf(store)
      expect([...findings.keys()].filter((id) => id.startsWith("list_") || id === "kept_orders")).toEqual([])
    })
  }
)
