import { refuseSessionChange } from "../order-cover"

const placed = { customerId: "cus_1", isCancelled: false }
const guests = { customerId: null, isCancelled: false }
const cancelled = { customerId: "cus_1", isCancelled: true }
const guest = { customerId: null }
const customer = { customerId: "cus_1" }
const other = { customerId: "cus_2" }

test.each([
  ["an open cart", null, "a guest", guest, null],
  ["an open cart", null, "a customer", other, null],
  ["a placed order", placed, "its customer", customer, null],
  ["a placed order", placed, "a guest", guest, "not_your_order"],
  ["a placed order", placed, "another customer", other, "not_your_order"],
  ["an order without a customer", guests, "a guest", guest, "not_your_order"],
  ["an order without a customer", guests, "a customer", other, "not_your_order"],
  ["a cancelled order", cancelled, "its customer", customer, "order_cancelled"],
  ["a cancelled order", cancelled, "a guest", guest, "not_your_order"],
  ["a placed order", placed, "the store itself", undefined, null],
  ["a cancelled order", cancelled, "the store itself", undefined, null],
] as const)("a session of %s may be changed by %s: %s", (_, order, _who, request, refusal) => {
  expect(refuseSessionChange(order, request)).toBe(refusal)
})
