import { parseAssumptions } from "../assumptions"
import type { AttemptReport } from "../client/call"
import { errorOf, invoiceBody, invoiceRequest, json, refusal, scriptedGateway } from "./scripted-gateway"
import { createGatewayClient, type GatewayClient } from "../client/client"
import { GatewayError } from "../client/errors"

const found = (id: string) => json(200, { ...invoiceBody, id })
const payoutRecipients = [{ label: "supplier", destinationAddress: "0xabc", shareBps: 10_000 }]

const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const order = { ...rail, externalOrderId: "order_1", expectedAmount: "12.5" }
const call = { idempotencyKey: "k_1" }
test.each<[string, (client: GatewayClient) => Promise<unknown>]>([
  ["an invoice", (client) => client.createInvoice({ ...invoiceRequest, payoutRecipients }, call)],
  ["an intent", (client) => client.createIntent({ customerId: "cus_1", ...order, payoutRecipients }, call)],
])("without a payout key %s with payout recipients is refused before it is sent", async (_, create) => {
  const { client, sent } = scriptedGateway([], { payoutApiKey: undefined })
  const error = await errorOf(create(client))
  expect(error).toMatchObject({ code: "PAYOUT_KEY_MISSING", outcome: "not_applied", isRetryable: false })
  expect(sent).toHaveLength(0)
})

test.each(["../x", "a/b", "a?b=c", "a#b", "%2e%2e", "a b", "é", "..;", "a\\b"])(
  "the id %j stays one segment of the path",
  async (id) => {
    const { client, sent } = scriptedGateway([found(id)])
    await client.getInvoice(id)
    const segments = sent[0]?.url.pathname.split("/") ?? []
    expect(segments.slice(0, -1)).toEqual(["", "api", "v1", "businesses", "invoices"])
    expect(decodeURIComponent(segments.at(-1) ?? "")).toBe(id)
    expect(sent[0]?.url.search).toBe("")
  }
)

test.each(["", ".", "..", "\ud800"])("the id %j is refused before anything is sent", async (id) => {
  const { client, sent } = scriptedGateway([])
  expect(await errorOf(client.getInvoice(id))).toMatchObject({
    code: "INVALID_REQUEST",
    endpoint: "getInvoice",
  })
  expect(sent).toHaveLength(0)
})

test.each(["", " ", "\n"])(
  "the idempotency key %j is refused before anything is sent",
  async (idempotencyKey) => {
    const { client, sent } = scriptedGateway([])
    const error = await errorOf(client.createInvoice(invoiceRequest, { idempotencyKey }))
    expect(error).toMatchObject({ code: "INVALID_REQUEST", outcome: "not_applied" })
    expect(sent).toHaveLength(0)
  }
)

/** The header that each key is sent as, over a real `Headers`. */
async function headersOf(keys: readonly string[], assumptions = {}) {
  const { client, sent } = scriptedGateway(
    keys.map(() => json(201, invoiceBody)),
    { assumptions: parseAssumptions(assumptions) }
  )
  for (const idempotencyKey of keys) await client.createInvoice(invoiceRequest, { idempotencyKey })
  return sent.map(({ headers }) => headers.get("idempotency-key"))
}

test("an idempotency key of visible ASCII is sent as it is", async () => {
  const keys = ["order_17-a", "order 17 / first", "a.b", `{"order":17}`, "50%", "a".repeat(255)]
  expect(await headersOf(keys)).toEqual(keys)
})

test("any other idempotency key is sent as its digest: the same key as the same header, two keys as two", async () => {
  const keys = ["ü", "u\u0308", "a\nb", " a", "a ", "\ud800", "\udfff", "zahlung für Jörg", "a".repeat(256)]
  const headers = await headersOf([...keys, ...keys])
  expect(new Set(headers).size).toBe(keys.length)
  expect(headers.slice(0, keys.length)).toEqual(headers.slice(keys.length))
  for (const header of headers) expect(header).toMatch(/^sha256-[A-Za-z0-9_-]{43}$/)
  const [kept, hashed] = await headersOf(["k".repeat(64), "k".repeat(65)], {
    idempotency: { maxKeyLength: 64 },
  })
  expect([kept, hashed?.length]).toEqual(["k".repeat(64), 50])
})

test("a request that is not as documented names its fields, not their values", async () => {
  const { client, sent } = scriptedGateway([])
  const request = { ...invoiceRequest, amount: "-5 secret", networkId: "" }
  const error = await errorOf(client.createInvoice(request, { idempotencyKey: "k_1" }))
  expect(error).toMatchObject({
    code: "INVALID_REQUEST",
    message: expect.stringMatching(/networkId.*amount/),
  })
  expect(String(error)).not.toContain("secret")
  expect(sent).toHaveLength(0)
})

test("metadata that JSON cannot hold is refused before anything is sent", async () => {
  const { client } = scriptedGateway([])
  const request = { ...invoiceRequest, metadata: { big: 1n } }
  expect(await errorOf(client.createInvoice(request, { idempotencyKey: "k_1" }))).toMatchObject({
    code: "INVALID_REQUEST",
  })
})

test.each([
  ["baseUrl", { baseUrl: "ftp://gateway.test" }],
  ["baseUrl", { baseUrl: "gateway.test/api" }],
  ["baseUrl", { baseUrl: "https://user:pw_secret@gateway.test" }],
  ["baseUrl", { baseUrl: "https://gateway.test/?token=pw_secret" }],
  ["businessId", { businessId: "" }],
  ["apiKey", { apiKey: "" }],
  ["apiKey", { apiKey: "pw_secret\nx" }],
  ["payoutApiKey", { payoutApiKey: "pw_secret " }],
  ["timeoutMs", { timeoutMs: 0 }],
  ["maxAttempts", { maxAttempts: 1.5 }],
  ["maxElapsedMs", { maxElapsedMs: Number.POSITIVE_INFINITY }],
])("a client with a bad %s cannot be made, and the error does not repeat it", (option, change) => {
  const options = { baseUrl: "https://gateway.test", businessId: "biz_1", apiKey: "key" }
  const make = () => createGatewayClient({ ...options, ...change })
  expect(make).toThrow(GatewayError)
  expect(make).toThrow(new RegExp(`createGatewayClient: ${option} .*INVALID_REQUEST`))
  expect(make).not.toThrow(/pw_secret/)
})

test("a path with an unfilled placeholder is refused before it is sent", async () => {
  const assumptions = parseAssumptions({ paths: { getCustomer: "/shops/{shopId}/customers/{customerId}" } })
  const { client, sent } = scriptedGateway([], { assumptions })
  expect(await errorOf(client.getCustomer("cus_1"))).toMatchObject({ code: "INVALID_REQUEST" })
  expect(sent).toHaveLength(0)
})

test.each([
  ["that may read, as a standard key may", json(200, { data: [] }), false],
  ["that is known and may not read", refusal(403, "FORBIDDEN"), true],
])(
  "a payout key %s is recognized by a read of balances, and nothing is moved or quoted",
  async (_, answer, isProven) => {
    const { client, sent } = scriptedGateway([answer])
    expect(await client.verifyPayoutKey()).toBe(isProven)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.init.method).toBe("GET")
    expect(sent[0]?.url.pathname).toMatch(/\/businesses\/[^/]+\/balances$/)
    expect(sent[0]?.headers.get("x-api-key")).toBe("key_payout")
  }
)

test.each([
  [401, "UNAUTHORIZED"],
  [404, "NOT_FOUND"],
])("a payout key that is answered with %i is reported as %s", async (status, code) => {
  const { client } = scriptedGateway([refusal(status, code)])
  expect(await errorOf(client.verifyPayoutKey())).toMatchObject({ code, status, endpoint: "verifyPayoutKey" })
})

test("an attempt reports the service's own time, where there is one", async () => {
  const reports: AttemptReport[] = []
  const dated = json(200, { data: [] }, { date: "Thu, 01 Jan 2026 00:00:00 GMT" })
  const { client } = scriptedGateway(
    [dated, json(200, { data: [] }), json(200, { data: [] }, { date: "soon" })],
    {
      onAttempt: (report) => reports.push(report),
    }
  )
  for (let call = 0; call < 3; call++) await client.verifyPayoutKey()
  expect(reports.map(({ serverTimeMs }) => serverTimeMs)).toEqual([
    Date.UTC(2026, 0, 1),
    undefined,
    undefined,
  ])
})
