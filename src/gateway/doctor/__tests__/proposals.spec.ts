import type { AssumptionsInput } from "../../assumptions"
import { jsonOf, probeScripted, type Answers } from "./scripted-service"

const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const invoice = { ...rail, amount: "5", status: "pending", reference: "R-1", id: 71 }
const paid = { ...invoice, status: "settled", reference: "R-2", id: 72 }

const cases: [string, Answers, AssumptionsInput][] = [
  [
    "the identifier of an invoice is the field with which it can be fetched",
    {
      "/businesses/biz_1/invoices": [invoice, paid],
      "/businesses/invoices/R-1": { invoice },
      "/invoices/R-1": { invoice },
    },
    { fields: { invoice: { expiresAt: null } }, ids: { invoice: ["reference"] } },
  ],
]

describe("proposals", () => {
  it.each(cases)("%s", async (_, answers, expected) => {
    const { assumptions, proposals } = await probeScripted(jsonOf(answers))
    expect(assumptions).toEqual(expected)
    expect(proposals.every(({ because }) => because.length > 5)).toBe(true)
  })
})

describe("a word that would release an order", () => {
  const lists = (filter: (status: string | null) => unknown[]) => (path: string, url: URL) =>
    path === "/businesses/biz_1/invoices"
      ? new Response(JSON.stringify(filter(url.searchParams.get("status"))))
      : jsonOf({})(path)

  it("is left to a person when nothing proves it", async () => {
    const { assumptions, unknown } = await probeScripted(lists(() => [invoice, paid]))
    expect(assumptions.statuses).toBeUndefined()
    expect(unknown).toContainEqual({
      setting: "assumptions.statuses.invoice",
      because: "listInvoices has the unknown status settled: choose its meaning",
    })
  })

  it("is proposed when the service lists it as paid, and nothing else", async () => {
    const answer = lists((status) => (status === null ? [invoice, paid] : status === "paid" ? [paid] : []))
    const { assumptions } = await probeScripted(answer)
    expect(assumptions.statuses).toEqual({ invoice: { paid: ["paid", "settled"] } })
  })

  it("is not proposed when the service ignores the filter", async () => {
    const { assumptions } = await probeScripted(lists(() => [paid]))
    expect(assumptions.statuses).toBeUndefined()
  })
})

it("finds the header that names the wait", async () => {
  let calls = 0
  const report = await probeScripted((path) =>
    (calls += 1) === 1
      ? new Response("{}", { status: 429, headers: { "x-ratelimit-reset-after": "1" } })
      : jsonOf({ "/networks": [] })(path)
  )
  expect(report.assumptions).toEqual({ rateLimit: { retryHeaders: ["x-ratelimit-reset-after"] } })
})
