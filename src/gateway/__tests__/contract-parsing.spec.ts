import { parseAssumptions } from "../assumptions"
import { ContractError, parseInvoice, unwrapList } from "../contract"

const assumptions = parseAssumptions()
const wireInvoice = {
  id: "inv_1",
  status: "pending",
  chain: "stellar",
  networkId: "stellar-mainnet",
  token: "XLM",
  amount: "12.5",
}

test("a field named __proto__ lends nothing to what is read", () => {
  const body: unknown = JSON.parse(
    `{"__proto__":{"externalOrderId":"order_1"},${JSON.stringify(wireInvoice).slice(1)}`
  )
  expect(parseInvoice(body, assumptions).externalOrderId).toBeUndefined()
  expect(
    parseInvoice({ data: body }, parseAssumptions({ envelopes: { invoice: ["data"] } })).externalOrderId
  ).toBe(undefined)
})

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
