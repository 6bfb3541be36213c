import { parseAmount } from "../../../src/gateway/amount"
import type { Check } from "../check"
import { groupBy } from "../grouping"

/** Major units of any currency, with decimals to spare. */
const decimals = 18

export const capturesHaveOrders: Check = {
  name: "captures_have_orders",
  title: "no money is kept for a cart that never became an order",
  findViolations({ store }) {
    const refunds = groupBy(store.refunds, ({ session_id }) => session_id)
    const captures = groupBy(store.captures, ({ session_id }) => session_id)
    return [...captures].flatMap(([sessionId, rows]) => {
      if (rows.every(({ order_id }) => order_id !== null)) return []
      const kept = sum(rows) - sum(refunds.get(sessionId) ?? [])
      return kept === 0n ? [] : [`session ${sessionId} belongs to no order and is captured`]
    })
  },
}

/** The amount an order shows as paid is what its customer believes. */
export const bookingsAgree: Check = {
  name: "orders_show_what_was_paid",
  title: "each capture is booked on its order exactly once, each refund too, and nothing else is",
  findViolations({ store }) {
    const captures = groupBy(store.captures, ({ order_id }) => order_id ?? "")
    const refunds = groupBy(store.refunds, ({ order_id }) => order_id ?? "")
    const booked = groupBy(store.transactions, ({ order_id }) => order_id)
    const ids = new Set([...store.orders.map(({ id }) => id), ...booked.keys()])
    return [...ids].flatMap((id) => {
      const rows = booked.get(id) ?? []
      const own = captures.get(id) ?? []
      const isOnce = own.every((capture) => {
        const entries = rows.filter((row) => row.reference === "capture" && row.reference_id === capture.id)
        return entries.length === 1 && sum(entries) === sum([capture])
      })
      const paid = sum(own) - sum(refunds.get(id) ?? [])
      const shown = sum(rows)
      if (isOnce && shown === paid) return []
      const what = rows.map(({ reference, amount }) => `${reference} ${amount}`).join(", ")
      return [`order ${id}: ${own.length} captures, ${refunds.get(id)?.length ?? 0} refunds, booked: ${what}`]
    })
  },
}

function sum(rows: readonly { amount: string }[]): bigint {
  return rows.reduce((total, { amount }) => {
    return total + (amount.startsWith("-") ? -toUnits(amount.slice(1)) : toUnits(amount))
  }, 0n)
}

const toUnits = (amount: string) => parseAmount(amount, decimals)
