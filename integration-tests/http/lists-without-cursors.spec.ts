import type { OnchainOrderResponse, OnchainReportResponse } from "../../src/types/http"
import { eventually } from "./support/eventually"
import {
  findingsOf,
  giveUpUnpaid,
  payManyInvoices,
  placeOrders,
  withoutCursors,
} from "./support/many-invoices"
import { storeSuite, type StoreUnderTest } from "./support/store-suite"
import { installed } from "./support/installed"

const keptSince = async ({ merchant }: StoreUnderTest, orderId: string) => {
  const { order } = await merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)
  return order.payments.map(({ list_incomplete_since }) => list_incomplete_since)
}

storeSuite(
  "a service whose lists have no cursor and at most 30 rows",
  { assumptions: withoutCursors(30) },
  (store) => {
    it("loses no paid order: none is cancelled while a list is incomplete, and each is visible", async () => {
      const { paid, held, unpaid, sessionIds } = await placeOrders(store)
      await giveUpUnpaid(store, sessionIds)
      for (const { orderId } of [...paid, held, unpaid])
        expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
      for (const { orderId } of [...paid, unpaid])
        expect(await keptSince(store, orderId)).toEqual([expect.any(String)])
      const findings = await findingsOf(store)
      expect(findings.get("list_listInvoices_status_paid")).toMatch(
        /^warning: .* 30 rows were read.*assumptions\.list\.nextCursorField/
      )
      expect(findings.get("kept_orders")).toMatch(/^warning: .*: 3 \(#\d+, #\d+, #\d+\)/)

      // An operator who has checked the provider's dashboard ends it.
      await store.merchant.cancelOrder(unpaid.orderId)
      expect(await store.merchant.order(unpaid.orderId)).toMatchObject({ status: "canceled" })
      await eventually(async () => expect((await findingsOf(store)).get("kept_orders")).toMatch(/: 2 \(/))
    })

    it("calls nothing missing in a report, mirrors what it reads, and reports that the lists were incomplete", async () => {
      await payManyInvoices(store.sandbox, 40)
      const day = new Date().toISOString().slice(0, 10)
      const { report } = await store.merchant.post<OnchainReportResponse>("/admin/onchain/reports", {
        from: day,
        to: day,
      })
      const done = await eventually(async () => {
        await (await installed("finance/workers/run-reports")).runReports(store.container)
        const made = await store.merchant.get<OnchainReportResponse>(`/admin/onchain/reports/${report.id}`)
        expect(made.report.state).toBe("done")
        return made.report
      })
      expect(done.incomplete_lists).toEqual([
        { list: "transactions", rows: 30 },
        { list: "invoices paid", rows: 30 },
      ])
      const kinds = new Set(done.differences.map(({ kind }) => kind))
      for (const kind of [
        "no_transaction",
        "transaction_without_invoice",
        "capture_without_invoice",
      ] as const)
        expect(kinds).not.toContain(kind)
      expect((await findingsOf(store)).get("list_listTransactions")).toMatch(
        /no payout can be closed as not sent/
      )
    })
  }
)
