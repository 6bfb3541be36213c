import { inProcess, usdcOnBase } from "./in-process"

const body = { amount: "12.5", ...usdcOnBase }
const key = { "idempotency-key": "one" }

describe("idempotency", () => {
  it("repeats the stored answer after the invoice has moved on", async () => {
    const { post, invoicesPath, control } = inProcess()
    const first = await post(invoicesPath, body, key)
    await control.pay(String(first.body["id"]))
    expect((await post(invoicesPath, body, key)).body["status"]).toBe("pending")
  })

  it("keeps an in-progress key beyond its retention time", async () => {
    const assumptions = { idempotency: { retentionMs: 1 } }
    const { post, invoicesPath, control } = inProcess({ assumptions })
    control.fault({ kind: "latency", ms: 300 })
    const first = post(invoicesPath, body, key)
    await control.advance(10)
    expect((await post(invoicesPath, body, key)).status).toBe(409)
    expect((await first).status).toBe(201)
    expect(control.invoices()).toHaveLength(1)
  })
})
