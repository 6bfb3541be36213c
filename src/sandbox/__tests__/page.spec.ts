import { html } from "../page/html"
import { openBusiness } from "./business"
import { inProcess } from "./in-process"

const stellarUsdc = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }

async function press(sandbox: ReturnType<typeof inProcess>, fields: Record<string, string>) {
  const headers = { "content-type": "application/json" }
  const answer = await sandbox.send("/_sandbox/page", {
    method: "POST",
    headers,
    body: JSON.stringify(fields),
  })
  expect([answer.status, answer.body]).toEqual([200, { ok: true }])
  return (await sandbox.send("/", {})).text
}

describe("the page", () => {
  it.each(["/", "/_sandbox", "/_sandbox/"])("says under %s that there is no real money", async (path) => {
    const { status, headers, text } = await inProcess().send(path, {})
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"])
    expect(text).toContain("No real money")
    expect(text).toContain("No invoice yet")
    expect(text).not.toMatch(/src=|@import|stylesheet|<form [^>]*action/)
  })

  it.each([
    ["exact", "confirming", "accepted"],
    ["under", "pending", "accepted"],
    ["over", "confirming", "accepted"],
    ["wrong_token", "pending", "review"],
    ["wrong_network", "pending", "review"],
  ])("pays an invoice: %s", async (scenario, status, outcome) => {
    const sandbox = inProcess()
    const invoiceId = await sandbox.createInvoice()
    const text = await press(sandbox, { invoiceId, action: `pay:${scenario}` })
    expect(await sandbox.statusOf(invoiceId)).toBe(status)
    expect(sandbox.control.payments()).toMatchObject([{ outcome }])
    expect(text).toContain(`class="status ${status}"`)
  })

  it("sends a transfer to a customer, and shows the resulting deposit", async () => {
    const sandbox = openBusiness()
    const address = await sandbox.ensure(await sandbox.customer("<shopper>"))
    expect((await sandbox.send("/", {})).text).toContain(
      `<option value="${address}">&lt;shopper&gt; on base-mainnet</option>`
    )
    const form = { action: "transfer", toAddress: ` ${address}`, asset: "base-mainnet/USDC", memo: "" }
    expect(await press(sandbox, { ...form, amount: "7.5" })).toContain(
      "Transfer sent: deposit, transaction 0x"
    )
    await sandbox.control.advance(60_000)
    expect((await sandbox.send("/", {})).text).toMatch(
      /7\.5 USDC on base-mainnet: review_required,\s+unassigned_no_intent/
    )
  })

  it.each([
    [{ toAddress: "" }, "toAddress"],
    [{ asset: "base-mainnet/GOLD" }, "asset"],
    [{ amount: "1e3" }, "amount"],
    [{ amount: "0" }, "amount"],
  ])("explains why a transfer with %j was not sent", async (fields, field) => {
    const sandbox = inProcess()
    const invoiceId = await sandbox.createInvoice()
    const toAddress = String(sandbox.control.invoices()[0]?.depositAddress)
    const form = { action: "transfer", invoiceId, toAddress, asset: "base-mainnet/USDC", amount: "1" }
    expect(await press(sandbox, { ...form, ...fields })).toMatch(
      `Not done: The request is not valid. ${field}:`
    )
    expect(sandbox.control.payments()).toEqual([])
  })

  it("explains why an action failed", async () => {
    const sandbox = inProcess()
    const invoiceId = await sandbox.createInvoice()
    expect(await press(sandbox, { invoiceId, action: "settle" })).toContain("Not done: invoice")
    expect(await press(sandbox, { invoiceId: "inv_0", action: "pay:exact" })).toContain("does not exist")
    expect(await press(sandbox, { invoiceId, action: "explode" })).toContain("is not an action of the page")
  })

  it("escapes everything it did not write itself", () => {
    expect(html`<b title="${`"'`}">${"<script>&"}</b>${[html`<i></i>`]}${undefined}`.text).toBe(
      '<b title="&quot;&#39;">&lt;script&gt;&amp;</b><i></i>'
    )
  })

  it("escapes a payer's text in a transfer", async () => {
    const sandbox = inProcess()
    await sandbox.control.pay(await sandbox.createInvoice(stellarUsdc), { memo: "<script>alert(1)</script>" })
    expect((await sandbox.send("/", {})).text).not.toContain("<script>")
  })
})
