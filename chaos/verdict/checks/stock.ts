import type { Check } from "../check"

/** Nothing is shipped in a run, so the reserved stock is what live orders need. */
export const stockConsistent: Check = {
  name: "stock_consistent",
  title: "live orders have their pieces reserved, and no other reservation exists",
  findViolations({ store }) {
    const orders = store.orders.flatMap(({ id, status, pieces, reserved }) => {
      const owed = status === "canceled" ? 0 : pieces
      return reserved === owed ? [] : [`order ${id} (${status}) has ${reserved} pieces reserved, not ${owed}`]
    })
    const loose = store.looseReservations.map(
      ({ id, line_item_id: item }) => `reservation ${id} of item ${item ?? "none"} belongs to no order`
    )
    return [...orders, ...loose]
  },
}

export const shelvesAddUp: Check = {
  name: "shelves_add_up",
  title: "the inventory's own count of reserved pieces matches the live orders",
  findViolations({ store, tornPieces }) {
    const expected = store.orders
      .filter(({ status }) => status !== "canceled")
      .reduce((sum, { pieces }) => sum + pieces, tornPieces)
    const counted = store.levels.reduce((sum, { reserved }) => sum + reserved, 0)
    return counted === expected
      ? []
      : [`the inventory says ${counted} pieces are reserved, orders have ${expected}`]
  },
}
