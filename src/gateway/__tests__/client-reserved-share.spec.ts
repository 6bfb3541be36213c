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
