import type { AttemptReport } from "../client/call"
import { GatewayError } from "../client/errors"
import { createGatewayClient } from "../client/client"
import { createFaultyService, FAULTS, FINAL } from "./faulty-service"
import { invoiceRequest } from "./scripted-gateway"
import { createRandom, createVirtualTime } from "./virtual-time"

const LOGICAL_CALLS = 1_000
const FAULT_SHARE = 0.3
const keys = Array.from({ length: LOGICAL_CALLS }, (_, at) => `call-${at}`)
const finalKeys = Object.keys(FINAL).flatMap((name) => Array.from({ length: 10 }, (_, at) => `${name}-${at}`))

/** Sends every call, so many at a time, through a service that fails; nothing waits for real. */
async function sendAll(concurrency: number) {
  const time = createVirtualTime(1_700_000_000_250)
  const service = createFaultyService({ clock: time.clock, random: createRandom(7), faultShare: FAULT_SHARE })
  const reports: AttemptReport[] = []
  const client = createGatewayClient({
    ...{ baseUrl: "https://secret-host.test/api/v1", businessId: "biz_secret" },
    ...{ apiKey: "key_secret_standard", payoutApiKey: "key_secret_payout" },
    ...{ clock: time.clock, sleep: time.sleep, random: createRandom(11), fetch: service.fetch },
    ...{ timeoutMs: 10, maxAttempts: 30, maxElapsedMs: 600_000 },
    onAttempt: (report) => reports.push(report),
  })
  const done = new Map<string, string>()
  const errors = new Map<string, unknown>()
  const queue = [...keys, ...finalKeys]
  const work = async () => {
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      const request = { ...invoiceRequest, metadata: { note: `secret of ${key}` } }
      try {
        done.set(key, (await client.createInvoice(request, { idempotencyKey: key })).id)
      } catch (error) {
        errors.set(key, error)
      }
    }
  }
  await time.run(Promise.all(Array.from({ length: concurrency }, work)), service.isHanging)
  return { ...service, reports, done, errors }
}

describe.each([1, 16])("with three of ten requests failing and %i calls at a time", (concurrency) => {
  let run: Awaited<ReturnType<typeof sendAll>>

  beforeAll(async () => {
    run = await sendAll(concurrency)
  }, 60_000)

  test("a thousand calls have exactly a thousand effects, and each call gets its own answer", () => {
    expect([...run.effects.keys()].sort()).toEqual([...keys].sort())
    expect(run.effects.size).toBe(LOGICAL_CALLS)
    for (const key of keys) expect(run.done.get(key)).toBe(run.effects.get(key)?.id)
  })

  test("every fault was met, and so were answers given before and requests still at work", () => {
    const met = (what: string) => run.seen.filter((one) => one.what === what).length
    for (const fault of FAULTS) expect(met(fault)).toBeGreaterThan(20)
    expect(met("in_progress")).toBeGreaterThan(5)
    expect(met("replayed")).toBeGreaterThan(50)
    expect(met("mismatch")).toBe(0)
    const share =
      run.seen.filter(({ what }) => FAULTS.some((fault) => fault === what)).length / run.seen.length
    expect(share).toBeGreaterThan(0.25)
  })

  test("a final refusal is returned at once and never followed by another request", () => {
    expect([...run.errors.keys()].sort()).toEqual([...finalKeys].sort())
    for (const key of finalKeys) {
      const requests = run.seen.filter((one) => one.key === key)
      expect(requests.filter(({ what }) => what === "final")).toHaveLength(1)
      expect(requests.at(-1)?.what).toBe("final")
      expect(run.errors.get(key)).toBeInstanceOf(GatewayError)
      expect(run.errors.get(key)).toMatchObject({ isRetryable: false })
    }
  })

  test("a request still at work is waited for with the same key until it has ended", () => {
    for (const { key } of run.seen.filter(({ what }) => what === "in_progress")) {
      expect(run.seen.filter((one) => one.key === key).at(-1)?.what).toBe("replayed")
    }
  })

  test("no call is sent before the instant a 429 named, or before its own required wait", () => {
    const asked = run.seen.filter(({ waitUntilMs }) => waitUntilMs !== undefined)
    expect(asked.length).toBeGreaterThan(80)
    for (const { key, atMs, what, waitUntilMs = 0 } of asked) {
      const isForAll = what.startsWith("limited")
      const later = run.seen.filter((one) => (isForAll || one.key === key) && one.atMs > atMs)
      const earliestMs = Math.min(...later.map((one) => one.atMs))
      expect(earliestMs).toBeGreaterThanOrEqual(waitUntilMs)
    }
  })

  test("no report of an attempt and no error shows a key, an address, a body or a query", () => {
    expect(run.reports).toHaveLength(run.seen.length)
    const errors = [...run.errors.values()].map((error) => [String(error), JSON.stringify(error), error])
    const shown = JSON.stringify([run.reports, errors])
    expect(shown).not.toMatch(/secret|idempotency-key|call-\d|final\w+-\d|gateway\.test/)
    for (const error of run.errors.values()) {
      expect(error instanceof Error ? error.stack : "").not.toMatch(
        /secret_|secret of|secret-host|secret words|secret page/
      )
    }
  })
})

test("one call at a time returns at the very tick it was told to", async () => {
  const { seen } = await sendAll(1)
  const waits = seen.flatMap(({ waitUntilMs }, at) =>
    waitUntilMs === undefined ? [] : [[waitUntilMs, seen[at + 1]?.atMs]]
  )
  expect(waits.length).toBeGreaterThan(80)
  for (const [askedMs, cameMs] of waits) expect(cameMs).toBe(askedMs)
}, 60_000)
