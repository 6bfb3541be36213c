import { errorOf, inProcess } from "./in-process"

function withControls() {
  const sandbox = inProcess()
  const post = (path: string, body: unknown) =>
    sandbox.send(`/_sandbox${path}`, { method: "POST", body: JSON.stringify(body) })
  const read = async (path: string) => JSON.parse((await sandbox.send(`/_sandbox${path}`, {})).text)
  return { ...sandbox, control: sandbox.control, postControl: post, read }
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
    const { createInvoice, postControl } = withControls()
    const invoiceId = await createInvoice()
    expect((await postControl(`/${action}`, { invoiceId })).status).toBe(200)
    expect(errorOf(await postControl(`/${action}`, { invoiceId }))).toMatchObject({
      status: 409,
      code: "CONFLICT",
    })
  })

  it("advance the clock, set the webhook, arm and clear faults, reset", async () => {
    const { postControl, read } = withControls()
    expect((await postControl("/advance", { ms: 1_000 })).body).toEqual({ now: "2026-01-01T00:00:01.000Z" })
    await postControl("/webhook", { url: "http://127.0.0.1:9/hooks" })
    await postControl("/fault", { kind: "webhook_delayed", ms: 5, event: "invoice.paid" })
    await postControl("/fault", { kind: "latency", ms: 5, endpoint: "getInvoice" })
    expect(await read("/state")).toMatchObject({
      webhookUrl: "http://127.0.0.1:9/hooks",
      faults: [{ kind: "latency" }, { kind: "webhook_delayed" }],
    })
    await postControl("/clear-faults", {})
    expect(await read("/state")).toMatchObject({ faults: [] })
    await postControl("/reset", {})
    await postControl("/webhook", { url: null })
    expect(await read("/state")).toMatchObject({ now: "2026-01-01T00:00:00.000Z", webhookUrl: null })
  })

  it.each([
    ["/advance", { ms: -1 }, "ms"],
    ["/advance", {}, "ms"],
    ["/pay", {}, "invoiceId"],
    ["/pay", { invoiceId: "a", amount: "1e3" }, "amount"],
    ["/pay", { invoiceId: "a", price: "1" }, "price"],
    ["/fault", { kind: "fire" }, "kind"],
    ["/fault", { kind: "latency" }, "ms"],
    ["/fault", { kind: "server_error", status: 404 }, "status"],
    ["/fault", { kind: "reset", endpoint: "payOut" }, "endpoint"],
    ["/fault", { kind: "webhook_lost", endpoint: "getInvoice" }, "endpoint"],
    ["/webhook", { url: "ftp://x" }, "url"],
    ["/redeliver", { deliveryId: "a", times: 0 }, "times"],
  ])("refuse %s %j, naming the field", async (path, body, field) => {
    const answer = await withControls().postControl(path, body)
    expect(errorOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] })
  })

  it("refuse a body that is no JSON and an invoice that does not exist", async () => {
    const { send, postControl } = withControls()
    const answer = await send("/_sandbox/pay", { method: "POST", body: "{" })
    expect(errorOf(answer)).toMatchObject({ status: 400, fields: ["body"] })
    expect((await postControl("/pay", { invoiceId: "inv_0" })).status).toBe(404)
  })

  it("never show a key or a secret", async () => {
    const { createInvoice, read, credentials, control } = withControls()
    control.setWebhook({ url: "http://127.0.0.1:9/", secret: "very secret" })
    await createInvoice()
    const shown = JSON.stringify([await read("/requests"), await read("/state"), await read("/deliveries")])
    for (const secret of [credentials.apiKey, credentials.payoutApiKey, "very secret"]) {
      expect(shown).not.toContain(secret)
    }
  })
})
