import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import { parseTransaction, unwrapList, type UnreadableField } from "../contract"

const row = {
  id: "txn_1",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "12.5",
  type: "receipt",
  direction: "in",
}
const read = (change: object, input: AssumptionsInput = {}) =>
  parseTransaction({ ...row, ...change }, parseAssumptions(input))

test.each([
  ["receipt", "in", "receipt"],
  ["fee", "out", "fee"],
  ["payout", "out", "payout"],
  ["refund", "out", "refund"],
  ["Payout", "OUT", "payout"],
  ["withdrawal", undefined, "payout"],
  ["swap_fee", "out", "fee"],
  ["order_refund", "out", "refund"],
  ["sale", "credit", "receipt"],
  ["fee", undefined, "fee"],
  [undefined, "in", "receipt"],
  [undefined, "debit", "payout"],
])("type %s and direction %s are a %s", (type, direction, kind) => {
  expect(read({ type, direction })).toMatchObject({ kind, unread: null, raw: null })
})

test.each([
  ["receipt", "in"],
  ["fee", "out"],
  ["payout", "out"],
  ["refund", "out"],
  ["adjustment", undefined],
])("a row of type %s without a direction goes %s", (type, direction) => {
  expect(read({ type, direction: undefined }).direction).toBe(direction)
})

test.each([
  [undefined, undefined, /it has no readable type.*assumptions\.fields\.transaction\.type/],
  ["adjustment", undefined, /"adjustment" mean nothing here.*assumptions\.transactions/],
  ["adjustment", "sideways", /"adjustment" and "sideways"/],
])("type %s and direction %s are kept unread, with the settings", (type, direction, reason) => {
  const transaction = read({ type, direction })
  expect(transaction).toMatchObject({ id: "txn_1", kind: null, unread: expect.stringMatching(reason) })
  expect(JSON.parse(transaction.raw ?? "")).toMatchObject({ id: "txn_1", amount: "12.5" })
})

const NO_NAMES = { reference: null, invoiceId: null, depositId: null, withdrawalId: null }

test.each<[string, object, AssumptionsInput, number]>([
  ["that settled", { status: "completed" }, {}, 1],
  ["in review, such as one with a wrong memo", { status: "review_required" }, {}, 0],
  ["of a service without such a field", { status: "completed" }, { fields: { transaction: NO_NAMES } }, 0],
])("a receipt %s that belongs to nothing lacks its reference: %j, %j, %i", (_, change, input, times) => {
  const missing: string[] = []
  const record = { ...row, createdAt: "2026-01-01T00:00:00Z", toAddress: "0x1", ...change }
  parseTransaction(record, parseAssumptions(input), ({ field, isMissing }) => {
    if (isMissing) missing.push(field)
  })
  expect(missing).toEqual(times === 1 ? ["reference"] : [])
})

test("an unknown type without a direction is reported with its word", () => {
  const fields: UnreadableField[] = []
  parseTransaction({ ...row, type: "swap", direction: undefined }, parseAssumptions(), (field) =>
    fields.push(field)
  )
  expect(fields).toContainEqual({
    resource: "transaction",
    field: "type",
    setting: "assumptions.transactions",
    word: "swap",
  })
})

test.each([
  ["-3.5", "payout", "3.5"],
  [-3.5, "payout", "3.5"],
  ["- 3.5", "payout", "3.5"],
])("an amount of %p goes out, whatever its direction says", (amount, kind, absolute) => {
  expect(read({ type: "sale", direction: undefined, amount })).toMatchObject({
    kind,
    direction: "out",
    amount: absolute,
  })
})

test("where signs are directions, an amount without one comes in", () => {
  const signed = { transactions: { isSigned: true } }
  expect(read({ type: "sale", direction: undefined }, signed)).toMatchObject({
    kind: "receipt",
    amount: "12.5",
  })
  expect(read({ type: "sale", direction: undefined, amount: "+1" }, signed)).toMatchObject({ amount: "1" })
  expect(read({ type: "sale", direction: undefined })).toMatchObject({ kind: null })
})

test.each([
  ["receipt", { invoiceId: "inv_1" }, "inv_1"],
  ["receipt", { depositId: "dep_1" }, "dep_1"],
  ["fee", { withdrawalId: "wd_1" }, "wd_1"],
  ["payout", { withdrawalId: "wd_1", invoiceId: "inv_1" }, "wd_1"],
  ["refund", { depositId: "dep_1", withdrawalId: "wd_1" }, "dep_1"],
  ["payout", { reference: "wd_1", invoiceId: "inv_1" }, "wd_1"],
])("a %s with %j belongs to %s, and keeps its own identifier", (type, fields, reference) => {
  expect(read({ type, ...fields })).toMatchObject({ id: "txn_1", reference })
})

test("two transfers of one invoice stay two rows", () => {
  const rows = [1, 2].map((n) => ({ ...row, id: undefined, transactionId: `txn_${n}`, invoiceId: "inv_1" }))
  const { items } = unwrapList({ data: rows }, "transaction", parseAssumptions())
  const read = items.map((item) => parseTransaction(item, parseAssumptions()))
  expect(read.map(({ id, reference }) => [id, reference])).toEqual([
    ["txn_1", "inv_1"],
    ["txn_2", "inv_1"],
  ])
})

test.each([
  ["without a network", { networkId: undefined }, "txn_1", /networkId/],
  [
    "without an identifier",
    { id: undefined },
    expect.stringMatching(/^row_[0-9a-f]{32}$/),
    /assumptions\.ids\.transaction/,
  ],
])("a row %s is kept as it came, and hides no other", (_, change, id, reason) => {
  expect(read(change)).toMatchObject({
    id,
    kind: null,
    unread: expect.stringMatching(reason),
    raw: expect.stringContaining("12.5"),
  })
  expect(read(change).id).toBe(read(change).id)
})

test("a row without a readable amount names its setting", () => {
  expect(read({ amount: "twelve" }).unread).toMatch("assumptions.fields.transaction.amount")
})
