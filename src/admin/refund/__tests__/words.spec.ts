import { toQuoteBody } from "../payout"

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
