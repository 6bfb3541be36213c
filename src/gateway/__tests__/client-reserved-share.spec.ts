import { createGatewayClient } from "../client/gateway-client"
import { createRateGate } from "../client/rate-gate"
import { errorOf, invoiceBody, json, refusal } from "./scripted-gateway"
import { createVirtualTime } from "./virtual-time"

const START_MS = 1_700_000_000_000
const limited = refusal(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "25" })

/** The client of checkouts behind that of captures, and a service whose next answers are scripted. */
function setUp(perMinute = 60) {
  const time = createVirtualTime(START_MS)
  const script: (() => Response)[] = []
  const sent: { by: string; atMs: number }[] = []
  const clientOf = (by: string, rateGate: ReturnType<typeof createRateGate>) =>
    createGatewayClient({
      ...{ baseUrl: "https://gateway.test", businessId: "biz_1", apiKey: "key", maxElapsedMs: 20_000 },
      ...{ clock: time.clock, sleep: time.sleep, rateGate },
      fetch: async () => {
        sent.push({ by, atMs: time.clock() - START_MS })
        return (script.shift() ?? json(200, invoiceBody))()
      },
    })
  const ownGate = createRateGate(time.clock)
  const checkoutGate = createRateGate(time.clock, { perMinute, behind: ownGate })
  const captures = clientOf("captures", ownGate)
  const checkouts = clientOf("checkouts", checkoutGate)
  return { time, script, sent, captures, checkouts, checkoutGate }
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

test("a checkout that comes when the share is used up is told how long to wait", () => {
  const { checkoutGate } = setUp(60)
  expect(checkoutGate.waitMs()).toBe(0)
  for (let call = 0; call < 70; call++) checkoutGate.spend()
  expect(checkoutGate.waitMs()).toBeGreaterThan(30_000)
})
