import { english, texts } from "../../__tests__/english"
import { assetName, depositAmount } from "../amount"
import { describeConfirmation } from "../confirmation"
import { customerName, describeDifference, orderName } from "../../ui/names"
import { describeAssignment } from "../words"

const arrived = {
  amount: "24.5",
  amount_raw: "24500000",
  token: "USDC",
  canonical_asset_id: null,
  network_name: "Base",
  from_address: "0xsender",
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

  it("a symbol is preferred to the asset's identity", () => {
    expect(assetName({ ...arrived, canonical_asset_id: "stellar:USD:G" }, english)).toBe("USDC")
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
    describeConfirmation({ deposit: arrived, action, candidate: chosen }, texts)

  it("of an assignment names amount, order and what the order expects", () => {
    expect(ask("assign", candidate)).toMatchObject({
      title: "Assign 24.5 USDC to Order #12?",
      text: "Order #12 expects 25 USDC. This deposit of 24.5 USDC marks it as paid.",
      destination: null,
    })
  })

  it("of an assignment to a cart says that it becomes an order", () => {
    const words = describeConfirmation(
      { deposit: arrived, action: "assign", candidate: { ...candidate, order: null } },
      texts
    )
    expect(words?.text).toContain("becomes an order")
  })

  it("of an assignment needs a chosen order", () => {
    expect(ask("assign")).toBeNull()
  })

  it("of an acceptance says that no order is paid", () => {
    expect(ask("accept")?.text).toContain("No order is marked as paid.")
  })

  it("of a refund shows the whole address and the network", () => {
    const words = ask("refund")
    expect(words).toMatchObject({ title: "Refund 24.5 USDC?", destination: "0xsender" })
    expect(words?.text).toContain("on Base")
  })
})

describe("names", () => {
  it("of an order are its number, else its id, else a cart", () => {
    expect(orderName({ id: "order_1", display_id: 7 }, english)).toBe("Order #7")
    expect(orderName({ id: "order_1", display_id: null }, english)).toBe("Order order_1")
    expect(orderName(null, english)).toBe("Cart without an order")
  })

  it("of a customer are the email, else the name, else the id", () => {
    expect(customerName({ id: "cus_1", email: "a@example.com", name: "A" }, english)).toBe("a@example.com")
    expect(customerName({ id: "cus_1", email: null, name: "A" }, english)).toBe("A")
    expect(customerName({ id: "cus_1", email: null, name: null }, english)).toBe("cus_1")
    expect(customerName(null, english)).toBe("Unknown")
  })
})

describe("why a deposit is in review", () => {
  it("a status without words has a label, and its sentence quotes it", () => {
    expect(describeAssignment("review_required_new_thing", english)).toEqual({
      title: "Other reason",
      sentence: "The provider gives this reason: review_required_new_thing",
    })
  })

  it.each(["toString", "__proto__", "constructor"])("%s is not one of our statuses", (status) => {
    expect(describeAssignment(status, english).title).toBe("Other reason")
  })

  it("a missing status says so", () => {
    expect(describeAssignment(null, english).sentence).toBe("The provider gave no reason.")
  })
})
