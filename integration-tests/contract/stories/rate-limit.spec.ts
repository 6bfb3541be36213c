import { eventually } from "../story/eventually"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"

story(
  "a rate-limited client waits as long as the header says before any of its calls is sent again",
  [
    "error:RATE_LIMIT_EXCEEDED",
    "rule:rate.backoff",
    "rule:rate.header",
    "rule:category.rate-limited",
    "rule:retry.only",
    "gap:retry-headers",
  ],
  async ({ clientWith, sandbox, assumptions, fetch, raw }) => {
    sandbox.fault({ kind: "rate_limit", retryAfterSeconds: 7 })
    const answer = await raw("listNetworks")
    expect(answer).toMatchObject({ status: 429, code: "RATE_LIMIT_EXCEEDED" })
    const [header = ""] = assumptions.rateLimit.retryHeaders
    const said = answer.headers.get(header) ?? ""
    expect(assumptions.rateLimit.retryHeaderForm === "date" ? said : `${said} GMT`).toMatch(/GMT$/)

    let nowMs = Date.now()
    const asleep: { ms: number; wake: () => void }[] = []
    const sentAtMs: number[] = []
    const timed: typeof fetch = (input, init) => {
      sentAtMs.push(nowMs)
      return fetch(input, init)
    }
    const gateway = clientWith({
      clock: () => nowMs,
      sleep: (ms) => new Promise((resolve) => asleep.push({ ms, wake: resolve })),
      fetch: timed,
    })
    sandbox.fault({ kind: "rate_limit", retryAfterSeconds: 7 })
    const refused = gateway.getBilling()
    await eventually("the refused call to sleep", () => asleep.length === 1)
    const others = [openInvoice({ gateway, key: () => "a" }), openInvoice({ gateway, key: () => "b" })]
    await eventually("the others to be held back", () => asleep.length === 3)
    expect(sentAtMs.length).toBe(1)
    for (const { ms } of asleep) expect(Math.abs(ms - 7_000)).toBeLessThanOrEqual(1_000)

    nowMs += Math.max(...asleep.map(({ ms }) => ms))
    for (const { wake } of asleep) wake()
    await Promise.all([refused, ...others])
    expect(sentAtMs.length).toBe(4)
    expect(sandbox.invoices().length).toBe(2)
  }
)

let wallMs = Date.parse("2026-03-01T12:00:00.250Z")

story(
  "too many calls in a window are refused with the time of the next, and succeed later",
  ["gap:rate-figures"],
  async ({ raw }) => {
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) statuses.push((await raw("listNetworks")).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    wallMs += 299
    expect((await raw("listNetworks")).status).toBe(429)
    wallMs += 1
    expect((await raw("listNetworks")).status).toBe(200)
  },
  { rateLimit: { requests: 3, windowMs: 300 }, wallClock: () => wallMs }
)
