import { english } from "../../../__tests__/english"
import { describeEvent, eventAmount, TIMELINE_WORDING } from "../words"

describe("what happened to a payment of an order", () => {
  it.each(Object.entries(TIMELINE_WORDING))("%s", (event, words) => {
    expect(describeEvent(event, english)).toBe(words)
  })

  it("is found by the names of the history as well", () => {
    expect(describeEvent("payment.applied", english)).toBe("Applied to order")
    expect(describeEvent("refund.paid", english)).toBe("Refund paid")
  })

  it("is shown as it came when it is unknown", () => {
    expect(describeEvent("payment.framed", english)).toBe("payment.framed")
  })
})

describe("an amount beside what happened", () => {
  it.each([
    ["0.0042", "ETH", null, "0.0042 ETH"],
    ["5", null, "eur", "€5.00 EUR"],
    [null, "ETH", null, null],
    ["5", null, null, null],
  ])("%p of %p or %p is %p", (amount, token, currency_code, words) => {
    expect(eventAmount({ amount, token, currency_code }, "en")).toBe(words)
  })
})
