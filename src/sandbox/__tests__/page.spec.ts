import { html } from "../page/html"
import { inProcess } from "./in-process"

const stellarUsdc = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }

async function press(sandbox: ReturnType<typeof inProcess>, fields: Record<string, string>) {
  const answer = await sandbox.send("/_sandbox/page", { method: "POST", body: new URLSearchParams(fields) })
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"])
  return (await sandbox.send("/", {})).text
}

describe("the page", () => {
  it.each(["/", "/_sandbox", "/_sandbox/"])("says under %s that there is no real money", async (path) => {
    const { status, headers, text } = await inProcess().send(path, {})
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"])
    expect(text).toContain("No real money")
    expect(text).toContain("No invoice yet")
    expect(text).not.toMatch(/<script|src=|@import|stylesheet/)
  })

  it.each([
    ["exact", "confirming", "accepted"],
    ["under", "pending", "accepted"],
    ["over", "confirming", "accepted"],
    ["wrong_token", "pending", "review"],
    ["wrong_network", "pending", "review"],
  ])("pays an invoice by hand: %s", async (scenario, status, outcome) => {
    const sandbox = inProcess()
    const invoiceId = await sandbox.createInvoice()
    const text = await press(sandbox, { invoiceId, action: `pay:${scenario}` })
    expect(await sandbox.statusOf(invoiceId)).toBe(status)
    expect(sandbox.control.payments()).toMatchObject([{ outcome }])
    expect(text).toContain(`class="status ${status}"`)
  })

  it.each(["wrong_memo", "no_memo"])("sends a Stellar payment with a %s", async (scenario) => {
    const sandbox = inProcess()
    const invoiceId = await sandbox.createInvoice(stellarUsdc)
    await press(sandbox, { invoiceId, action: `pay:${scenario}` })
    expect(sandbox.control.payments()).toMatchObject([{ outcome: "review" }])
  })

  it.each([
    ["settle", "paid"],
    ["fail", "failed"],
  ])("has a button for %s", async (action, status) => {
    const sandbox = inProcess()
    const invoiceId = await sandbox.createInvoice()
    await sandbox.control.pay(invoiceId)
    await press(sandbox, { invoiceId, action })
    expect(await sandbox.statusOf(invoiceId)).toBe(status)
  })

  it("moves the clock", async () => {
    const sandbox = inProcess()
    const invoiceId = await sandbox.createInvoice()
    await press(sandbox, { action: "advance", ms: "1860000" })
    expect(await sandbox.statusOf(invoiceId)).toBe("expired")
  })

  it("says why something was not done", async () => {
    const sandbox = inProcess()
    const invoiceId = await sandbox.createInvoice()
    expect(await press(sandbox, { invoiceId, action: "settle" })).toContain("Not done: invoice")
    expect(await press(sandbox, { invoiceId: "inv_0", action: "pay:exact" })).toContain("does not exist")
    expect(await press(sandbox, { invoiceId, action: "explode" })).toContain("is no action of the page")
  })

  it("escapes everything that is not its own", () => {
    expect(html`<b title="${`"'`}">${"<script>&"}</b>${[html`<i></i>`]}${undefined}`.text).toBe(
      '<b title="&quot;&#39;">&lt;script&gt;&amp;</b><i></i>'
    )
  })

  it("escapes what a payer wrote into a transfer", async () => {
    const sandbox = inProcess()
    await sandbox.control.pay(await sandbox.createInvoice(stellarUsdc), { memo: "<script>alert(1)</script>" })
    expect((await sandbox.send("/", {})).text).not.toContain("<script>")
  })
})
