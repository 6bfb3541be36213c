import { texts } from "../../__tests__/english"
import { describeCandidate } from "../order-choice"
import { describePaymentConfirmation, type PaymentQuestion } from "../confirmation"

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
const ask = (question: PaymentQuestion, part: Partial<typeof payment> | { fiat_value: null } = {}) =>
  describePaymentConfirmation({ ...payment, ...part }, question, texts)
const applyTo = (outstanding: string): PaymentQuestion => ({
  action: "apply",
  order: { id: "order_1", candidate: candidate(outstanding) },
})

describe("the confirmation of a decision", () => {
  it("to apply names the order, and what it owes", () => {
    expect(ask(applyTo("25"))).toMatchObject({
      title: "Apply 25 USDC to Order #7?",
      text: "Order #7 has $25.00 USD outstanding. This payment of 25 USDC covers it.",
      note: null,
    })
  })

  it("to apply says what stays owed", () => {
    expect(ask(applyTo("42.5")).text).toContain("covers $25.00 USD;")
    expect(ask(applyTo("42.5")).text).toContain("$17.50 USD remains.")
  })

  it("to apply to an order that was only named promises nothing about it", () => {
    const words = ask({ action: "apply", order: { id: "order_01KABC", candidate: null } })
    expect(words.title).toContain("Order order_01KABC")
    expect(words.text).toContain("only if at least this payment's value is outstanding")
    expect(ask(applyTo("25"), { fiat_value: null }).text).toBe(words.text)
  })

  it.each<PaymentQuestion>([applyTo("25"), { action: "refund_due" }, { action: "keep" }])(
    "$action says that no money moves, and that it is final",
    (question) => {
      expect(ask(question)).toMatchObject({
        warning: expect.stringContaining("No money moves"),
        isFinal: true,
        destination: null,
      })
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
