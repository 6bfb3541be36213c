import { errorOf, inProcess, usdcOnBase } from "./in-process"

const body = { amount: "12.5", ...usdcOnBase }
const key = { "idempotency-key": "one" }

describe("an idempotency key", () => {
  it("repeats the stored answer after the invoice has moved on", async () => {
    const { post, invoicesPath, control } = inProcess()
    const first = await post(invoicesPath, body, key)
    await control.pay(String(first.body["id"]))
    expect((await post(invoicesPath, body, key)).body["status"]).toBe("pending")
  })

  it("is kept while its request is in progress, beyond its retention time", async () => {
    const { post, invoicesPath, control } = inProcess({ assumptions: { idempotency: { retentionMs: 1 } } })
    control.fault({ kind: "latency", ms: 300 })
    const first = post(invoicesPath, body, key)
    await control.advance(10)
    expect((await post(invoicesPath, body, key)).status).toBe(409)
    expect((await first).status).toBe(201)
    expect(control.invoices()).toHaveLength(1)
  })

  it("is released by a bug of the sandbox, which is named", async () => {
    const { post, invoicesPath, host } = inProcess()
    const { invoices } = host.current()
    const { add } = invoices
    invoices.add = () => {
      throw new Error("this is a bug")
    }
    const answer = await post(invoicesPath, body, key)
    expect(errorOf(answer)).toMatchObject({ status: 500, code: "INTERNAL_SERVER_ERROR" })
    expect(answer.text).toContain("this is a bug")
    invoices.add = add
    expect((await post(invoicesPath, body, key)).status).toBe(201)
  })
})

describe("the body of a request", () => {
  const { post, invoicesPath, credentials } = inProcess()
  const accept = (text: string) => post(`/businesses/${credentials.businessId}/deposits/dep_0/accept`, text)

  it.each(["application/json; charset=utf-8", "Application/JSON"])("is accepted as %j", async (type) => {
    expect((await post(invoicesPath, body, { "content-type": type })).status).toBe(201)
  })

  it.each(["", "{}"])("can be %j where none is needed", async (text) => {
    expect(errorOf(await accept(text))).toMatchObject({ status: 404, code: "NOT_FOUND" })
  })

  it.each(["[1]", "null", '"x"', '{"a":1}'])("cannot be %s where none is needed", async (text) => {
    expect(errorOf(await accept(text))).toMatchObject({ status: 400, fields: ["body"] })
  })
})

describe("a list", () => {
  it("names no next page where there is no form, and counts none where no field is set", async () => {
    const { createInvoice, get, invoicesPath } = inProcess({ assumptions: { list: { paging: "none" } } })
    for (let n = 0; n < 3; n++) await createInvoice()
    const page = (await get(`${invoicesPath}?limit=2`)).body
    expect(Object.keys(page)).toEqual(["data"])
    expect(page["data"]).toHaveLength(2)
  })

  it.each([
    ["cursor", "cursor=inv_0"],
    ["page", "page=0"],
    ["page", "page=one"],
    ["offset", "offset=-1"],
  ] as const)("paged by %s refuses %s", async (paging, query) => {
    const { get, invoicesPath } = inProcess({ assumptions: { list: { paging } } })
    expect(errorOf(await get(`${invoicesPath}?${query}`))).toMatchObject({ status: 400, fields: [paging] })
  })

  it("ignores the parameters of other forms", async () => {
    const { createInvoice, get, invoicesPath } = inProcess()
    const id = await createInvoice()
    expect((await get(`${invoicesPath}?page=9&offset=9`)).body).toMatchObject({ data: [{ id }] })
  })
})

describe("the rate limit", () => {
  /** Three calls in ten seconds, on a wall clock that moves only on command. */
  function withLimit() {
    let wallMs = Date.parse("2026-03-01T12:00:00.250Z")
    const sandbox = inProcess({ rateLimit: { requests: 3, windowMs: 10_000 }, wallClock: () => wallMs })
    return { ...sandbox, passWall: (ms: number) => (wallMs += ms) }
  }

  it("gives the end of the window in seconds, never too early, and starts over with a reset", async () => {
    const { passWall, get, control } = withLimit()
    for (let call = 0; call < 3; call++) await get("/networks")
    passWall(1_500)
    const answer = await get("/networks")
    expect(errorOf(answer)).toEqual({ status: 429, code: "RATE_LIMIT_EXCEEDED", fields: [] })
    expect(answer.headers.get("retry-after")).toBe("9")
    await control.reset()
    expect((await get("/networks")).status).toBe(200)
  })

  it("counts wrong keys and changes too, and a refused change has no effect", async () => {
    const { get, post, invoicesPath, control, createInvoice } = withLimit()
    await get("/networks", "wrong")
    await createInvoice()
    await createInvoice()
    expect((await post(invoicesPath, { amount: "1" })).status).toBe(429)
    expect(control.invoices()).toHaveLength(2)
  })

  it.each([
    { requests: 0, windowMs: 1 },
    { requests: 1, windowMs: 0.5 },
  ])("cannot be %j", (rateLimit) => {
    expect(() => inProcess({ rateLimit })).toThrow("rateLimit: expected whole numbers from 1")
  })
})
