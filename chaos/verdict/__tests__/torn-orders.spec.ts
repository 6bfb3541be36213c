import { judgeRecords } from "../verdict"
import { after, cleanRecords } from "./evidence"
import { must, violated } from "./violated"

/** The kill in the clean records is at -60 seconds. */
function withOrder(change: object) {
  const records = cleanRecords()
  const torn = { id: "order_torn", cart_id: null, has_collection: false, reserved: 0, created_at: after(-61) }
  records.store.orders.push({ ...must(records.store.orders[0]), ...torn, ...change })
  return records
}

test("an order left incomplete by a kill is reported, and not a violation", () => {
  const records = withOrder({})
  expect(violated(records)).toEqual([])
  expect(judgeRecords(records).tornOrders).toEqual([{ id: "order_torn", reserved: 0 }])
})

test("goods reserved for it are reported with it, and the inventory has to count them", () => {
  const records = withOrder({ reserved: 2 })
  expect(violated(records)).toEqual(["shelves_add_up"])
  must(records.store.levels[0]).reserved += 2
  expect(violated(records)).toEqual([])
  expect(judgeRecords(records).tornOrders).toEqual([{ id: "order_torn", reserved: 2 }])
})

test("one from a time of weather that interrupts Medusa is reported too", () => {
  const records = withOrder({ created_at: after(-5) })
  const at = after(-20).getTime()
  records.storm.weather = {
    planned: {},
    events: [{ name: "connections-cut", from: at, until: at + 8_000, what: "" }],
  }
  expect(violated(records)).toEqual([])
  expect(judgeRecords(records).tornOrders).toHaveLength(1)
})

test("a reservation of an order that Medusa undid when it was interrupted is reported, and the inventory has to count it", () => {
  const records = cleanRecords()
  const left = { id: "resitem", line_item_id: "ordli_undone", quantity: 1, reserved_at: after(-61) }
  records.store.looseReservations.push(left)
  expect(violated(records)).toEqual(["shelves_add_up"])
  must(records.store.levels[0]).reserved += 1
  expect(violated(records)).toEqual([])
  expect(judgeRecords(records).tornReservations).toEqual(["resitem"])
})

test("a shopper starts over only where something interrupted Medusa", () => {
  const records = cleanRecords()
  records.storm.startedOver = ["cart_1"]
  expect(violated(records)).toEqual([])
  Object.assign(records.storm, { killedAt: [], plannedKills: 0 })
  expect(violated(records)).toEqual(["shoppers_served"])
})

test.each([
  ["was made without a kill", { created_at: after(-30) }],
  ["has a payment collection", { has_collection: true }],
  ["is cancelled", { status: "canceled" }],
])("an order without a cart is noticed when it %s", (_, change) => {
  const records = withOrder(change)
  expect(violated(records)).toContain("one_order_per_cart")
  expect(judgeRecords(records).tornOrders).toEqual([])
})
