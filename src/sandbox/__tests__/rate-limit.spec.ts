import { errorOf, inProcess } from "./in-process"

/** Three calls in ten seconds, on a wall clock that moves only on command. */
function withLimit(options: Parameters<typeof inProcess>[0] = {}) {
  let wallMs = Date.parse("2026-03-01T12:00:00.250Z")
  const rateLimit = { requests: 3, windowMs: 10_000 }
  const sandbox = inProcess({ rateLimit, wallClock: () => wallMs, ...options })
  const statuses = async (count: number) => {
    const seen: number[] = []
    while (seen.length < count) seen.push((await sandbox.get("/networks")).status)
    return seen
  }
  const passWall = (ms: number) => {
    wallMs += ms
  }
  return { ...sandbox, statuses, passWall }
}

describe("the rate limit", () => {
  it("gives the end of the window in seconds, never too early", async () => {
    const { statuses, passWall, get } = withLimit()
    await statuses(3)
    passWall(1_500)
    const answer = await get("/networks")
    expect(errorOf(answer)).toEqual({ status: 429, code: "RATE_LIMIT_EXCEEDED", fields: [] })
    expect(answer.headers.get("retry-after")).toBe("9")
  })

  it("counts wrong keys and changes too, and a refused change has no effect", async () => {
    const { get, post, invoicesPath, control, createInvoice } = withLimit()
    await get("/networks", "wrong")
    await createInvoice()
    await createInvoice()
    expect((await post(invoicesPath, { amount: "1" })).status).toBe(429)
    expect(control.invoices()).toHaveLength(2)
  })

  it("starts over with a reset, and is off by default", async () => {
    const { statuses, control } = withLimit()
    await statuses(4)
    await control.reset()
    expect(await statuses(1)).toEqual([200])
    const unlimited = withLimit({ rateLimit: undefined })
    expect(new Set(await unlimited.statuses(50))).toEqual(new Set([200]))
  })

  it.each([
    { requests: 0, windowMs: 1 },
    { requests: 1, windowMs: 0.5 },
  ])("cannot be %j", (rateLimit) => {
    expect(() => inProcess({ rateLimit })).toThrow("rateLimit: expected whole numbers from 1")
  })
})
