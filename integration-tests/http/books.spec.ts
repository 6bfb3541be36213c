import { dayOf } from "../../src/domain/finance/report-difference"
import type {
  OnchainBalanceListResponse,
  OnchainReportListResponse,
  OnchainReportResponse,
  OnchainTransactionListResponse,
} from "../../src/types/http"
import { billingStories } from "./support/billing-stories"
import { makeReport, sellElsewhere as sellAtService } from "./support/day-books"
import { sell } from "./support/refunds"
import { storeSuite } from "./support/store-suite"
import { refusalOf } from "./support/withdrawals"

const DAY_MS = 86_400_000

/** Small, so that every list has several pages. */
const PAGE_SIZE = 5

const suite = { plugin: { assumptions: { list: { pageSize: PAGE_SIZE } } } }

storeSuite("balances, transactions and reports", suite, (store) => {
  const sellElsewhere = (amount: string) => sellAtService(store, amount)
  const report = () => makeReport(store)
  const transactions = (query = "") =>
    store.merchant.get<OnchainTransactionListResponse>(`/admin/onchain/transactions${query}`)
  const sync = () =>
    store.merchant.post<OnchainTransactionListResponse>("/admin/onchain/transactions/sync", {})

  describe("balances", () => {
    it("show the service's current balances, in its three amounts", async () => {
      await sellElsewhere("100")
      const { balances, asked_at } =
        await store.merchant.get<OnchainBalanceListResponse>("/admin/onchain/balances")
      expect(balances).toEqual([
        {
          chain: "evm",
          network_id: "base-mainnet",
          network_name: expect.stringContaining("Base"),
          token: "USDC",
          canonical_asset_id: null,
          total: "99.05",
          total_held: expect.any(String),
          requires_recovery: "0",
          on_its_way: "0",
          without_order: "0",
          price: {
            ...{ currency_code: "usd", currency_decimals: 2, price: "1" },
            ...{ source: expect.any(String), at: expect.any(String) },
          },
        },
      ])
      expect(Date.parse(asked_at)).toBeGreaterThan(Date.now() - 60_000)
    })
  })

  describe("transactions", () => {
    it("are read to the last page, and shown by page and by filter", async () => {
      for (let n = 1; n <= 3; n++) await sellElsewhere(String(n))
      const first = await sync()
      expect(first).toMatchObject({ count: 6, is_count_exact: true, limit: 20, offset: 0 })
      expect((await store.sandbox.requests("listTransactions")).length).toBeGreaterThanOrEqual(2)
      const ids = first.transactions.map(({ id }) => id)
      const pages = [await transactions("?limit=4"), await transactions("?limit=4&offset=4")]
      expect(pages.flatMap((page) => page.transactions.map(({ id }) => id))).toEqual(ids)
      expect((await transactions("?type=fee&direction=out")).count).toBe(3)
      expect((await transactions(`?from=${dayOf(new Date(Date.now() - DAY_MS))}`)).count).toBe(6)
    })
  })

  describe("a report", () => {
    it("lists what differs, with its order", async () => {
      const { orderId, invoiceId } = await sell(store)
      await store.sandbox.advance(60_000)
      await store.db("onchain_attempt").update({ received_amount: "1" })
      const order = { id: orderId, display_id: expect.any(Number) }
      const explanation = expect.stringMatching(/^[A-Z].*\.$/)
      expect((await report()).differences).toMatchObject([
        { kind: "amount_differs", match_key: invoiceId, order, explanation },
      ])
    })

    it("is listed with its creator, and is available as CSV, in which nothing runs as a formula, however long it is", async () => {
      await sellElsewhere("5")
      const { id, from, to } = await report()
      const { reports, count } = await store.merchant.get<OnchainReportListResponse>("/admin/onchain/reports")
      expect(count).toBe(1)
      expect(reports).toEqual([
        expect.objectContaining({ id, state: "done", requested_by: "merchant@example.com" }),
      ])
      await store.db.raw(
        `UPDATE onchain_report SET lines = jsonb_set(lines, '{0,token}', '"=cmd(\\"x\\")"') WHERE id = ?`,
        [id]
      )
      const path = `/admin/onchain/reports/${id}`
      const text = await store.merchant.get<string>(`${path}/csv?part=lines`)
      const [head, row, end] = text.split("\r\n")
      expect(head).toMatch(/^Day,Network,Token,/)
      expect(row).toContain(`,"'=cmd(""x"")",`)
      expect(end).toBe("")
      expect(await store.merchant.get<string>(`${path}/csv?part=differences`)).toMatch(
        /^Day,Difference,.*\r\n[\d-]+,"Paid, not captured in Medusa",/
      )
      expect(await refusalOf(store.merchant.get(`${path}/csv?part=all`))).toMatchObject({ status: 400 })
      expect([from, to].join()).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/)

      const many = 70_000
      await store.db.raw(
        `UPDATE onchain_report SET differences = (SELECT jsonb_agg(jsonb_build_object('kind', 'payout_unknown', 'day', '2026-01-02',
           'network_id', 'base-mainnet', 'token', 'USDC', 'match_key', 'inv_' || n, 'currency_code', null, 'expected', null,
           'found', '1', 'explanation', 'A payout.')) FROM generate_series(1, ?::int) AS n) WHERE id = ?`,
        [many, id]
      )
      const all = await store.merchant.get<string>(`${path}/csv?part=differences`)
      expect(all.split("\r\n")).toHaveLength(1 + many + 1)
      const { report: shown } = await store.merchant.get<OnchainReportResponse>(path)
      expect(shown.differences).toHaveLength(500)
    })

    it("is created at most twenty times an hour per user, and for no invalid range", async () => {
      const request = (days: object) => refusalOf(store.merchant.post("/admin/onchain/reports", days))
      expect(await request({ from: "2026-01-01", to: "2026-03-01" })).toMatchObject({
        status: 400,
        message: expect.stringContaining("at most 31 days"),
      })
      expect(await request({ from: "2026-01-01" })).toMatchObject({ status: 400 })
      expect(await refusalOf(store.merchant.get("/admin/onchain/reports/ocrep_nothing"))).toMatchObject({
        status: 404,
      })
      const ask = (n: number) => {
        const from = dayOf(new Date(Date.now() - n * DAY_MS))
        return store.merchant.post("/admin/onchain/reports", { from, to: from })
      }
      for (let n = 1; n <= 20; n++) await ask(n)
      expect(await refusalOf(ask(21))).toMatchObject({
        status: 400,
        message: expect.stringContaining("20 reports within an hour"),
      })
      await store.db.raw("UPDATE onchain_report SET state = 'failed'")
    })
  })

  describe("a withdrawal of ours", () => {
    it("is shown as outgoing in the balance, then as a linked transaction, and not as a difference in the report", async () => {
      const api = store.merchant.withdrawals
      const { orderId, invoiceId } = await sell(store)
      await store.sandbox.advance(60_000)
      const { id } = await api.send(await api.destination(), { amount: "10" })
      const { balances } = await store.merchant.get<OnchainBalanceListResponse>("/admin/onchain/balances")
      expect(balances).toMatchObject([{ on_its_way: "10" }])
      await store.sandbox.advance(120_000)
      await store.quiet()
      const done = await api.until(id, "completed")
      await sync()
      expect((await transactions("?type=payout")).transactions).toMatchObject([
        { amount: done.net_amount, about: { kind: "withdrawal", id, order: null } },
      ])
      expect((await transactions(`?q=${invoiceId}&type=receipt`)).transactions).toMatchObject([
        { reference: invoiceId, about: { kind: "payment", order: { id: orderId }, by: "reference" } },
      ])
      const { lines, differences } = await report()
      expect(differences).toEqual([])
      expect(lines).toMatchObject([
        {
          token: "USDC",
          captures: { count: 1, fiat: [{ currency_code: "usd" }] },
          invoices: { count: 1 },
          receipts: { count: 1, tokens: lines[0]?.captures.tokens },
          payouts: { count: 1, tokens: done.net_amount },
        },
      ])
    })
  })

  describe("billing", () => billingStories(store))
})
