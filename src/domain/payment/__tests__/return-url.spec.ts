import { isReturnAllowed, type ReturnFacts, returnUrlOf } from "../payment-page"

const templates = {
  placed: "https://shop.example/{country_code}/order/{order_id}",
  paid: "https://shop.example/thanks?n={display_id}",
  cancelled: "https://shop.example/checkout?cart={cart_id}",
}
const facts = (change: Partial<ReturnFacts>): ReturnFacts => ({
  state: "placed",
  order_id: "order_1",
  display_id: 42,
  cart_id: "cart_1",
  country_code: "de",
  ...change,
})

test.each<[Partial<ReturnFacts>, string | null]>([
  [{}, "https://shop.example/de/order/order_1"],
  [{ state: "paid" }, "https://shop.example/thanks?n=42"],
  [{ state: "paid", display_id: null }, "https://shop.example/de/order/order_1"],
  [{ country_code: null }, "https://shop.example/order/order_1"],
  [{ state: "cancelled", order_id: null }, "https://shop.example/checkout?cart=cart_1"],
  [{ state: "cancelled", cart_id: null }, null],
  [{ order_id: null }, null],
])("with %j, the button leads to %s", (change, expected) => {
  expect(returnUrlOf(templates, facts(change))).toBe(expected)
})

test("without templates there is no button, and `paid` defaults to `placed`", () => {
  expect(returnUrlOf({ placed: null, paid: null, cancelled: null }, facts({}))).toBeNull()
  expect(returnUrlOf({ ...templates, paid: null }, facts({ state: "paid" }))).toBe(
    "https://shop.example/de/order/order_1"
  )
})

test("a placeholder's value stays one part of the URL", () => {
  expect(returnUrlOf(templates, facts({ order_id: "../evil?x=1#y" }))).toBe(
    "https://shop.example/de/order/..%2Fevil%3Fx%3D1%23y"
  )
})

test.each([
  ["https://shop.example/order/1", true],
  ["https://shop.example.evil.example/", false],
  ["https://shop.example@evil.example/", false],
  ["http://shop.example/", false],
  ["//shop.example/", false],
  ["javascript:alert(1)//https://shop.example", false],
  ["/order", false],
  [["https://shop.example/"], false],
  [undefined, false],
])("a link's own return address %s is followed: %s", (url, expected) => {
  expect(isReturnAllowed(url, ["https://shop.example"])).toBe(expected)
})
