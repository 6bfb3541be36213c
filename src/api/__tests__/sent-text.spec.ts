import { deliveryListParams } from "../admin/onchain/deliveries"
import { assignDepositBody, depositListParams } from "../admin/onchain/deposits"
import { applyPaymentBody, keepPaymentBody, unallocatedListParams } from "../admin/onchain/payments"
import { addressParams, paymentOptionsParams } from "../store/onchain/routes"

const TEXTS = [
  ["q of webhooks", deliveryListParams, "q", 200],
  ["event of webhooks", deliveryListParams, "event", 200],
  ["q of deposits", depositListParams, "q", 200],
  ["customer_id of deposits", depositListParams, "customer_id", 200],
  ["assignment_status of deposits", depositListParams, "assignment_status", 200],
  ["intent_id of an assignment", assignDepositBody, "intent_id", 200],
  ["q of payments", unallocatedListParams, "q", 200],
  ["order_id of an application", applyPaymentBody, "order_id", 200],
  ["note of money that is kept", keepPaymentBody, "note", 1_000],
  ["rail of an address", addressParams, "rail", 300],
  ["cart_id of payment options", paymentOptionsParams, "cart_id", 200],
] as const

describe.each(TEXTS)("%s", (_, schema, field, most) => {
  const problemOf = (value: unknown) => schema.safeParse({ [field]: value }).error?.issues[0]?.message

  it("is taken up to its length", () => {
    expect(problemOf("x")).toBeUndefined()
    expect(problemOf("x".repeat(most))).toBeUndefined()
    expect(problemOf("x".repeat(most + 1))).toBe(`${field}: expected at most ${most} characters`)
  })

  it("is refused with a NUL, wherever it is, and when it is empty", () => {
    for (const value of ["\0", "a\0", "\0a"])
      expect(problemOf(value)).toBe(`${field}: expected a text without NUL`)
    expect(problemOf("")).toMatch(new RegExp(`^${field}: `))
  })
})

test("a note of spaces says nothing, and one between spaces is kept without them", () => {
  expect(keepPaymentBody.safeParse({ note: "   " }).error?.issues[0]?.message).toBe(
    "note: say why the money is kept"
  )
  expect(keepPaymentBody.parse({ note: "  a gift  " })).toEqual({ note: "a gift" })
})
