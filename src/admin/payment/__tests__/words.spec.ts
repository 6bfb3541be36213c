import { english, texts } from "../../__tests__/english"
import { describeUnallocated, UNALLOCATED_WORDING } from "../words"
import { paymentAmount, standingOf } from "../amount"
import { toCall } from "../api"
import { readOrderId } from "../order-choice"

describe("why a payment has no order", () => {
  it.each(Object.keys(UNALLOCATED_WORDING))("%s", (reason) => {
    const { title, sentence } = describeUnallocated(reason, english)
    expect(title.length).toBeLessThan(20)
    expect(sentence).toMatch(/^[A-Z].+\.$/)
    expect(sentence).not.toMatch(/session|invoice|mismatch|null|_/i)
  })

  it.each(["sanctions_hold", "toString", "__proto__"])("%s is shown as it came", (reason) => {
    expect(describeUnallocated(reason, english)).toEqual({
      title: reason,
      sentence: `Reason: ${reason}`,
    })
  })
})

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

describe("how a payment stands", () => {
  const chosen = { by: null, at: "2026-01-01T00:00:00Z", note: null, order: null }
  it.each([
    [null, "waiting"],
    [{ ...chosen, name: "apply" as const, is_done: false }, "applying"],
    [{ ...chosen, name: "apply" as const, is_done: true }, "applied"],
    [{ ...chosen, name: "refund_due" as const, is_done: true }, "refund_due"],
    [{ ...chosen, name: "keep" as const, is_done: true }, "kept"],
  ])("%o is %s", (resolution, standing) => {
    expect(standingOf({ resolution, is_due_back: false })).toBe(standing)
  })

  it("is due back when it is undecided and no order waits for it", () => {
    expect(standingOf({ resolution: null, is_due_back: true })).toBe("due_back")
  })
})

describe("a decision", () => {
  it.each([
    [
      { action: "apply" as const, orderId: "order_1" },
      { path: "apply", body: { order_id: "order_1" } },
    ],
    [{ action: "refund_due" as const }, { path: "refund-due", body: {} }],
    [
      { action: "keep" as const, note: "voucher" },
      { path: "keep", body: { note: "voucher" } },
    ],
  ])("%o is sent as %o", (decision, call) => {
    expect(toCall(decision)).toEqual(call)
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
