import fc from "fast-check"
import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import {
  toRecord,
  eventResource,
  parseBilling,
  parseEnsuredAddress,
  parseInvoice,
  parseTransaction,
  unwrapList,
  unwrapResource,
  wrapList,
  wrapResource,
} from "../contract"

const sets: [string, AssumptionsInput][] = [
  ["the defaults", {}],
  [
    "every name changed",
    {
      ids: { invoice: ["uuid"], customer: ["meta.uuid"] },
      envelopes: { invoice: ["result"], customer: ["reply.customer"] },
      list: { itemsFields: ["reply.rows"], nextCursorField: "after" },
    },
  ],
  ["a bare array as list", { ids: { invoice: ["invoiceId"] }, list: { itemsFields: [""] } }],
]

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

describe.each(sets)("with %s", (_, input) => {
  const assumptions = parseAssumptions(input)

  test("any record and any page survive the way out and back", () => {
    const taken = ["__proto__", "meta", "id", "data", ...Object.values(assumptions.ids).flat()]
    const record = fc
      .dictionary(
        fc.string().filter((name) => !taken.includes(name)),
        fc.string()
      )
      .map((fields) => ({ ...fields, id: "cus_1" }))
    fc.assert(
      fc.property(fc.array(record), fc.string({ minLength: 1 }), (items, cursor) => {
        const first = items[0] ?? { id: "cus_2" }
        const body = wrapResource(first, "customer", assumptions)
        expect(unwrapResource(body, "customer", assumptions)).toMatchObject(first)
        const isArray = assumptions.list.itemsFields.at(-1) === ""
        const nextCursor = isArray ? undefined : cursor
        const page = { items, nextCursor }
        expect(unwrapList(wrapList(page, "customer", assumptions), "customer", assumptions)).toMatchObject({
          ...page,
          hasCursorField: !isArray,
        })
      })
    )
  })
})

describe("without a setting", () => {
  const assumptions = parseAssumptions()
  const { id: _, ...unnamed } = invoice

  test.each([
    ["bare", invoice],
    ["in data", { data: invoice }],
    ["under its own name", { invoice }],
    ["with the identifier under its own name", { ...unnamed, invoiceId: "inv_1" }],
    ["with another id beside it", { invoice: { ...invoice, invoiceId: "inv_1", id: 77 } }],
  ])("an invoice is read %s", (_name, body) => {
    const { id, status, amount } = invoice
    expect(parseInvoice(overTheWire(body), assumptions)).toMatchObject({ id, status, amount })
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
    expect(parseEnsuredAddress(body, assumptions).address).toEqual(address)
  })

  test("a whole number is an identifier, and kept as text", () => {
    expect(parseInvoice({ ...invoice, id: 77 }, assumptions).id).toBe("77")
    expect(() => parseInvoice({ ...invoice, id: 7.5 }, assumptions)).toThrow(/id:/)
  })

  test("the invoice of a transaction is no identity: two transfers of one payment are two rows", () => {
    const row = { chain: "evm", networkId: "n", token: "USDC", invoiceId: "inv_1" }
    const { items } = unwrapList(
      [
        { ...row, id: "t1" },
        { ...row, id: "t2" },
      ],
      "transaction",
      assumptions
    )
    expect(items.map((item) => parseTransaction(item, assumptions).id)).toEqual(["t1", "t2"])
  })

  test("an invoice in the data of an event is found under its name, under `object`, or as the data", () => {
    for (const data of [{ invoice }, { object: invoice }, invoice])
      expect(eventResource({ event: "invoice.paid", data }, assumptions)).toMatchObject({ id: "inv_1" })
    expect(eventResource({ event: "invoice.paid", data: { other: invoice } }, assumptions)).toEqual({})
  })
})

test("a field's name may lead into objects", () => {
  const fields = { billing: { plan: "plan.name", includedGasRemainingUsd: "gas.included.remaining" } }
  const body = { plan: { name: "Growth" }, gas: { included: { remaining: "12.50" } } }
  const assumptions = parseAssumptions({ fields })
  expect(parseBilling({ billing: body }, assumptions)).toMatchObject({
    plan: "Growth",
    includedGasRemainingUsd: "12.50",
  })
  expect(toRecord("billing", { plan: "Growth", includedGasRemainingUsd: "12.50" }, assumptions)).toEqual(body)
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
