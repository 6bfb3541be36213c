import { readGatewayRecords } from "../gateway-records"

const at = "2026-01-01T00:00:00.000Z"
const atMs = Date.parse(at)
const call = (endpoint: string, path: string, status: number | null) => ({ endpoint, path, status, at })

describe("the store's calls to the service", () => {
  it("are summarized by invoice, and only answered ones count as polls", async () => {
    const requests = [
      call("getInvoice", "/api/v1/businesses/invoices/inv_1", 200),
      call("getInvoice", "/api/v1/businesses/invoices/inv_1", 200),
      call("getInvoice", "/api/v1/businesses/invoices/inv_2", 503),
      call("getInvoice", "/api/v1/businesses/invoices/inv_2", null),
      call("getInvoiceProgress", "/api/v1/invoices/inv_3", 200),
      call("listInvoices", "/api/v1/businesses/biz_1/invoices", 200),
      call("listDeposits", "/api/v1/businesses/biz_1/deposits", 200),
      call("listDeposits", "/api/v1/businesses/biz_1/deposits", 503),
      call("listTransactions", "/api/v1/businesses/biz_1/transactions", 200),
      call("createInvoice", "/api/v1/businesses/biz_1/invoices", 429),
    ]
    const read = async (path: string) => (path === "/requests" ? requests : [])
    const { calls } = await readGatewayRecords({ read, tell: async () => undefined })
    expect(calls).toEqual({
      count: 10,
      failed: 4,
      asksOf: new Map([["inv_1", [atMs, atMs]]]),
      lists: [atMs],
      depositLists: [atMs],
      transactionLists: [atMs],
    })
  })
})
