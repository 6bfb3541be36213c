import { texts } from "../../__tests__/english"
import { depositAmount, reasonSentence, reasonTitle } from "../describe"
import { describeConfirmation } from "../deposit-actions"
import { describeDifference } from "../../ui/names"

const arrived = {
  amount: "24.5",
  amount_raw: "24500000",
  token: "USDC",
  canonical_asset_id: null,
  network_name: "Base",
  from_address: "0xsender",
  is_supported: true,
  assignment_status: null,
}

describe("what arrived", () => {
  it.each([
    [{}, "24.5 USDC"],
    [{ amount: "1234567.89" }, "1,234,567.89 USDC"],
    [{ amount: null }, "24,500,000 base units of USDC"],
    [{ token: null, canonical_asset_id: "stellar:PEPE:GABC" }, "24.5 PEPE"],
    [{ token: null, canonical_asset_id: "odd" }, "24.5 odd"],
    [{ token: null }, "24.5 unknown token"],
  ])("%o", (part, words) => {
    expect(depositAmount({ ...arrived, ...part }, texts)).toBe(words)
  })
})

describe("the reason", () => {
  const expected = {
    ...{ intent_id: null, session_id: "payses_1", amount: "94", token: "USDC", network_name: "Ethereum" },
    order: null,
  }
  const late = { ...arrived, assignment_status: "unassigned_no_intent", mismatch: "late", expected } as const
  it.each([
    [{}, "Arrived after expiry", "Arrived after the payment had expired."],
    [
      { token: "ETH", amount: "0.01", mismatch: "other_asset" as const },
      "Different token",
      "Different token: 0.01 ETH instead of 94 USDC.",
    ],
    [
      { mismatch: "other_network" as const },
      "Different network",
      "Different network: 24.5 USDC on Base instead of 94 USDC on Ethereum.",
    ],
    [{ mismatch: null }, "No open order", "The customer has no open order for this token and network."],
  ])("%o", (part, title, sentence) => {
    const deposit = { ...late, ...part }
    expect([reasonTitle(deposit, texts.t), reasonSentence(deposit, texts)]).toEqual([title, sentence])
  })
})

describe("the difference", () => {
  const expected = { amount: "25", token: "USDC" }
  it.each([
    [{ expected }, "0.5 USDC too little."],
    [{ expected: { ...expected, amount: "20" } }, "4.5 USDC too much."],
    [{ expected: { ...expected, amount: "24.50" } }, "The amount matches."],
    [{ expected: { ...expected, token: "USDT" } }, "Another token: the amounts cannot be compared."],
    [{ expected: { ...expected, amount: null } }, "The amounts cannot be compared."],
    [{ expected, amount: null }, "The amounts cannot be compared."],
  ])("%o", (part, words) => {
    expect(describeDifference({ ...arrived, ...part }, texts)).toBe(words)
  })
})

describe("the confirmation", () => {
  const candidate = {
    intent_id: "int_1",
    session_id: "payses_1",
    payment_id: "ocpay_1",
    order: { id: "order_1", display_id: 12, total: "25", currency_code: "usd" },
    expected_amount: "25",
    token: "USDC",
    created_at: "2026-01-01T00:00:00Z",
  }
  const ask = (action: "assign" | "accept" | "refund", chosen?: typeof candidate) =>
    describeConfirmation(arrived, action, chosen, texts)

  it("of an assignment names amount, order and what the order expects", () => {
    expect(ask("assign", candidate)).toMatchObject({
      title: "Assign 24.5 USDC to Order #12?",
      text: "Order #12 expects 25 USDC. This deposit of 24.5 USDC marks it as paid.",
    })
  })

  it("of an acceptance warns of an asset that may not be withdrawable", () => {
    expect(ask("accept")?.warning).toBeNull()
    for (const part of [{ is_supported: false }, { assignment_status: "review_required_unsupported_asset" }])
      expect(describeConfirmation({ ...arrived, ...part }, "accept", undefined, texts)?.warning).toBe(
        "The provider does not support this asset: it may not be withdrawable."
      )
  })

  it("of a refund shows the whole address and the network", () => {
    const words = ask("refund")
    expect(words).toMatchObject({ title: "Refund 24.5 USDC?", destination: "0xsender" })
    expect(words?.text).toContain("on Base")
  })
})
