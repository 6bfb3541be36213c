import { GatewayError } from "../client/errors"
import {
  connectionLost,
  errorOf,
  invoiceBody,
  invoiceRequest,
  json,
  refusal,
  scriptedGateway,
} from "./scripted-gateway"

const call = { idempotencyKey: "invoice_1" }
const ok = json(201, invoiceBody)
const inProgress = refusal(409, "IDEMPOTENCY_REQUEST_IN_PROGRESS")

test.each([
  [400, "VALIDATION_ERROR"],
  [401, "UNAUTHORIZED"],
  [403, "FORBIDDEN"],
  [404, "NOT_FOUND"],
  [409, "CONFLICT"],
  [409, "INSUFFICIENT_BALANCE"],
  [418, "BRAND_NEW"],
])("%i %s is final: nothing was applied and nothing is sent again", async (status, code) => {
  const { client, sent } = scriptedGateway([refusal(status, code)])
  const error = await errorOf(client.createInvoice(invoiceRequest, call))
  expect(error).toBeInstanceOf(GatewayError)
  expect(error).toMatchObject({
    code,
    status,
    outcome: "not_applied",
    isRetryable: false,
    requestId: "req_body",
  })
  expect(sent).toHaveLength(1)
})

test.each(["DUPLICATE_REQUEST", "IDEMPOTENCY_KEY_MISMATCH"])(
  "%s says that an earlier request got through, so the outcome is unknown",
  async (code) => {
    const { client, sent } = scriptedGateway([refusal(409, code)])
    const error = await errorOf(client.createInvoice(invoiceRequest, call))
    expect(error).toMatchObject({ code, outcome: "unknown", isRetryable: false })
    expect(sent).toHaveLength(1)
  }
)

test.each([
  ["a lost connection", connectionLost, { code: "NETWORK_ERROR", outcome: "unknown" }],
  ["408", refusal(408, "REQUEST_TIMEOUT"), { status: 408, outcome: "unknown" }],
  ["500", refusal(500, "INTERNAL_SERVER_ERROR"), { status: 500, outcome: "unknown" }],
  [
    "502 with HTML",
    () => new Response("<html></html>", { status: 502 }),
    { status: 502, outcome: "unknown" },
  ],
  ["503 with nothing in it", () => new Response(null, { status: 503 }), { status: 503, outcome: "unknown" }],
  ["429", refusal(429, "RATE_LIMIT_EXCEEDED"), { status: 429, outcome: "not_applied" }],
  ["a request of ours still at work", inProgress, { status: 409, outcome: "unknown" }],
])(
  "%s four times ends the call with a retryable error, each time under the same key",
  async (_, failure, expected) => {
    const { client, sent } = scriptedGateway([failure, failure, failure, failure])
    const error = await errorOf(client.createInvoice(invoiceRequest, call))
    expect(error).toMatchObject({ ...expected, isRetryable: true })
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(Array(4).fill("invoice_1"))
    expect(new Set(sent.map(({ init, url }) => `${url.href} ${String(init.body)}`)).size).toBe(1)
  }
)

test("one attempt that may have acted leaves the call uncertain, whatever comes after", async () => {
  const { client } = scriptedGateway([connectionLost, refusal(401, "UNAUTHORIZED")])
  const error = await errorOf(client.createInvoice(invoiceRequest, call))
  expect(error).toMatchObject({ code: "UNAUTHORIZED", outcome: "unknown", isRetryable: false })
})

test("a read never leaves an unknown outcome", async () => {
  for (const failure of [
    connectionLost,
    refusal(500, "INTERNAL_SERVER_ERROR"),
    json(200, {}),
    json(302, {}),
  ]) {
    const { client } = scriptedGateway([failure], { maxAttempts: 1 })
    expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({ outcome: "not_applied" })
  }
})

test("a wait that the service required is kept exactly, in seconds and as a date", async () => {
  const date = new Date(1_700_000_000_000 + 10_000).toUTCString()
  const { client, waits } = scriptedGateway([
    refusal(503, "SERVICE_UNAVAILABLE", { "retry-after": "3" }),
    refusal(503, "SERVICE_UNAVAILABLE", { "retry-after": date }),
    ok,
  ])
  await client.createInvoice(invoiceRequest, call)
  expect(waits).toEqual([3000, 7000])
})

test("an observer sees every attempt, and nothing secret", async () => {
  const { client, reports } = scriptedGateway([connectionLost, refusal(500, "OOPS"), ok])
  await client.createInvoice(invoiceRequest, call)
  expect(reports).toEqual([
    { endpoint: "createInvoice", attempt: 1, durationMs: 0, code: "NETWORK_ERROR", retryInMs: 125 },
    {
      endpoint: "createInvoice",
      attempt: 2,
      durationMs: 0,
      status: 500,
      code: "OOPS",
      requestId: "req_body",
      retryInMs: 250,
    },
    { endpoint: "createInvoice", attempt: 3, durationMs: 0, status: 201, retryInMs: null },
  ])
})

test("a call that has ended leaves no timer behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length
  const before = timers()
  const { client } = scriptedGateway([connectionLost, ok], { timeoutMs: 600_000 })
  await client.createInvoice(invoiceRequest, call)
  expect(timers()).toBe(before)
})
