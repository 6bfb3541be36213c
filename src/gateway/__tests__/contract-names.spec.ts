import { parseAssumptions } from "../assumptions"
import { eventResource, parseEnsuredAddress, parseInvoice, unwrapList, unwrapResource } from "../contract"

const invoice = {
  id: "inv_1",
  status: "confirming",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "12.5",
  expiresAt: "2030-01-01T00:00:00.000Z",
  receivedAmount: "12.5",
  settlementTxHash: "0xabc",
}
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("without a setting", () => {
  const assumptions = parseAssumptions()
  const readInvoice = (body: unknown) =>
    parseInvoice(unwrapResource(body, "invoice", assumptions), assumptions)
  const { id: _, ...unnamed } = invoice

  test.each([
    ["bare", invoice],
    ["in data", { data: invoice }],
    ["under its own name", { invoice }],
    ["with the identifier under its own name", { ...unnamed, invoiceId: "inv_1" }],
    ["with another id beside it", { invoice: { ...invoice, invoiceId: "inv_1", id: 77 } }],
  ])("an invoice is read %s", (_name, body) => {
    const { id, status, amount } = invoice
    expect(readInvoice(overTheWire(body))).toMatchObject({ id, status, amount })
  })

  const address = {
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    chainFamily: "evm",
    networkId: "n",
  }
  test.each([
    ["as documented", { created: true, address }],
    ["in data", { data: { created: true, address } }],
    ["without `created`", { address }],
    ["bare", address],
  ])("an address is read %s", (_name, body) => {
    expect(parseEnsuredAddress(unwrapResource(body, "address", assumptions)).address).toEqual(address)
  })

  test("a whole number is an identifier, and kept as text", () => {
    expect(readInvoice({ ...invoice, id: 77 }).id).toBe("77")
    expect(() => readInvoice({ ...invoice, id: 7.5 })).toThrow(/id:/)
  })

  test("an invoice in the data of an event is found under its name, under `object`, or as the data", () => {
    for (const data of [{ invoice }, { object: invoice }, invoice])
      expect(eventResource({ event: "invoice.paid", data }, assumptions)).toMatchObject({ id: "inv_1" })
    expect(eventResource({ event: "invoice.paid", data: { other: invoice } }, assumptions)).toEqual({})
  })
})

test.each([["a..b"], [".a"], ["a."], [""], ["a.__proto__"]])("%j is no name of a field", (plan) => {
  expect(() => parseAssumptions({ fields: { billing: { plan } } })).toThrow()
})

test.each([
  [null, undefined],
  [undefined, undefined],
  ["", undefined],
  ["c2", "c2"],
  [42, "42"],
  [0, "0"],
])("a next cursor of %p reads as %p", (nextCursor, expected) => {
  expect(unwrapList({ data: [], nextCursor }, "invoice", parseAssumptions()).nextCursor).toBe(expected)
})

test("a cursor that cannot be followed is an error, not the end of the list", () => {
  expect(() => unwrapList({ data: [], nextCursor: { page: 2 } }, "invoice", parseAssumptions())).toThrow(
    /cursor/
  )
})

describe("a status", () => {
  const assumptions = parseAssumptions({ statuses: { invoice: { paid: ["succeeded"] } } })
  const read = (status: string) => {
    const { status: ours, statusWord } = parseInvoice(
      { ...invoice, status, statusWord: "forged" },
      assumptions
    )
    return [ours, statusWord]
  }

  test.each([
    ["that a setting names", "succeeded", "paid"],
    ["that no setting names", "settling", "settling"],
    ["that is a word of ours with another meaning", "paid", "provider:paid"],
  ])("%s is read in our words, beside the service's own word", (_, word, ours) => {
    expect(read(word)).toEqual([ours, word])
  })
})
