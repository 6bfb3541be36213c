import { errorOf, inProcess, usdcOnBase } from "./in-process"

const body = { amount: "12.5", ...usdcOnBase }
const key = { "idempotency-key": "one" }

describe("idempotency", () => {
  it("repeats the stored answer and not the effect", async () => {
    const { post, invoicesPath, control } = inProcess()
    const first = await post(invoicesPath, body, key)
    const reordered = { token: body.token, networkId: body.networkId, chain: body.chain, amount: body.amount }
    const second = await post(invoicesPath, reordered, key)
    expect(second.text).toBe(first.text)
    expect(first.headers.get("idempotency-replayed")).toBeNull()
    expect(second.headers.get("idempotency-replayed")).toBe("true")
    expect(control.invoices()).toHaveLength(1)
    expect(control.requests().map(({ isReplay }) => isReplay)).toEqual([false, true])
  })

  it("repeats the stored answer after the invoice has moved on", async () => {
    const { post, invoicesPath, control } = inProcess()
    const first = await post(invoicesPath, body, key)
    await control.pay(String(first.body["id"]))
    expect((await post(invoicesPath, body, key)).body["status"]).toBe("pending")
  })

  it("refuses the key with another payload", async () => {
    const { post, invoicesPath, control } = inProcess()
    await post(invoicesPath, body, key)
    const answer = await post(invoicesPath, { ...body, amount: "13" }, key)
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "IDEMPOTENCY_KEY_MISMATCH" })
    expect(control.invoices()).toHaveLength(1)
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

  it("releases the key after a refusal, so that the request can be corrected", async () => {
    const { post, invoicesPath } = inProcess()
    expect((await post(invoicesPath, { ...body, amount: "0" }, key)).status).toBe(400)
    expect((await post(invoicesPath, body, key)).status).toBe(201)
  })

  it("forgets a key after its retention time", async () => {
    const retentionMs = 60_000
    const { post, invoicesPath, control } = inProcess({ assumptions: { idempotency: { retentionMs } } })
    const first = await post(invoicesPath, body, key)
    await control.advance(retentionMs - 1)
    expect((await post(invoicesPath, body, key)).text).toBe(first.text)
    await control.advance(1)
    expect((await post(invoicesPath, { ...body, amount: "13" }, key)).status).toBe(201)
    expect(control.invoices()).toHaveLength(2)
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

  it("accepts keys up to the assumed length", async () => {
    const { post, invoicesPath } = inProcess({ assumptions: { idempotency: { maxKeyLength: 64 } } })
    const withLength = (length: number) => post(invoicesPath, body, { "idempotency-key": "k".repeat(length) })
    expect((await withLength(64)).status).toBe(201)
    expect(errorOf(await withLength(65))).toMatchObject({ status: 400, fields: ["Idempotency-Key"] })
  })

  it.each([
    ["missing", ""],
    ["longer than 255 characters", "k".repeat(256)],
  ])("refuses a key that is %s", async (_, text) => {
    const { post, invoicesPath, control } = inProcess()
    const answer = await post(invoicesPath, body, { "idempotency-key": text })
    expect(errorOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["Idempotency-Key"] })
    expect(control.invoices()).toHaveLength(0)
  })
})
