import fc from "fast-check"
import { parseAssumptions } from "../assumptions"
import * as contract from "../contract"
import { createGatewayClient } from "../client/client"
import { contractSamples } from "./contract-samples"
import { invoiceBody } from "./scripted-gateway"

const assumptions = parseAssumptions()
const read = (fields: object) => contract.parseInvoice({ ...invoiceBody, ...fields }, assumptions)

/** What a real client makes of the bytes of an answer, and what it reports. */
async function readBytes(fields: string) {
  const unreadable: contract.UnreadableField[] = []
  const body = `${JSON.stringify(invoiceBody).slice(0, -1)},${fields}}`
  const gateway = createGatewayClient({
    baseUrl: "http://service.test",
    businessId: "biz_1",
    apiKey: "key",
    fetch: () => Promise.resolve(new Response(body)),
    onUnreadable: (field) => {
      if (!field.isMissing) unreadable.push(field)
    },
  })
  return { invoice: await gateway.getInvoice("inv_1"), unreadable }
}

test.each([
  ["a whole number", 12, "12"],
  ["a number with decimals", 12.34, "12.34"],
  ["a very small number", 1e-7, "0.0000001"],
  ["a very large number", 1e18, "1000000000000000000"],
  ["zero", 0, "0"],
  ["text", "12.340", "12.340"],
  ["empty text", "", undefined],
  ["spaces", "  ", undefined],
  ["null", null, undefined],
  ["a negative number", -1, undefined],
  ["a negative text", "-1", undefined],
  ["a text with an exponent", "1e3", undefined],
  ["a text with a currency", "12 USDC", undefined],
  ["an object", { value: "12" }, undefined],
  ["a list", ["12"], undefined],
  ["true", true, undefined],
  ["a number that is none", Number.NaN, undefined],
  ["a number without end", Infinity, undefined],
  ["a number with more digits than a number keeps", 0.1 + 0.2, undefined],
])("a received amount that is %s reads as it is, or as absent", (_, amountReceived, expected) => {
  expect(read({ amountReceived }).receivedAmount).toBe(expected)
})

test.each([
  ["ISO text", "2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z"],
  ["milliseconds", 1_893_456_000_000, "2030-01-01T00:00:00.000Z"],
  ["seconds", 1_893_456_000, "2030-01-01T00:00:00.000Z"],
  ["seconds with a fraction", 1_893_456_000.5, "2030-01-01T00:00:00.500Z"],
  ["seconds as text", "1893456000", "2030-01-01T00:00:00.000Z"],
  ["milliseconds as text", "1893456000000", "2030-01-01T00:00:00.000Z"],
  ["zero", 0, undefined],
  ["the first second of 1970", "1970-01-01T00:00:00Z", undefined],
  ["the year 1", "0001-01-01T00:00:00Z", undefined],
  ["a number that is neither", 123_456, undefined],
  ["microseconds", 1_893_456_000_000_000, undefined],
  ["text without a zone", "2030-01-01T00:00:00", undefined],
  ["empty text", "", undefined],
  ["words", "in an hour", undefined],
  ["an object", { seconds: 1_893_456_000 }, undefined],
])("an expiry that is %s reads as that moment, or as absent", (_, expiresAt, expected) => {
  expect(read({ expiresAt }).expiresAt).toBe(expected)
})

test("a hash that is a number is text, and one that is anything else is absent", () => {
  expect(read({ txHash: 12 }).settlementTxHash).toBe("12")
  expect(read({ txHash: "" }).settlementTxHash).toBeUndefined()
  expect(read({ txHash: { hash: "0x1" } }).settlementTxHash).toBeUndefined()
})

test.each([
  ["100.000000000000000001", "100.000000000000000001"],
  ["9007199254740993", "9007199254740993"],
  ["10000000000000000001", "10000000000000000001"],
  ["0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"],
  ["17", "17"],
  ["1.5e2", "150"],
  ["1e400", undefined],
])("a number written %s keeps every digit that was sent, or is absent", async (written, expected) => {
  const { invoice } = await readBytes(`"amountReceived": ${written}`)
  expect(invoice.receivedAmount).toBe(expected)
})

test("digits inside a text and numbers of other fields stay what they are", async () => {
  const percent = "66.66666666666666667"
  const { invoice, unreadable } = await readBytes(
    `"note":"say: 1.23456789012345678901 \\" [12345678901234567890]","confirmationProgress":{"percent":${percent},"current":2}`
  )
  expect(invoice).toMatchObject({ note: 'say: 1.23456789012345678901 " [12345678901234567890]' })
  expect(invoice.confirmationProgress).toEqual({ percent: 66.66666666666667, current: 2 })
  expect(unreadable).toEqual([])
})

test("a field that cannot be read is reported with its resource and setting, and its value never is", async () => {
  const { invoice, unreadable } = await readBytes(`"expiresAt":{"secret":1},"txHash":"","amountReceived":"x"`)
  expect(invoice).toMatchObject({ expiresAt: undefined, settlementTxHash: undefined })
  expect(unreadable).toEqual([
    { resource: "invoice", field: "expiresAt", setting: "assumptions.fields.invoice.expiresAt" },
    { resource: "invoice", field: "receivedAmount", setting: "assumptions.fields.invoice.receivedAmount" },
  ])
})

test.each(["id", "status", "chain", "networkId", "token", "amount"])(
  "an invoice whose %s is not as documented is refused, and the field is named",
  (field) => {
    for (const value of [7.5, "", null, {}])
      expect(() => read({ [field]: value })).toThrow(new RegExp(`${field}:`))
  }
)

/** What each parser reads under an assumed name, in the default spelling. */
const { fields } = assumptions
const assumedOf: Partial<Record<keyof typeof contractSamples, readonly (string | null)[]>> = {
  parseInvoice: Object.values(fields.invoice),
  parseQuote: Object.values(fields.withdrawalQuote),
  parseWithdrawal: Object.values(fields.withdrawal),
  parseTransaction: Object.values(fields.transaction),
  parseBilling: Object.values(fields.billing),
  parseIntent: Object.values(fields.intent),
  parseDeposit: Object.values(fields.deposit),
  parseDepositAction: Object.values(fields.depositAction),
  parseNetwork: Object.values(fields.network),
  parseToken: Object.values(fields.token),
}

test.each(Object.entries(assumedOf))(
  "%s reads its documented fields, whatever its others hold",
  (name, names) => {
    const { parse, sample } = contractSamples[name as keyof typeof contractSamples]
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.double(),
      fc.constant("1970-01-01T00:00:00Z"),
      fc.bigInt().map(String)
    )
    const damage = fc.record(Object.fromEntries(names.map((field) => [field, odd])), { requiredKeys: [] })
    const whole = parse(sample, assumptions)
    const documented = Object.keys(sample).filter((field) => !names.includes(field))
    fc.assert(
      fc.property(damage, (fields) => {
        const damaged = parse({ ...sample, ...fields }, assumptions)
        for (const field of documented)
          expect((damaged as Record<string, unknown>)[field]).toEqual(
            (whole as Record<string, unknown>)[field]
          )
      })
    )
  }
)

test("an amount that is read is exactly the number that was sent", () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
    .map(([units, places]) => {
      const digits = units.toString().padStart(places + 1, "0")
      return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
    })
  return fc.assert(
    fc.asyncProperty(decimal, async (written) => {
      const { invoice } = await readBytes(`"amountReceived":${written}`)
      const value = (text: string) => text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")
      expect(value(invoice.receivedAmount ?? "absent")).toBe(value(written))
    })
  )
})

test("a moment that is read is never before this century", () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.integer(), fc.string(), fc.date().map(String)), (expiresAt) => {
      const { expiresAt: moment } = read({ expiresAt })
      if (moment !== undefined) expect(Date.parse(moment)).toBeGreaterThan(Date.UTC(2001, 0, 1))
    })
  )
})

test("a field named __proto__ lends nothing to what is read", () => {
  const text = `{"__proto__":{"externalOrderId":"order_1"},${JSON.stringify(invoiceBody).slice(1)}`
  const body: unknown = JSON.parse(text)
  const inEnvelope = parseAssumptions({ envelopes: { invoice: ["data"] } })
  for (const [answer, settings] of [
    [body, assumptions],
    [{ data: body }, inEnvelope],
  ] as const) {
    const record = contract.unwrapResource(answer, "invoice", settings)
    expect(contract.parseInvoice(record, settings).externalOrderId).toBeUndefined()
  }
})

test("an absent field and a null one read the same", () => {
  const optionalFields = [
    ...["depositAddress", "receiveMode", "memoId", "memo", "canonicalAssetId", "confirmationProgress"],
    ...["autoDepositAssignmentStatus", "externalOrderId", "expiresAt", "amountReceived", "txHash"],
  ]
  const { amountReceived, txHash, ...invoice } = read(
    Object.fromEntries(optionalFields.map((field) => [field, null]))
  )
  expect([amountReceived, txHash]).toEqual([null, null])
  expect(invoice).toEqual(read({}))
  expect(Object.values(invoice)).not.toContain(null)
})

test("a memo beyond 2^53 keeps every digit, and a memo sent as a number is refused", () => {
  const memo = { type: "id", value: "18446744073709551615" }
  expect(read({ memo, memoId: memo.value })).toMatchObject({ memo })
  expect(() => read({ memoId: 2 ** 53 })).toThrow(/memoId/)
})

test("confirmation progress may be empty, partial or without a hash", () => {
  for (const confirmationProgress of [{}, { current: 1 }, { current: 1, required: null, txHash: null }])
    expect(read({ confirmationProgress }).confirmationProgress?.txHash).toBeUndefined()
})

test("a problem is named by its field and never by its value, and a thousand bad rows give a short message", () => {
  const parse = () => read({ status: "", memoId: "secret-memo" })
  expect(parse).toThrow(/status: .*memoId: expected a numeric memo as text/)
  expect(parse).not.toThrow(/secret-memo/)
  const list = () => contract.unwrapList(Array(1000).fill(1), "invoice", assumptions)
  expect(list).toThrow(expect.objectContaining({ problems: Array(10).fill(expect.anything()) }))
})
