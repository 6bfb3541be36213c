import { describeEntry } from "../../ui/names"
import { english, texts } from "../../__tests__/english"
import { needsAmount, refundAmount, missingForQuote, NO_CHOICE, toQuoteBody } from "../payout"
import { REFUND_HISTORY_WORDING } from "../words"

const inFiat = { fiat_amount: "12.50", currency_code: "usd", token_amount: null, token: "USDC" }
const inTokens = { ...inFiat, fiat_amount: null, token_amount: "3" }
const unknown = { ...inTokens, token_amount: null }

describe("what is owed", () => {
  it.each([
    [inFiat, "$12.50 USD"],
    [{ ...inFiat, token_amount: "12.4" }, "$12.50 USD"],
    [inTokens, "3 USDC"],
    [unknown, "Amount unknown, in USDC"],
  ])("%o", (refund, words) => {
    expect(refundAmount(refund, texts)).toBe(words)
  })

  it("is requested from the operator only when it is unknown", () => {
    expect([inFiat, inTokens, unknown].map(needsAmount)).toEqual([false, false, true])
  })
})

describe("the payout of a refund", () => {
  it("begins with nothing chosen but the payment's own rate", () => {
    expect(NO_CHOICE).toEqual({ destinationId: "", rate: "payment", tokenAmount: "" })
    expect(missingForQuote(inFiat, NO_CHOICE)).toBe("missing")
  })

  const chosen = { ...NO_CHOICE, destinationId: "ocdst_1" }

  it("needs an amount when it is unknown", () => {
    expect(missingForQuote(inFiat, chosen)).toBeNull()
    expect(missingForQuote(unknown, chosen)).toBe("missingAmount")
    expect(missingForQuote(unknown, { ...chosen, tokenAmount: "-3" })).toBe("missingAmount")
    expect(missingForQuote(unknown, { ...chosen, tokenAmount: "0" })).toBe("missingAmount")
    expect(missingForQuote(unknown, { ...chosen, tokenAmount: "3" })).toBeNull()
  })

  it("names an amount only then", () => {
    const given = { ...chosen, tokenAmount: "3" }
    expect(toQuoteBody(inFiat, { ...given, rate: "today" })).toEqual({
      destination_id: "ocdst_1",
      rate: "today",
    })
    expect(toQuoteBody(unknown, given)).toEqual({
      destination_id: "ocdst_1",
      rate: "payment",
      token_amount: "3",
    })
  })
})

describe("the history of a refund", () => {
  it.each(Object.entries(REFUND_HISTORY_WORDING))("%s", (name, words) => {
    expect(describeEntry(`refund.${name}`, "refundHistory", REFUND_HISTORY_WORDING, english)).toBe(words)
  })

  it("an entry without words is shown as it came", () => {
    expect(describeEntry("refund.forgotten", "refundHistory", REFUND_HISTORY_WORDING, english)).toBe(
      "refund.forgotten"
    )
  })
})
