import fc from "fast-check"
import { judgeProposals, linkedPayment, parseTxHash, type AddressedPayment } from "../deposit-link"

const payment = (id: string, change: Partial<AddressedPayment> = {}): AddressedPayment => ({
  id,
  session_id: `payses_${id}`,
  memo: null,
  isOpen: true,
  ...change,
})
const unexpected = { expected_session_id: null }

test.each([
  ["nobody's address", [], null],
  ["the address of one payment", [payment("a")], { paymentId: "a", by: "address" }],
  ["that of one which is over", [payment("a", { isOpen: false })], { paymentId: "a", by: "address" }],
  ["the memo of one payment", [payment("a", { memo: "42" })], { paymentId: "a", by: "memo" }],
  ["a reusable one with two open payments", [payment("a"), payment("b")], null],
  [
    "a reusable one with one open payment",
    [payment("a", { isOpen: false }), payment("b")],
    { paymentId: "b", by: "address" },
  ],
  ["a reusable one with none open", [payment("a", { isOpen: false }), payment("b", { isOpen: false })], null],
])("a deposit to %s", (_, payments, link) => {
  expect(linkedPayment(unexpected, payments)).toEqual(link)
})

test("what the service expected decides among payments of one address, and names no other", () => {
  const payments = [payment("a"), payment("b")]
  expect(linkedPayment({ expected_session_id: "payses_b" }, payments)).toEqual({
    paymentId: "b",
    by: "intent",
  })
  expect(linkedPayment({ expected_session_id: "payses_of_another_address" }, payments)).toBeNull()
})

test("claims contradict each other when two payments name one transaction, or it belongs to a third", () => {
  const [a, b] = [
    { paymentId: "a", by: "claim" as const },
    { paymentId: "b", by: "claim" as const },
  ]
  const equal = { paymentId: "c", by: "amount" as const }
  const contested = (...proposals: Parameters<typeof judgeProposals>) =>
    judgeProposals(...proposals).map(({ isContested }) => isContested)
  expect(contested([a], null)).toEqual([false])
  expect(contested([a], "a")).toEqual([false])
  expect(contested([a], "b")).toEqual([true])
  expect(contested([a, b, equal], null)).toEqual([true, true, false])
})

test.each([
  ["evm", `0x${"Ab".repeat(32)}`, `0x${"ab".repeat(32)}`],
  ["evm", ` 0x${"1".repeat(64)} `, `0x${"1".repeat(64)}`],
  ["evm", "1".repeat(64), null],
  ["evm", `0x${"1".repeat(63)}`, null],
  ["stellar", "AB".repeat(32), "ab".repeat(32)],
  ["stellar", `0x${"1".repeat(64)}`, null],
  ["sol", "5".repeat(88), "5".repeat(88)],
  ["sol", `${"5".repeat(87)}0`, null],
  ["another", "Ab".repeat(20), "ab".repeat(20)],
  ["another", "short", null],
])("on %s %s is read as %s", (chain, text, hash) => {
  expect(parseTxHash(chain, text)).toBe(hash)
})

test("whatever a shopper types, a hash is letters and digits only", () => {
  fc.assert(
    fc.property(fc.constantFrom("evm", "sol", "stellar", "another"), fc.string(), (chain, text) => {
      expect(parseTxHash(chain, text) ?? "a").toMatch(/^[0-9A-Za-z]+$/)
    })
  )
})
