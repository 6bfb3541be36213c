import type { OpenMoney } from "../../../domain/customer/open-money"
import { openMoneyInWords } from "../erase-customer-data"

const refund = (n: number): OpenMoney => ({ kind: "refund", id: `ref_${n}`, state: "due" })

describe("why the data of a customer is not erased", () => {
  it("names what is open, its state, and what to do", () => {
    expect(openMoneyInWords([{ kind: "payment", id: "ocpay_1", state: "held" }, refund(1)])).toBe(
      "Money of this customer is open, and nothing was erased: payment ocpay_1 (held), refund ref_1 (due). " +
        "Resolve it first, or wait until it has ended."
    )
  })

  it("names ten and counts the others", () => {
    const words = openMoneyInWords(Array.from({ length: 12 }, (_, n) => refund(n)))
    expect(words).toContain("refund ref_9 (due) and 2 more.")
    expect(words).not.toContain("ref_10")
  })
})
