import { texts } from "../../__tests__/english"
import { paymentAmount } from "../describe"
import { readOrderId } from "../unmatched-decision"

describe("what arrived", () => {
  const payment = {
    reason: "already_paid",
    expected_amount: "25",
    received_amount: "1234.50",
    token: "USDC",
  }
  it.each([
    [{}, "1,234.5 USDC"],
    [{ received_amount: null }, "25 USDC expected"],
    [{ reason: "asset_mismatch", received_amount: "0.01" }, "0.01 in another token"],
  ])("%o", (part, words) => {
    expect(paymentAmount({ ...payment, ...part }, texts)).toBe(words)
  })
})

describe("an order that is pasted", () => {
  it.each([
    ["order_01KABC", "order_01KABC"],
    ["  order_01KABC ", "order_01KABC"],
    ["https://shop.example/app/orders/order_01KABC?offset=20", "order_01KABC"],
    ["#1024", null],
    ["1024", null],
    ["order_", null],
    ["", null],
  ])("%p is %p", (text, id) => {
    expect(readOrderId(text)).toBe(id)
  })
})
