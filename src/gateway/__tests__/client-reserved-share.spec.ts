import fc from "fast-check"
import { createGatewayClient } from "../client/client"
import { createRateLimiter } from "../client/call"
import { errorOf, invoiceBody, json, refusal } from "./scripted-gateway"
import { createVirtualTime } from "./virtual-time"

const START_MS = 1_700_000_000_000
const limited = refusal(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "25" })

/** The client of checkouts behind that of captures, and a service whose next answers are scripted. */
function setUp(perMinute = 60) {
  const time = createVirtualTime(START_MS)
  const script: (() => Response)[] = []
  const sent: { by: string; atMs: number }[] = []
  const clientOf = (by: string, rateLimiter: ReturnType<typeof createRateLimiter>) =>
    createGatewayClient({
      ...{ baseUrl: "https://gateway.test", businessId: "biz_1", apiKey: "key", maxElapsedMs: 20_000 },
      ...{ clock: time.clock, sleep: time.sleep, rateLimiter },
      fetch: async () => {
        sent.push({ by, atMs: time.clock() - START_MS })
        return (script.shift() ?? json(200, invoiceBody))()
      },
    })
  const ownLimiter = createRateLimiter(time.clock)
  const checkoutLimiter = createRateLimiter(time.clock, { perMinute, behind: ownLimiter })
  const captures = clientOf("captures", ownLimiter)
  const checkouts = clientOf("checkouts", checkoutLimiter)
  return { time, script, sent, captures, checkouts, checkoutLimiter }
}

test("a 429 that a display meets holds back displays, and no capture", async () => {
  const { script, captures, checkouts, sent } = setUp()
  script.push(limited)
  expect(await errorOf(checkouts.getInvoice("inv_1"))).toMatchObject({ status: 429 })
  await expect(captures.getInvoice("inv_1")).resolves.toMatchObject(invoiceBody)
  expect(await errorOf(checkouts.getInvoice("inv_1"))).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" })
  expect(sent.map(({ by }) => by)).toEqual(["checkouts", "captures"])
})

test("a 429 that a capture meets holds back displays too", async () => {
  const { script, captures, checkouts, sent } = setUp()
  script.push(limited)
  expect(await errorOf(captures.getInvoice("inv_1"))).toMatchObject({ status: 429 })
  expect(await errorOf(checkouts.getInvoice("inv_1"))).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" })
  expect(sent).toHaveLength(1)
})

test("displays never use more than their share of a minute, and captures do not wait for them", async () => {
  const { time, captures, checkouts, sent } = setUp(60)
  const displays = Array.from({ length: 200 }, () => checkouts.getInvoice("inv_1").catch(() => null))
  const reads = Array.from({ length: 50 }, () => captures.getInvoice("inv_1"))
  await time.run(Promise.all([...displays, ...reads]), () => false)
  expect(sent.filter(({ by, atMs }) => by === "captures" && atMs === 0)).toHaveLength(50)
  const shown = sent.filter(({ by }) => by === "checkouts").map(({ atMs }) => atMs)
  for (const fromMs of shown)
    expect(shown.filter((atMs) => atMs >= fromMs && atMs < fromMs + 60_000).length).toBeLessThanOrEqual(60)
  expect(shown.filter((atMs) => atMs === 0)).toHaveLength(10)
  expect(shown.length).toBeGreaterThan(20)
})

test("a checkout that arrives when the share is used up gets the wait", () => {
  const { checkoutLimiter } = setUp(60)
  expect(checkoutLimiter.waitMs()).toBe(0)
  for (let call = 0; call < 70; call++) checkoutLimiter.spend()
  expect(checkoutLimiter.waitMs()).toBeGreaterThan(30_000)
})

const MINUTE_MS = 60_000

/** A budget on a clock that sleeping moves. */
function budgetOf(perMinute: number) {
  let nowMs = 1_000_000
  const sleep = (ms: number) => {
    nowMs += ms
    return Promise.resolve()
  }
  const budget = createRateLimiter(() => nowMs, { perMinute, sleep })
  return { budget, now: () => nowMs, pass: (ms: number) => void (nowMs += ms) }
}

test("a sixth of a minute's calls goes out at once, the rest evenly", async () => {
  const { budget, now } = budgetOf(60)
  const startMs = now()
  for (let call = 0; call < 10; call++) await budget.take()
  expect(now()).toBe(startMs)
  await budget.take()
  expect(now() - startMs).toBe(1_200)
})

test("no minute has more calls than the number, whatever the pauses between them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 6, max: 600 }),
      fc.array(fc.nat(20_000), { maxLength: 200 }),
      async (perMinute, pauses) => {
        const { budget, now, pass } = budgetOf(perMinute)
        const calls: number[] = []
        for (const pauseMs of pauses) {
          pass(pauseMs % 7 === 0 ? pauseMs : 0)
          await budget.take()
          calls.push(now())
        }
        for (const [index, atMs] of calls.entries()) {
          const within = calls.slice(index).filter((otherMs) => otherMs < atMs + MINUTE_MS - 1).length
          expect(within).toBeLessThanOrEqual(perMinute + 1)
        }
      }
    ),
    { numRuns: 200 }
  )
})

test("what is affordable within a time can be taken within it, and no more", async () => {
  const { budget, now } = budgetOf(120)
  for (let call = 0; call < 30; call++) await budget.take()
  const startMs = now()
  const count = budget.affordable(10_000)
  for (let call = 0; call < count; call++) await budget.take()
  expect(now() - startMs).toBeLessThanOrEqual(10_000)
  await budget.take()
  expect(now() - startMs).toBeGreaterThan(10_000)
  expect(budget.affordable(0)).toBe(0)
})
