import { texts } from "../../__tests__/english"
import { describeCandidate, describePaymentConfirmation } from "../unmatched-decision"

const payment = {
  reason: "order_cancelled",
  expected_amount: "25",
  received_amount: "25",
  token: "USDC",
  fiat_value: "25.00",
  currency_code: "usd",
}
const candidate = (outstanding: string) => ({
  order: { id: "order_1", display_id: 7, total: "42", outstanding, currency_code: "usd" },
  is_other_customer: false,
  is_possible: true,
  reason: null,
})
type Order = Parameters<typeof describePaymentConfirmation>[2]
const decide = (action: "apply" | "refund_due" | "keep", order: Order, part = {}) =>
  describePaymentConfirmation({ ...payment, ...part }, action, order, texts)
const apply = (outstanding: string, part: { fiat_value?: null } = {}) =>
  decide("apply", { id: "order_1", candidate: candidate(outstanding) }, part)

describe("the confirmation of a decision", () => {
  it("to apply names the order, and what it owes", () => {
    expect(apply("25")).toMatchObject({
      title: "Apply 25 USDC to Order #7?",
      text: "Order #7 has $25.00 USD outstanding. This payment of 25 USDC covers it.",
    })
  })

  it("to apply says what stays owed", () => {
    expect(apply("42.5").text).toContain("covers $25.00 USD;")
    expect(apply("42.5").text).toContain("$17.50 USD remains.")
  })

  it("to apply to an order that was only named promises nothing about it", () => {
    const words = decide("apply", { id: "order_01KABC", candidate: null })
    expect(words.title).toContain("Order order_01KABC")
    expect(words.text).toContain("only if at least this payment's value is outstanding")
    expect(apply("25", { fiat_value: null }).text).toBe(words.text)
  })

  it.each([apply("25"), decide("refund_due", null), decide("keep", null)])(
    "$title says that no money moves, and that it is final",
    (words) => {
      expect(words).toMatchObject({ warning: expect.stringContaining("No money moves"), isFinal: true })
    }
  )
})

describe("what an operator reads about an order", () => {
  it.each([
    ["42", "25", "$42.00 USD of $42.00 USD outstanding. $17.00 USD would remain."],
    ["25", "25", "$25.00 USD of $42.00 USD outstanding. This payment covers it."],
    ["25", null, "$25.00 USD of $42.00 USD outstanding."],
  ])("owed %s, and %s arrived", (outstanding, value, words) => {
    expect(describeCandidate(candidate(outstanding), value, texts)).toBe(words)
  })
})
