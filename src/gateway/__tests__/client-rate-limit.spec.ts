import { createGatewayClient } from "../client/client"
import { errorOf, invoiceBody, json, refusal, scriptedGateway } from "./scripted-gateway"
import { createVirtualTime } from "./virtual-time"

const ok = json(200, invoiceBody)
const limited = (retryAfter: string) => refusal(429, "RATE_LIMIT_EXCEEDED", { "retry-after": retryAfter })

test("of many calls at once, those not yet sent when a 429 comes all wait, and a longer wait wins", async () => {
  const time = createVirtualTime(1_700_000_000_000)
  const sentAtMs: number[] = []
  const script = [limited("2"), limited("5"), ...Array<() => Response>(100).fill(ok)]
  const client = createGatewayClient({
    ...{ baseUrl: "https://gateway.test", businessId: "biz_1", apiKey: "key" },
    ...{ clock: time.clock, sleep: time.sleep },
    fetch: async () => {
      sentAtMs.push(time.clock() - 1_700_000_000_000)
      await Promise.resolve()
      return (script.shift() ?? ok)()
    },
  })
  const first = [client.getInvoice("inv_1"), client.getInvoice("inv_1")]
  const later = Array.from({ length: 50 }, async (_, at) => {
    await time.sleep(1 + at * 100)
    return client.getInvoiceProgress("inv_1")
  })
  await time.run(Promise.all([...first, ...later]), () => false)
  expect(sentAtMs.slice(0, 2)).toEqual([0, 0])
  expect(sentAtMs).toHaveLength(54)
  for (const atMs of sentAtMs.slice(2)) expect(atMs).toBeGreaterThanOrEqual(5_000)
})

test("a call that may not wait that long is not sent, and says that it can be repeated", async () => {
  const { client, sent } = scriptedGateway([limited("20"), ok], { maxElapsedMs: 10_000 })
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({ status: 429, isRetryable: true })
  const heldBack = await errorOf(client.getInvoice("inv_1"))
  expect(heldBack).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", isRetryable: true, outcome: "not_applied" })
  expect(heldBack).toHaveProperty("status", undefined)
  expect(sent).toHaveLength(1)
})

test.each([
  ["two minutes is kept in full", "120", 89_999, 30_001],
  ["an absurd time is kept for the documented maximum", "99999999", 569_000, 31_000],
])("a wait of %s", async (_, retryAfter, early, rest) => {
  const { client, sent, pass } = scriptedGateway([limited(retryAfter), ok])
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({ status: 429, isRetryable: true })
  pass(early)
  const heldBack = { code: "RATE_LIMIT_EXCEEDED", isRetryable: true }
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject(heldBack)
  expect(sent).toHaveLength(1)
  pass(rest)
  await expect(client.getInvoice("inv_1")).resolves.toMatchObject(invoiceBody)
  expect(sent).toHaveLength(2)
})

test("a client of shoppers does not wait out the service's pause: the refusal reaches them at once", async () => {
  const { client, sent, waits, pass } = scriptedGateway([limited("5"), limited("2"), ok], {
    longestHoldMs: 2_000,
  })
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({ status: 429, isRetryable: true })
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({
    code: "RATE_LIMIT_EXCEEDED",
    isRetryable: true,
  })
  expect(waits).toEqual([])
  expect(sent).toHaveLength(1)
  pass(5_000)
  await expect(client.getInvoice("inv_1")).resolves.toMatchObject(invoiceBody)
  expect(waits).toEqual([2_000])
})

test("a 503 with Retry-After holds back its own call only", async () => {
  const { client, sent, now } = scriptedGateway([
    refusal(503, "SERVICE_UNAVAILABLE", { "retry-after": "60" }),
    ok,
  ])
  const startedAtMs = now()
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({ status: 503 })
  await client.getInvoice("inv_1")
  expect(sent.map(({ atMs }) => atMs - startedAtMs)).toEqual([0, 0])
})
