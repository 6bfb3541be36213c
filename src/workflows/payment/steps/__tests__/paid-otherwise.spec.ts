import fc from "fast-check"
import { isPaidOtherwise } from "../paid-otherwise"
import { isCaptured, parseStoredSession, type StoredSession } from "../stored-session"

const amount = (value: string) => ({ raw_amount: { value } })
type Other = { captured?: string[]; refunded?: string[] }

/** A session of 17 in a collection of 17, unless told otherwise. */
function session(others: Other[], { own = "17", collection = "17" } = {}): StoredSession {
  return {
    id: "payses_1",
    status: "pending",
    payment_collection_id: "pay_col_1",
    ...amount(own),
    payment_collection: {
      ...amount(collection),
      payments: others.map(({ captured = [], refunded = [] }, index) => ({
        payment_session_id: `payses_other_${index}`,
        captures: captured.map(amount),
        refunds: refunded.map(amount),
      })),
    },
  }
}

test.each<[string, Other[], boolean]>([
  ["no other payment", [], false],
  ["one that has captured nothing", [{}], false],
  ["one that has captured all", [{ captured: ["17"] }], true],
  ["one that has captured all in parts", [{ captured: ["10.5", "6.5"] }], true],
  ["two that have captured all together", [{ captured: ["10"] }, { captured: ["7"] }], true],
  ["one that has captured a part", [{ captured: ["0.01"] }], true],
  ["one that has captured all and given all back", [{ captured: ["17"], refunded: ["17"] }], false],
  ["one that has given a part back", [{ captured: ["17"], refunded: ["16.99"] }], true],
  [
    "one that gave all back and one that kept it",
    [{ captured: ["17"], refunded: ["17"] }, { captured: ["17"] }],
    true,
  ],
])("beside %s", (_, others, expected) => {
  expect(isPaidOtherwise(session(others))).toBe(expected)
})

test("a part of a collection fits beside the other parts", () => {
  expect(isPaidOtherwise(session([{ captured: ["10"] }], { own: "7" }))).toBe(false)
  expect(isPaidOtherwise(session([{ captured: ["10"] }], { own: "7.01" }))).toBe(true)
})

test("the only one paid fits, even when the order became cheaper", () => {
  expect(isPaidOtherwise(session([{}], { collection: "12" }))).toBe(false)
})

test("its own captures do not stand in its way, and make it captured", () => {
  const other = session([{ captured: ["17"] }])
  const own = { ...other, id: "payses_other_0" }
  expect([isCaptured(own), isPaidOtherwise(own)]).toEqual([true, false])
  expect([isCaptured(other), isPaidOtherwise(other)]).toEqual([false, true])
})

test("amounts are added exactly, with more digits than a number holds", () => {
  const digits = { own: "0.00000000000000001", collection: "9007199254740993.00000000000000001" }
  expect(isPaidOtherwise(session([{ captured: ["9007199254740993"] }], digits))).toBe(false)
  expect(isPaidOtherwise(session([{ captured: ["9007199254740993.00000000000000001"] }], digits))).toBe(true)
})

test("a second session of the whole amount never fits, however the first was captured", () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 18n })
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 5 }), (parts) => {
      const total = parts.reduce((all, part) => all + part, 0n).toString()
      const others = [{ captured: parts.map(String) }]
      expect(isPaidOtherwise(session(others, { own: total, collection: total }))).toBe(true)
    })
  )
})

test.each(["raw_amount", "status", "payment_collection"] as const)(
  "a session that was read without its %s is refused, not taken as unpaid",
  (field) => {
    const { [field]: _left, ...row } = session([])
    expect(() => parseStoredSession(row)).toThrow(field)
    expect(parseStoredSession(session([]))).toEqual(session([]))
  }
)

test.each(["payment_session_id", "captures", "refunds"] as const)(
  "a payment that was read without its %s is refused",
  (field) => {
    const { payment_collection, ...row } = session([{ captured: ["17"] }])
    const payments = payment_collection.payments.map(({ [field]: _left, ...payment }) => payment)
    expect(() =>
      parseStoredSession({ ...row, payment_collection: { ...payment_collection, payments } })
    ).toThrow(field)
  }
)
