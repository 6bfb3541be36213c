import { inspect } from "node:util"
import { GatewayError } from "../client/errors"
import {
  errorOf,
  invoiceBody,
  invoiceRequest,
  json,
  connectionLost,
  refusal,
  scriptedGateway,
} from "./scripted-gateway"

const call = { idempotencyKey: "invoice_1" }
const text = (status: number, body: string | null) => () => new Response(body, { status })

const cutOff = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'))
        controller.error(Object.assign(new Error("cut off"), { code: "ECONNRESET" }))
      },
    }),
    { status: 201 }
  )

test.each([
  ["nothing", text(204, null)],
  ["an empty body", text(200, "")],
  ["HTML", text(200, "<html></html>")],
  ["a body that is cut off", cutOff],
])(
  "a creation answered with 2xx and %s is a lost answer: it is sent again under its key",
  async (_, answer) => {
    const { client, sent } = scriptedGateway([answer, json(201, invoiceBody)])
    await expect(client.createInvoice(invoiceRequest, call)).resolves.toMatchObject(invoiceBody)
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["invoice_1", "invoice_1"])
    expect(sent[1]?.init.body).toBe(sent[0]?.init.body)
  }
)

test.each([
  ["another shape", json(201, { document: invoiceBody }), /networkId/],
  ["a number as amount", json(201, { ...invoiceBody, amount: 12.5 }), /amount/],
  ["the body of an error", json(200, { error: { code: "CONFLICT" } }), /id/],
])("a creation answered with 2xx and %s may be repeated later, under its key", async (_, answer, words) => {
  const { client, sent } = scriptedGateway([answer])
  const error = await errorOf(client.createInvoice(invoiceRequest, call))
  expect(error).toMatchObject({
    code: "UNEXPECTED_RESPONSE",
    outcome: "unknown",
    isRetryable: true,
    isAccepted: true,
  })
  expect(String(error)).toMatch(words)
  expect(sent).toHaveLength(1)
})

describe("a withdrawal that was answered with 2xx and cannot be read", () => {
  const withdrawal = { quoteId: "quote_1", clientReference: "ocwd_1" }
  const broken = [text(201, "<p>no JSON</p>"), cutOff, json(201, { id: 7 }), text(202, "")]

  test.each(broken.map((answer, index) => [index, answer] as const))(
    "is reported before the call is repeated or ends (%i)",
    async (_, answer) => {
      const { client, sent } = scriptedGateway([answer, refusal(409, "CONFLICT")])
      const sentBefore: number[] = []
      const error = await errorOf(
        client.createWithdrawal(withdrawal, {
          idempotencyKey: "wd_create_1",
          onAccepted: async () => void sentBefore.push(sent.length),
        })
      )
      expect(sentBefore).toEqual([1])
      expect(error).toMatchObject({ outcome: "unknown", isAccepted: true })
    }
  )

  test("is not repeated when the report cannot be stored", async () => {
    const { client, sent } = scriptedGateway([text(201, "<p>no JSON</p>")])
    const failing = {
      idempotencyKey: "wd_create_1",
      onAccepted: () => Promise.reject(new Error("no database")),
    }
    await expect(client.createWithdrawal(withdrawal, failing)).rejects.toThrow("no database")
    expect(sent).toHaveLength(1)
  })

  test("a read that cannot be read reports nothing", async () => {
    const { client } = scriptedGateway([text(200, "<p>no JSON</p>")])
    expect(await errorOf(client.getWithdrawal("wd_1"))).toMatchObject({
      isAccepted: false,
      isRetryable: false,
    })
  })
})

test("an unknown code is kept verbatim with its message and details", async () => {
  const details = [{ field: "amount" }, "too small", { limits: { min: "5" } }, 7]
  const body = { error: { code: "QUOTA_SOMETHING", message: "No quota.", details, requestId: null } }
  const { client } = scriptedGateway([json(422, body, { "x-request-id": "req_header" })])
  expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({
    code: "QUOTA_SOMETHING",
    answer: {
      message: "No quota.",
      details: ["field: amount", "too small", 'limits: {"min":"5"}', "7"],
      request_id: "req_header",
    },
    requestId: "req_header",
    status: 422,
    endpoint: "getInvoice",
    message: "getInvoice: refused by the provider (QUOTA_SOMETHING, HTTP 422, request req_header)",
  })
})

const KEY = "key_standard"

test("the service's words are bounded plain text, hold no key, and are in no text of the error", async () => {
  const { client } = scriptedGateway([
    json(400, {
      error: {
        code: "VALIDATION_ERROR",
        message: `\u202e0xOwner\u001b[31m\n refused for ${KEY}${"x".repeat(2_000)}`,
        details: Array.from({ length: 40 }, () => ({ field: KEY, "0xOwner": "y".repeat(2_000) })),
      },
    }),
  ])
  const error = await errorOf(client.getInvoice("inv_1"))
  if (!(error instanceof GatewayError)) throw error
  const { message = "", details = [] } = error.answer ?? {}
  expect(message).toMatch(/^0xOwner\[31m refused for \[hidden\]x+…$/)
  expect([message?.length, details.length, ...details.map(({ length }) => length)]).toEqual([
    500,
    10,
    ...Array(10).fill(300),
  ])
  expect(details[0]).toContain("[hidden]")
  for (const shown of [String(error), error.stack, inspect(error), JSON.stringify(error)])
    expect(shown).not.toMatch(/0xOwner|yyy|xxx/)
})

test("a refusal without the documented body is not mistaken for one of the service", async () => {
  for (const body of ["<html>404</html>", "", "[]", '{"error":"gone"}', '{"error":{"code":7}}']) {
    const { client } = scriptedGateway([text(404, body)])
    expect(await errorOf(client.getInvoice("inv_1"))).toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      status: 404,
    })
  }
})

test("no report of an attempt and no error shows a key, an address, a body or a query", async () => {
  const failures = [
    connectionLost,
    refusal(400, "x secret_code <script>"),
    refusal(401, "UNAUTHORIZED"),
    text(500, "<html>key_standard</html>"),
    json(200, { status: "secret_value" }),
    json(400, { error: { code: "A", requestId: "secret id with\nspaces" } }),
  ]
  for (const failure of failures) {
    const { client, reports } = scriptedGateway([failure], { maxAttempts: 1 })
    const error = await errorOf(
      client.listInvoices({ status: "secret_filter" })[Symbol.asyncIterator]().next()
    )
    expect(String(error)).toMatch(/^GatewayError: listInvoices: /)
    const stack = error instanceof Error ? error.stack : ""
    expect(`${String(error)} ${stack} ${JSON.stringify([error, reports])}`).not.toMatch(
      /secret|key_standard|words of the service|gateway\.test|script>/
    )
  }
})

test("a lost connection is reported by the system's short code", async () => {
  const { client } = scriptedGateway([connectionLost], { maxAttempts: 1 })
  expect(String(await errorOf(client.getInvoice("inv_1")))).toBe(
    "GatewayError: getInvoice: the connection failed, ECONNRESET (NETWORK_ERROR)"
  )
})
