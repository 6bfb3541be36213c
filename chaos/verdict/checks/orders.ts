import type { Check } from "../check"
import { groupBy } from "../grouping"
import type { StoreBooks } from "../store-books"

/** Every shopper got what a shopper gets, and nobody has an order that nobody placed. */
export const shoppersServed: Check = {
  name: "shoppers_served",
  title: "every shopper came through the checkout",
  findViolations: ({ visits }) =>
    visits.flatMap(({ index, fate, problem }) => (problem ? [`shopper ${index} (${fate}): ${problem}`] : [])),
}

export const oneOrderPerCart: Check = {
  name: "one_order_per_cart",
  title: "no cart became two orders, and every order has its cart",
  findViolations({ visits, store }) {
    const known = new Set(visits.flatMap(({ cartIds }) => cartIds))
    const byCart = groupBy(store.orders, ({ cart_id }) => cart_id ?? "none")
    const told = new Map(visits.flatMap(({ orderIds }) => Object.entries(orderIds)))
    return [...byCart].flatMap(([cartId, orders]) => {
      const ids = orders.map(({ id }) => id).join(", ")
      if (!known.has(cartId))
        return [`cart ${cartId} is nobody's and has ${orders.map(describeOrder).join("; ")}`]
      if (orders.length > 1) return [`cart ${cartId} has orders ${ids}`]
      const shown = told.get(cartId)
      return shown !== undefined && shown !== ids
        ? [`cart ${cartId} has order ${ids}, its shopper saw ${shown}`]
        : []
    })
  },
}

function describeOrder({
  id,
  status,
  has_collection,
  pieces,
  reserved,
}: StoreBooks["orders"][number]): string {
  const payment = has_collection ? "with a payment collection" : "without a payment collection"
  return `order ${id} (${status}, ${payment}, ${reserved} of ${pieces} pieces reserved)`
}
