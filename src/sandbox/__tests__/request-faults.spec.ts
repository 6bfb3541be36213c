import { type Sandbox, createSandbox } from "../create-sandbox"
import type { Fault } from "../faults/fault"
import { usdcOnBase } from "./in-process"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

function create(key = "one") {
  const { businessId, apiKey } = sandbox.credentials
  return fetch(`${sandbox.url}/businesses/${businessId}/invoices`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ amount: "1", ...usdcOnBase }),
  })
}
const networks = () =>
  fetch(`${sandbox.url}/networks`, { headers: { "x-api-key": sandbox.credentials.apiKey } })

describe("faults of a call", () => {
  it.each([
    [{ body: "html" }, 201, /^<p>/],
    [{ body: "empty" }, 201, /^$/],
    [{ body: "list" }, 201, /^\[\]$/],
    [{ body: "odd_id" }, 201, /"id":\{"odd":true\}/],
    [{ body: "error", status: 200 }, 200, /"code":"SANDBOX_FAULT"/],
    [{ status: 500 }, 500, /"id":"inv_/],
    [{ status: 204 }, 204, /^$/],
  ] as const)(
    "broken_answer %j has the effect; the repeated call gets the stored answer",
    async (how, status, body) => {
      sandbox.fault({ kind: "broken_answer", ...how })
      const answer = await create()
      expect(answer.status).toBe(status)
      expect(await answer.text()).toMatch(body)
      const [invoice] = sandbox.invoices()
      expect(await (await create()).json()).toMatchObject({ id: invoice?.id })
      expect(sandbox.invoices()).toHaveLength(1)
    }
  )

  it("altered_answer has the effect and answers with other values; the invoice and its stored answer stay", async () => {
    sandbox.fault({ kind: "altered_answer", set: { status: "expired", odd: 1 } })
    expect(await (await create()).json()).toMatchObject({ status: "expired", odd: 1, amount: "1" })
    expect(sandbox.invoices()).toMatchObject([{ status: "pending" }])
    const repeated = await (await create()).json()
    expect(repeated).toMatchObject({ status: "pending" })
    expect(repeated).not.toHaveProperty("odd")
  })

  it("with a subject strikes only calls about it, which other calls do not use up", async () => {
    await create("one")
    await create("two")
    const [one, two] = sandbox.invoices()
    sandbox.fault({ kind: "refusal", status: 403, code: "FORBIDDEN", subject: String(one?.id) })
    const { apiKey } = sandbox.credentials
    const read = async (id: unknown) =>
      (
        await fetch(`${sandbox.url}/businesses/invoices/${String(id)}`, {
          headers: { "x-api-key": apiKey },
        })
      ).status
    expect([await read(two?.id), await read(one?.id), await read(one?.id)]).toEqual([200, 403, 200])
  })

  it.each<[Fault, number, string]>([
    [{ kind: "rate_limit", retryAfterSeconds: 7 }, 429, "RATE_LIMIT_EXCEEDED"],
    [{ kind: "server_error" }, 500, "INTERNAL_SERVER_ERROR"],
    [{ kind: "server_error", status: 503 }, 503, "SERVICE_UNAVAILABLE"],
    [{ kind: "server_error", code: "CACHE_COORDINATION_UNAVAILABLE" }, 503, "CACHE_COORDINATION_UNAVAILABLE"],
    [{ kind: "server_error", code: "SERVICE_UNAVAILABLE", status: 599 }, 599, "SERVICE_UNAVAILABLE"],
    [{ kind: "refusal", status: 422, code: "quote_expired" }, 422, "quote_expired"],
    [{ kind: "in_progress" }, 409, "IDEMPOTENCY_REQUEST_IN_PROGRESS"],
    [{ kind: "address_pool_exhausted" }, 503, "SERVICE_UNAVAILABLE"],
  ])("%j is answered with %i %s and has no effect; the next call succeeds", async (fault, status, code) => {
    sandbox.fault(fault)
    const answer = await create()
    expect(answer.status).toBe(status)
    expect(answer.headers.get("retry-after")).toBe(fault.kind === "rate_limit" ? "7" : null)
    expect(await answer.json()).toMatchObject({ error: { code } })
    expect(sandbox.invoices()).toEqual([])
    expect((await create()).status).toBe(201)
  })

  it("address_pool_exhausted strikes only calls that assign an address", async () => {
    sandbox.fault({ kind: "address_pool_exhausted" })
    expect((await networks()).status).toBe(200)
    expect((await create()).status).toBe(503)
  })

  it("short_list omits the next page of a list, and affects no other call", async () => {
    const { businessId, apiKey } = sandbox.credentials
    const list = async () => {
      const url = `${sandbox.url}/businesses/${businessId}/invoices?limit=2`
      return (await fetch(url, { headers: { "x-api-key": apiKey } })).json()
    }
    for (const key of ["one", "two", "three"]) await create(key)
    sandbox.fault({ kind: "short_list" })
    expect((await networks()).status).toBe(200)
    expect(await list()).toMatchObject({ data: [{}, {}], nextCursor: null })
    expect(await list()).toMatchObject({ data: [{}, {}], nextCursor: expect.any(String) })
  })

  it("strikes the named endpoint, as often as requested", async () => {
    sandbox.fault({ kind: "server_error", status: 500, endpoint: "createInvoice", count: 2 })
    const statuses = []
    for (const call of [networks, create, networks, create, create]) statuses.push((await call()).status)
    expect(statuses).toEqual([200, 500, 200, 500, 201])
    expect(sandbox.state().faults).toEqual([])
  })

  it("strikes at random, repeatably for one seed", async () => {
    const run = async () => {
      await sandbox.reset()
      sandbox.fault({ kind: "server_error", status: 500, count: 100, probability: 0.5 })
      const statuses = []
      for (let i = 0; i < 20; i++) statuses.push((await networks()).status)
      return statuses
    }
    const first = await run()
    expect(new Set(first)).toEqual(new Set([200, 500]))
    expect(await run()).toEqual(first)
  })
})
