import { judgeBooks } from "../verdict"
import { after, cleanBooks } from "./evidence"
import { must, violated } from "./violated"

/** The kill of the clean books is at -60 seconds. */
function withOrder(change: object) {
  const books = cleanBooks()
  const torn = { id: "order_torn", cart_id: null, has_collection: false, reserved: 0, created_at: after(-61) }
  books.store.orders.push({ ...must(books.store.orders[0]), ...torn, ...change })
  return books
}

test("an order that Medusa did not get further with when it was killed is told, and is no violation", () => {
  const books = withOrder({})
  expect(violated(books)).toEqual([])
  expect(judgeBooks(books).tornOrders).toEqual([{ id: "order_torn", reserved: 0 }])
})

test("goods that it got are told with it, and the inventory has to count them", () => {
  const books = withOrder({ reserved: 2 })
  expect(violated(books)).toEqual(["shelves_add_up"])
  must(books.store.levels[0]).reserved += 2
  expect(violated(books)).toEqual([])
  expect(judgeBooks(books).tornOrders).toEqual([{ id: "order_torn", reserved: 2 }])
})

test.each([
  ["was made when nothing was killed", { created_at: after(-30) }],
  ["has a payment collection", { has_collection: true }],
  ["is cancelled", { status: "canceled" }],
])("an order without a cart is noticed when it %s", (_, change) => {
  const books = withOrder(change)
  expect(violated(books)).toContain("one_order_per_cart")
  expect(judgeBooks(books).tornOrders).toEqual([])
})
