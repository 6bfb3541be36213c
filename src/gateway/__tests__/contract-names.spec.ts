import fc from "fast-check"
import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import {
  toRecord,
  parseInvoice,
  parseInvoiceRecord,
  parseNetwork,
  parseToken,
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
      resource: { idField: "uuid", envelope: "result" },
      list: { itemsField: "rows", nextCursorField: "after" },
      fields: {
        invoice: { expiresAt: "expiry", receivedAmount: "got", settlementTxHash: "hash" },
        token: { decimals: "precision", contractAddress: "contract" },
        network: { environment: "env" },
      },
    },
  ],
  ["a bare array as list", { resource: { idField: "invoiceId" }, list: { itemsField: "" } }],
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

  test("an invoice survives the way out and back", () => {
    const body = overTheWire(wrapResource(toRecord("invoice", invoice, assumptions), assumptions))
    expect(parseInvoice(body, assumptions)).toMatchObject(invoice)
  })

  test("a row of a list is read without the envelope of a single resource", () => {
    const items = [toRecord("invoice", invoice, assumptions)]
    const body = overTheWire(wrapList({ items, nextCursor: undefined }, assumptions))
    const [row] = unwrapList(body, "invoice", assumptions).items
    expect(parseInvoiceRecord(row ?? {}, assumptions)).toMatchObject(invoice)
  })

  test("a network and a token survive the way out and back", () => {
    const network = { chain: "evm", networkId: "base-mainnet", name: "Base", environment: "live" }
    const token = {
      chain: "evm",
      networkId: "base-mainnet",
      token: "USDC",
      decimals: 6,
      contractAddress: "0x1",
    }
    const wireNetwork = toRecord("network", parseNetwork(network, parseAssumptions()), assumptions)
    const wireToken = toRecord("token", parseToken(token, parseAssumptions()), assumptions)
    expect(parseNetwork(wireNetwork, assumptions)).toMatchObject(network)
    expect(parseToken(wireToken, assumptions)).toMatchObject(token)
  })

  test("any record and any page survive the way out and back", () => {
    const record = fc.dictionary(
      fc.string().filter((name) => name !== "__proto__" && name !== assumptions.resource.idField),
      fc.string()
    )
    fc.assert(
      fc.property(fc.array(record), fc.string({ minLength: 1 }), (items, cursor) => {
        const first = items[0] ?? {}
        expect(unwrapResource(wrapResource(first, assumptions), "x", assumptions)).toEqual(first)
        const nextCursor = assumptions.list.itemsField ? cursor : undefined
        const page = { items, nextCursor }
        expect(unwrapList(wrapList(page, assumptions), "x", assumptions)).toEqual({
          ...page,
          hasCursorField: assumptions.list.itemsField !== "",
        })
      })
    )
  })
})

test.each([
  [null, undefined],
  [undefined, undefined],
  ["", undefined],
  ["c2", "c2"],
  [42, "42"],
  [0, "0"],
])("a next cursor of %p reads as %p", (nextCursor, expected) => {
  expect(unwrapList({ data: [], nextCursor }, "list", parseAssumptions()).nextCursor).toBe(expected)
})

test("a cursor that cannot be followed is an error, not the end of the list", () => {
  expect(() => unwrapList({ data: [], nextCursor: { page: 2 } }, "list", parseAssumptions())).toThrow(
    /cursor/
  )
})

test("an expiry in epoch milliseconds reads as ISO 8601", () => {
  const assumptions = parseAssumptions()
  expect(parseInvoice({ ...invoice, expiresAt: 1_893_456_000_000 }, assumptions).expiresAt).toBe(
    "2030-01-01T00:00:00.000Z"
  )
})
