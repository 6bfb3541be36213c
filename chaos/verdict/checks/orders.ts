import type { Check } from "../check"
import { groupBy } from "../grouping"
import type { StoreRecords } from "../store-records"
import { isTearing } from "../torn-orders"

/** Every shopper got an order as planned, and no order exists without a shopper. */
export const shoppersServed: Check = {
  name: "shoppers_served",
  title: "every shopper finished the checkout",
  findViolations: ({ visits, storm }) => [
    ...visits.flatMap(({ index, fate, problem }) =>
      problem ? [`shopper ${index} (${fate}): ${problem}`] : []
    ),
    ...(isTearing(storm)
      ? []
      : storm.startedOver.map((what) => `${what} was given up, and nothing had interrupted it`)),
  ],
}

export const oneOrderPerCart: Check = {
  name: "one_order_per_cart",
  title: "no cart became two orders, and every order has its cart",
  findViolations({ visits, store }) {
    const known = new Set(visits.flatMap(({ cartIds }) => cartIds))
    const byCart = groupBy(store.orders, ({ cart_id }) => cart_id ?? "none")
    const reported = new Map(visits.flatMap(({ orderIds }) => Object.entries(orderIds)))
    return [...byCart].flatMap(([cartId, orders]) => {
      const ids = orders.map(({ id }) => id).join(", ")
      if (!known.has(cartId))
        return [`cart ${cartId} belongs to no shopper and has ${orders.map(describeOrder).join("; ")}`]
      if (orders.length > 1) return [`cart ${cartId} has orders ${ids}`]
      const shown = reported.get(cartId)
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
}: StoreRecords["orders"][number]): string {
  const payment = has_collection ? "with a payment collection" : "without a payment collection"
  return `order ${id} (${status}, ${payment}, ${reserved} of ${pieces} pieces reserved)`
}
