import { skippedTime } from "../story/scene"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"

story(
  "a client that was refused waits as long as the header says before any of its calls goes out again",
  [
    "error:RATE_LIMIT_EXCEEDED",
    "rule:rate.backoff",
    "rule:rate.header",
    "rule:category.rate-limited",
    "gap:retry-headers",
  ],
  async ({ clientWith, sandbox, assumptions, fetch, raw }) => {
    sandbox.fault({ kind: "rate_limit", retryAfterSeconds: 7 })
    const answer = await raw("listNetworks")
    expect(answer).toMatchObject({ status: 429, code: "RATE_LIMIT_EXCEEDED" })
    const [header = ""] = assumptions.rateLimit.retryHeaders
    const said = answer.headers.get(header) ?? ""
    expect(assumptions.rateLimit.retryHeaderForm === "date" ? said : `${said} GMT`).toMatch(/GMT$/)

    const time = skippedTime()
    const sentAtMs: number[] = []
    const timed: typeof fetch = (input, init) => {
      sentAtMs.push(time.clock())
      return fetch(input, init)
    }
    const gateway = clientWith({ ...time, fetch: timed })
    sandbox.fault({ kind: "rate_limit", retryAfterSeconds: 7 })
    const [first, ...rest] = await Promise.all([
      gateway.getBilling(),
      openInvoice({ gateway, key: () => "a" }),
      openInvoice({ gateway, key: () => "b" }),
    ])
    expect([first, ...rest].length).toBe(3)
    expect(sentAtMs.length).toBe(4)
    const repeatedAfterMs = (sentAtMs.at(-1) ?? 0) - (sentAtMs[0] ?? 0)
    expect(repeatedAfterMs).toBeGreaterThanOrEqual(6_000)
    expect(repeatedAfterMs).toBeLessThan(9_000)
    expect(sandbox.invoices().length).toBe(2)
  }
)

story(
  "too many calls in a window are refused with the time of the next, and go through later",
  ["error:RATE_LIMIT_EXCEEDED", "rule:rate.backoff", "gap:rate-figures"],
  async ({ raw }) => {
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) statuses.push((await raw("listNetworks")).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    await new Promise((resolve) => setTimeout(resolve, 320))
    expect((await raw("listNetworks")).status).toBe(200)
  },
  { rateLimit: { requests: 3, windowMs: 300 } }
)
