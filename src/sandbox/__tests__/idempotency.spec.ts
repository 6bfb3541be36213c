import { errorOf, inProcess, usdcOnBase } from "./in-process"

const body = { amount: "12.5", ...usdcOnBase }
const key = { "idempotency-key": "one" }

describe("idempotency", () => {
  it("repeats the stored answer after the invoice has moved on", async () => {
    const { post, invoicesPath, control } = inProcess()
    const first = await post(invoicesPath, body, key)
    await control.pay(String(first.body["id"]))
    expect((await post(invoicesPath, body, key)).body["status"]).toBe("pending")
  })

  it("reports the first request as in progress until it finishes", async () => {
    const { post, invoicesPath, control } = inProcess()
    control.fault({ kind: "latency", ms: 300 })
    const first = post(invoicesPath, body, key)
    const second = await post(invoicesPath, body, key)
    expect(errorOf(second)).toMatchObject({ status: 409, code: "IDEMPOTENCY_REQUEST_IN_PROGRESS" })
    expect((await post(invoicesPath, { ...body, amount: "2" }, key)).text).toContain(
      "IDEMPOTENCY_KEY_MISMATCH"
    )
    expect((await first).status).toBe(201)
    expect((await post(invoicesPath, body, key)).text).toBe((await first).text)
    expect(control.invoices()).toHaveLength(1)
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
