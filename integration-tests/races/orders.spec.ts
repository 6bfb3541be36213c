import { endsOf, inGroups, pause, placeOrders, type RacingOrder } from "./racing-orders"
import { RACES } from "./runs"
import { type StoreUnderTest, storeSuite } from "../http/support/store-suite"
import { followUp, runOutOfTime } from "../http/support/unpaid-orders"

const GROUP = 10

const CAPTURED = { order_status: "pending", state: "captured", captures: 1, booked: 1, owed: 0, reserved: 1 }
const SET_ASIDE = {
  order_status: "canceled",
  state: "unallocated",
  unallocated_reason: "order_cancelled",
  captures: 0,
  booked: 0,
  owed: 0,
  reserved: 0,
}
const OWED_BACK = {
  order_status: "canceled",
  state: "captured",
  captures: 1,
  booked: 1,
  owed: 17,
  reserved: 0,
}

/** Expects that each payment ended in one of some ways. @returns how many in each */
async function countEnds(
  store: StoreUnderTest,
  orders: readonly RacingOrder[],
  ways: Record<string, object>
): Promise<Record<string, number>> {
  const ends = await endsOf(store, orders)
  expect(ends).toHaveLength(orders.length)
  const counts = Object.fromEntries(Object.keys(ways).map((name) => [name, 0]))
  for (const end of ends) {
    const way = Object.keys(ways).find((name) => {
      const entries = Object.entries(ways[name] ?? {})
      return entries.every(([key, value]) => end[key as keyof typeof end] === value)
    })
    if (way === undefined) throw new Error(`money in no place, or in two: ${JSON.stringify(end)}`)
    counts[way] = (counts[way] ?? 0) + 1
  }
  return counts
}

/** What custom code of a store may do, past the dashboard's route: nothing serializes it with a capture. */
const cancelByCode = ({ container }: StoreUnderTest, orderId: string) =>
  container.resolve("workflows").run("cancel-order", { input: { order_id: orderId } })

/** Many races with a single outcome raced nothing. Fewer may, by chance. */
function expectRaces(ends: Record<string, number>): void {
  if (RACES < 50) return
  for (const [end, count] of Object.entries(ends)) expect([end, count > 0]).toEqual([end, true])
}

storeSuite("money that arrives at the moment an order ends", {}, (store) => {
  it(`is captured and owed back, or held for review, when a merchant cancels, ${RACES} times`, async () => {
    const { sandbox, merchant, db } = store
    const orders = await placeOrders(store, RACES)
    for (const [round, group] of inGroups(orders, GROUP).entries()) {
      for (const { invoiceId } of group) await sandbox.pay(invoiceId)
      await store.quiet()
      await Promise.all([
        // The sandbox has one clock: all paid invoices settle together.
        sandbox.settle(group[0]?.invoiceId ?? ""),
        // Before the webhook, beside the capture and after it.
        ...group.map(({ orderId }, n) =>
          pause(((n + round) % GROUP) * 25).then(() =>
            n % 2 === 0 ? merchant.cancelOrder(orderId) : cancelByCode(store, orderId)
          )
        ),
      ])
    }
    await store.quiet()
    await db.raw("UPDATE onchain_payment SET order_check_at = now() WHERE state = 'captured'")
    await followUp(store)
    await followUp(store)
    const counts = await countEnds(store, orders, { SET_ASIDE, OWED_BACK })
    expectRaces(counts)
    process.stdout.write(`cancel vs settle: ${JSON.stringify(counts)}\n`)
  }, 900_000)

  it(`is captured or held for review when the time is over, ${RACES} times`, async () => {
    const orders = await placeOrders(store, RACES)
    for (const [round, group] of inGroups(orders, GROUP).entries()) {
      await runOutOfTime(
        store,
        group.map(({ sessionId }) => sessionId)
      )
      await Promise.all([
        followUp(store),
        ...group.map(({ invoiceId }, n) =>
          pause(((n + round) % GROUP) * 100).then(() => store.sandbox.payInFull(invoiceId))
        ),
      ])
    }
    await store.quiet()
    const counts = await countEnds(store, orders, { CAPTURED, SET_ASIDE })
    expectRaces(counts)
    process.stdout.write(`timeout vs settle: ${JSON.stringify(counts)}\n`)
  }, 900_000)
})
