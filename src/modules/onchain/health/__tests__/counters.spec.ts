import { type Attributes, type Meter, metrics } from "@medusajs/framework/opentelemetry/api"
import { Counters, watchAttempts, watchWebhooks } from "../activity-log"

type Added = { name: string; value: number; attributes: Attributes | undefined }

/** A meter of a store's own, as its instrumentation would register one. */
function recordingMeter() {
  const added: Added[] = []
  const meter: Meter = Object.create(metrics.getMeter("test"))
  meter.createCounter = (name) => ({
    add: (value, attributes) => void added.push({ name, value, attributes }),
  })
  return { added, meter }
}

test("a store's own collector gets each count, with few values to distinguish them", () => {
  const { added, meter } = recordingMeter()
  const noted: string[] = []
  const signals = { note: (name: string, detail: string) => void noted.push(`${name} ${detail}`) }
  const counters = new Counters(() => meter)
  const tell = watchWebhooks(counters, signals)
  tell({ kind: "accepted" })
  tell({ kind: "repeated" })
  tell({ kind: "rejected", reason: "signature_invalid" })
  expect(added).toEqual([
    { name: "onchain.webhooks_accepted", value: 1, attributes: {} },
    { name: "onchain.webhooks_repeated", value: 1, attributes: {} },
    { name: "onchain.webhooks_rejected", value: 1, attributes: { reason: "signature_invalid" } },
  ])
  expect(noted).toEqual(["webhook_rejected signature_invalid"])
})

test("attempts at the gateway are counted and logged; what is expected is not: an invoice of another shop, a payout key that may not read", () => {
  const { added, meter } = recordingMeter()
  const logged: string[] = []
  const clocks: number[] = []
  const logger = { warn: (line: string) => void logged.push(line) }
  const watch = watchAttempts(logger, new Counters(() => meter), {
    note: ({ serverTimeMs = 0 }) => void clocks.push(serverTimeMs),
  })
  const report = { attempt: 1, durationMs: 5, retryInMs: null, serverTimeMs: 7 }
  watch({ ...report, endpoint: "getInvoice" })
  watch({ ...report, endpoint: "getInvoice", code: "TIMEOUT" })
  watch({ ...report, endpoint: "getInvoice", code: "NOT_FOUND" })
  watch({ ...report, endpoint: "verifyPayoutKey", code: "FORBIDDEN" })
  expect(added.map(({ name, attributes }) => [name, attributes])).toEqual([
    ["onchain.gateway_calls", { endpoint: "getInvoice" }],
    ["onchain.gateway_calls", { endpoint: "getInvoice" }],
    ["onchain.gateway_errors", { endpoint: "getInvoice", code: "TIMEOUT" }],
    ["onchain.gateway_calls", { endpoint: "getInvoice" }],
    ["onchain.gateway_errors", { endpoint: "getInvoice", code: "NOT_FOUND" }],
    ["onchain.gateway_calls", { endpoint: "verifyPayoutKey" }],
  ])
  expect(logged).toEqual(["onchain: gateway getInvoice, attempt 1: TIMEOUT; giving up"])
  expect(clocks).toEqual([7, 7, 7, 7])
})
