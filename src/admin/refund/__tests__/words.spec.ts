import { refundablePayments, toQuoteBody } from "../payout"

const inFiat = { fiat_amount: "12.50", currency_code: "usd", token_amount: null, token: "USDC" }
const inTokens = { ...inFiat, fiat_amount: null, token_amount: "3" }
const unknown = { ...inTokens, token_amount: null }

describe("the quote of a refund", () => {
  const entries = { rate: "today", tokenAmount: "" } as const

  it("names the address and the rate", () => {
    expect(toQuoteBody(inFiat, "ocdst_1", entries)).toEqual({ destination_id: "ocdst_1", rate: "today" })
  })

  it.each(["", "-3", "0", "3.x"])("waits for an amount where it is unknown: %p", (tokenAmount) => {
    expect(toQuoteBody(unknown, "ocdst_1", { ...entries, tokenAmount })).toBeNull()
  })

  it("names an amount only there", () => {
    const given = { ...entries, tokenAmount: "3" }
    expect(toQuoteBody(unknown, "ocdst_1", given)).toHaveProperty("token_amount", "3")
    expect(toQuoteBody(inFiat, "ocdst_1", given)).not.toHaveProperty("token_amount")
  })
})

describe("what is left to refund of an order", () => {
  const payment = {
    id: "ocpay_1",
    token: "USDC",
    network_name: "Base",
    currency_code: "usd",
    fiat_amount: "25",
    captured_at: "2026-11-01T00:00:00Z",
  }

  it.each([
    ["all of it", { ...payment, refunds: [] }, ["25"]],
    [
      "less its refunds, in any state",
      { ...payment, refunds: [{ fiat_amount: "12.40" }, { fiat_amount: "2" }] },
      ["10.6"],
    ],
    ["not less a surplus, which is owed in tokens", { ...payment, refunds: [{ fiat_amount: null }] }, ["25"]],
    ["nothing of one that is refunded", { ...payment, refunds: [{ fiat_amount: "25.00" }] }, []],
    ["nothing of one that is not captured", { ...payment, captured_at: null, refunds: [] }, []],
  ])("%s", (_case, given, left) => {
    expect(refundablePayments({ payment_details: [given] }).map((one) => one.left)).toEqual(left)
  })
})
