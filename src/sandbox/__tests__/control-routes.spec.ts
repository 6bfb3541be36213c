import { openBusiness, usdcOnBase } from "./business"
import { errorOf } from "./in-process"

const json = { "content-type": "application/json" }

function withControls() {
  const sandbox = openBusiness()
  const postControl = (path: string, body: unknown) =>
    sandbox.send(`/_sandbox${path}`, { method: "POST", headers: json, body: JSON.stringify(body) })
  const read = async (path: string) => JSON.parse((await sandbox.send(`/_sandbox${path}`, {})).text)
  return { ...sandbox, postControl, read }
}

describe("the controls over HTTP", () => {
  it("pay and settle an invoice and show what happened", async () => {
    const { createInvoice, postControl, read } = withControls()
    const invoiceId = await createInvoice()
    expect((await postControl("/pay", { invoiceId, memo: null })).body).toMatchObject({ outcome: "accepted" })
    expect((await postControl("/settle", { invoiceId })).body).toEqual({ ok: true })
    expect(await read("/invoices")).toMatchObject([{ id: invoiceId, status: "paid" }])
    expect(await read("/payments")).toMatchObject([{ invoiceId, outcome: "accepted" }])
    expect(await read("/deliveries")).toHaveLength(4)
    expect(await read("/requests")).toMatchObject([{ endpoint: "createInvoice", status: 201 }])
    expect(await read("/state")).toMatchObject({
      clock: "manual",
      now: "2026-01-01T00:00:06.000Z",
      invoices: 1,
    })
  })

  it.each(["expire", "cancel", "fail"])("%s an invoice, once", async (action) => {
    const { invoice, postControl } = withControls()
    const invoiceId = await invoice()
    expect((await postControl(`/${action}`, { invoiceId })).status).toBe(200)
    expect(errorOf(await postControl(`/${action}`, { invoiceId }))).toMatchObject({
      status: 409,
      code: "CONFLICT",
    })
  })

  it("advance the clock, set the webhook, add and clear faults, reset", async () => {
    const { postControl, read } = withControls()
    expect((await postControl("/advance", { ms: 1_000 })).body).toEqual({ now: "2026-01-01T00:00:01.000Z" })
    await postControl("/webhook", { url: "http://127.0.0.1:9/hooks" })
    await postControl("/fault", { kind: "webhook_delayed", ms: 5, event: "invoice.paid" })
    await postControl("/fault", { kind: "latency", ms: 5, endpoint: "getInvoice" })
    expect(await read("/state")).toMatchObject({
      webhookUrl: "http://127.0.0.1:9/hooks",
      faults: [{ kind: "webhook_delayed" }, { kind: "latency" }],
    })
    await postControl("/clear-faults", {})
    expect(await read("/state")).toMatchObject({ faults: [] })
    await postControl("/reset", {})
    await postControl("/webhook", { url: null })
    expect(await read("/state")).toMatchObject({ now: "2026-01-01T00:00:00.000Z", webhookUrl: null })
  })

  it("transfer to a customer, fail its refund, and show where the money is", async () => {
    const { customer, ensure, refund, postControl, read } = withControls()
    const id = await customer("shopper")
    const rail = { chain: "evm", networkId: "base-mainnet" }
    const address = await ensure(id, rail)
    const transfer = { toAddress: address, ...usdcOnBase, amount: "25" }
    const { depositId } = (await postControl("/transfer", transfer)).body
    await postControl("/advance", { ms: 60_000 })
    const addresses = [{ ...rail, address }]
    expect(await read("/customers")).toEqual([{ id, externalRef: "shopper", addresses }])
    expect(await read("/deposits")).toMatchObject([{ depositId, resolutionStatus: "review_required" }])
    const accounts = { outside: "-25", review: "25", treasury: "0" }
    expect(await read("/ledger")).toMatchObject([{ ...usdcOnBase, accounts }])

    await postControl("/fail-refund", { depositId })
    await refund(String(depositId))
    expect(await read("/deposits")).toMatchObject([{ resolutionStatus: "refund_pending" }])
    await postControl("/advance", { ms: 60_000 })
    expect(await read("/deposits")).toMatchObject([{ resolutionStatus: "review_required" }])
  })

  it("reject a destination, require a memo, and fail a withdrawal in progress", async () => {
    const { control, fund, dashboard, postControl, read } = withControls()
    await fund()
    const [rejected, failing] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`]
    const withdraw = (destinationAddress: string) =>
      dashboard("/withdrawals", { ...usdcOnBase, amount: "5", destinationAddress })
    await postControl("/reject-destination", { address: rejected })
    await withdraw(rejected)
    const { id } = (await withdraw(failing)).body
    await postControl("/fail-withdrawal", { withdrawalId: id })
    await control.advance(60_000)
    expect(await read("/withdrawals")).toMatchObject([
      { status: "destination_rejected" },
      { status: "failed" },
    ])
    await postControl("/require-memo", { address: failing })
    expect(errorOf(await withdraw(failing))).toMatchObject({ status: 400, fields: ["memo"] })
  })

  it("refuse a body that is not JSON and an invoice that does not exist", async () => {
    const { send, postControl } = withControls()
    const answer = await send("/_sandbox/pay", { method: "POST", headers: json, body: "{" })
    expect(errorOf(answer)).toMatchObject({ status: 400, fields: ["body"] })
    expect((await postControl("/pay", { invoiceId: "inv_0" })).status).toBe(404)
  })

  it("never show a key or a secret", async () => {
    const { createInvoice, read, credentials, control } = withControls()
    control.setWebhook({ url: "http://127.0.0.1:9/", secret: "very secret" })
    await createInvoice()
    const reads = ["/requests", "/state", "/deliveries", "/settings", "/invoices"]
    const shown = JSON.stringify(await Promise.all(reads.map(read)))
    const { environment: _, businessId: __, ...secrets } = credentials
    for (const secret of [...Object.values(secrets), "very secret"]) {
      expect(shown).not.toContain(secret)
    }
  })
})
