import fc from "fast-check"
import { parseAssumptions } from "../assumptions"
import {
  ContractError,
  errorBodySchema,
  parseInvoice,
  parseInvoiceRecord,
  parseNetwork,
  parseToken,
  unwrapList,
  unwrapResource,
  webhookEnvelopeSchema,
} from "../contract"

const assumptions = parseAssumptions()
const wireInvoice = {
  id: "inv_1",
  status: "pending",
  chain: "stellar",
  networkId: "stellar-mainnet",
  token: "XLM",
  amount: "12.5",
}

const plausible = fc.record(
  {
    id: fc.oneof(fc.string(), fc.jsonValue()),
    status: fc.jsonValue(),
    chain: fc.oneof(fc.constant("evm"), fc.jsonValue()),
    networkId: fc.oneof(fc.constant("base-mainnet"), fc.jsonValue()),
    token: fc.oneof(fc.constant("USDC"), fc.jsonValue()),
    amount: fc.oneof(fc.constant("1.5"), fc.jsonValue()),
    expiresAt: fc.oneof(fc.double(), fc.date().map(Number), fc.jsonValue()),
    decimals: fc.oneof(fc.integer(), fc.jsonValue()),
    memo: fc.jsonValue(),
    confirmationProgress: fc.jsonValue(),
    data: fc.jsonValue(),
    nextCursor: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: [] }
)
const anyBody = fc.oneof(fc.jsonValue(), plausible, fc.array(plausible))
const anyRecord = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), plausible)
const enveloped = parseAssumptions({
  ids: { invoice: ["uuid"] },
  envelopes: { invoice: ["data"] },
  list: { itemsFields: [""] },
})

test.each([
  ["an invoice", anyBody, (body: unknown) => parseInvoice(body, assumptions)],
  ["an invoice in an envelope", anyBody, (body: unknown) => parseInvoice(body, enveloped)],
  ["a resource", anyBody, (body: unknown) => unwrapResource(body, "invoice", enveloped)],
  ["a list", anyBody, (body: unknown) => unwrapList(body, "invoice", assumptions)],
  ["a bare list", anyBody, (body: unknown) => unwrapList(body, "invoice", enveloped)],
])("whatever JSON comes as %s, reading it succeeds or throws a ContractError", (_, bodies, parse) => {
  fc.assert(
    fc.property(bodies, (body) => throwsOnlyContractErrors(() => parse(body))),
    { numRuns: 300 }
  )
})

test("whatever comes as a row of a list, reading it succeeds or throws a ContractError", () => {
  fc.assert(
    fc.property(anyRecord, (row) => {
      throwsOnlyContractErrors(() => parseInvoiceRecord(row, assumptions))
      throwsOnlyContractErrors(() => parseNetwork(row, assumptions))
      throwsOnlyContractErrors(() => parseToken(row, assumptions))
    })
  )
})

test("a field named __proto__ lends nothing to what is read", () => {
  const body: unknown = JSON.parse(
    `{"__proto__":{"externalOrderId":"order_1"},${JSON.stringify(wireInvoice).slice(1)}`
  )
  expect(parseInvoice(body, assumptions).externalOrderId).toBeUndefined()
  expect(
    parseInvoice({ data: body }, parseAssumptions({ envelopes: { invoice: ["data"] } })).externalOrderId
  ).toBe(undefined)
})

test("an error body and an envelope of any shape are judged without throwing", () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      expect(typeof errorBodySchema.safeParse(body).success).toBe("boolean")
      expect(typeof webhookEnvelopeSchema.safeParse(body).success).toBe("boolean")
    })
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, 8.64e15 + 2, -8.64e15])(
  "an expiry of %p is absent, and the invoice is read",
  (expiresAt) => {
    expect(parseInvoice({ ...wireInvoice, expiresAt }, assumptions).expiresAt).toBeUndefined()
  }
)

test("an absent field and a null one read the same", () => {
  const optionalFields = [
    ...["depositAddress", "receiveMode", "memoId", "memo", "canonicalAssetId", "confirmationProgress"],
    ...["autoDepositAssignmentStatus", "externalOrderId", "expiresAt", "amountReceived", "txHash"],
  ]
  const nulls = Object.fromEntries(optionalFields.map((field) => [field, null]))
  const { amountReceived, txHash, ...invoice } = parseInvoice({ ...wireInvoice, ...nulls }, assumptions)
  expect([amountReceived, txHash]).toEqual([null, null])
  expect(invoice).toEqual(parseInvoice(wireInvoice, assumptions))
  expect(Object.values(invoice)).not.toContain(null)
})

test("an unknown status and unknown fields are kept as they came", () => {
  const body = { ...wireInvoice, status: "tolerated_underpayment", future: { nested: [1, null] } }
  expect(parseInvoice(body, assumptions)).toMatchObject(body)
})

test("unknown chains, networks and tokens are valid", () => {
  const rail = { chain: "nova", networkId: "nova-mainnet", token: "NOVA" }
  expect(parseNetwork({ ...rail, shard: 3 }, assumptions)).toMatchObject({ ...rail, shard: 3 })
  expect(parseToken({ ...rail, decimals: null }, assumptions)).toMatchObject(rail)
})

test("a memo beyond 2^53 keeps every digit, and a memo sent as a number is refused", () => {
  const memo = { type: "id", value: "18446744073709551615" }
  expect(parseInvoice({ ...wireInvoice, memo, memoId: memo.value }, assumptions)).toMatchObject({ memo })
  expect(() => parseInvoice({ ...wireInvoice, memoId: 2 ** 53 }, assumptions)).toThrow(/memoId/)
})

test("confirmation progress may be empty, partial or without a hash", () => {
  for (const confirmationProgress of [{}, { current: 1 }, { current: 1, required: null, txHash: null }]) {
    expect(
      parseInvoice({ ...wireInvoice, confirmationProgress }, assumptions).confirmationProgress?.txHash
    ).toBe(undefined)
  }
})

test("a code survives details, message and request id of the wrong type", () => {
  const body = {
    error: { code: "BRAND_NEW", message: 7, details: { field: "x" }, requestId: null, hint: "y" },
  }
  expect(errorBodySchema.parse(body).error).toMatchObject({ code: "BRAND_NEW", hint: "y" })
})

test("a problem is named by its field and never by its value", () => {
  const parse = () => parseInvoice({ ...wireInvoice, status: "", memoId: "secret-memo" }, assumptions)
  expect(parse).toThrow(/status: .*memoId: expected a numeric memo as text/)
  expect(parse).not.toThrow(/secret-memo/)
})

test("a thousand bad rows give a short message", () => {
  expect.assertions(2)
  try {
    unwrapList({ data: Array.from({ length: 1000 }, () => 1) }, "invoice", assumptions)
  } catch (error) {
    expect(error).toBeInstanceOf(ContractError)
    expect(error instanceof ContractError && error.problems.length).toBe(10)
  }
})

function throwsOnlyContractErrors(run: () => unknown): void {
  try {
    expect(run()).toBeDefined()
  } catch (error) {
    expect(error).toBeInstanceOf(ContractError)
  }
}
