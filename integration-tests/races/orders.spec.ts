import { endsOf, inGroups, pause, placeOrders, type RacingOrder, takeOver } from "./racing-orders"
import { storeAllStatuses } from "../http/support/payment-rows"
import { placePurchase } from "../http/support/purchase"
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

  it(`has no order, whose goods are released once, when two admins cancel it, ${RACES} times`, async () => {
    const { merchant, seed } = store
    const orders = await placeOrders(store, RACES)
    for (const [round, group] of inGroups(orders, GROUP).entries()) {
      const results = await Promise.allSettled(
        group.flatMap(({ orderId }, n) => [
          merchant.cancelOrder(orderId),
          pause(((n + round) % GROUP) * 10).then(() => merchant.cancelOrder(orderId)),
        ])
      )
      const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason.response] : []))
      expect(lost).toHaveLength(group.length)
      for (const { status, data } of lost)
        expect([status, data.message]).toEqual([400, expect.stringContaining("canceled")])
    }
    const ends = await endsOf(store, orders)
    expect(ends.map(({ order_status, reserved }) => [order_status, reserved])).toEqual(
      orders.map(() => ["canceled", 0])
    )
    expect(await merchant.reserved(seed.inventoryItemIds[0] ?? "")).toBe(0)
    // The order is not held after Medusa has refused.
    await expect(merchant.cancelOrder(orders[0]?.orderId ?? "")).rejects.toMatchObject({
      response: { data: { message: expect.stringContaining("canceled") } },
    })
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

  it(`is captured once when two workers process its webhook, ${RACES} times`, async () => {
    const orders = await placeOrders(store, RACES)
    let taken = 0
    for (const group of inGroups(orders, GROUP)) {
      for (const { invoiceId } of group) await store.sandbox.pay(invoiceId)
      await store.quiet()
      const others = takeOver(store, group.length)
      await store.sandbox.settle(group[0]?.invoiceId ?? "")
      taken += await others
      await store.quiet()
    }
    expect(taken).toBe(RACES)
    expect(await countEnds(store, orders, { CAPTURED })).toEqual({ CAPTURED: RACES })
  }, 900_000)

  it(`is applied or owed back when two operators decide at once, ${RACES} times`, async () => {
    const { merchant, db } = store
    const api = merchant.unmatched
    const { orderId, sessionId } = await placePurchase(store)
    const ids = await scatter(store, sessionId, RACES)
    const wins = { applied: 0, owed: 0 }
    for (const [round, id] of ids.entries()) {
      // An application has more to check before it is chosen.
      const refund = pause((round % GROUP) * 20).then(() => api.refundDue(id))
      const results = await Promise.allSettled([api.apply(id, orderId), refund])
      const lost = results.filter((result) => result.status === "rejected")
      expect(lost.map(({ reason }) => reason.response?.status)).toEqual([409])
      const { resolution } = await api.view(id)
      wins[resolution?.name === "apply" ? "applied" : "owed"]++
    }
    const { captures, booked, outstanding } = await merchant.order(orderId)
    expect(captures).toHaveLength(wins.applied)
    expect(booked).toHaveLength(wins.applied)
    expect(outstanding).toBeCloseTo(17 - wins.applied / 10, 6)
    const { rows } = await db.raw(
      "SELECT payment_id, token_amount FROM onchain_refund WHERE kind = 'unallocated'"
    )
    expect(rows).toHaveLength(wins.owed)
    expectRaces(wins)
    process.stdout.write(`apply vs refund: ${JSON.stringify(wins)}\n`)
  }, 900_000)
})

/** Splits the payment of a session into many small sums of unallocated money, a tenth of a dollar each. */
async function scatter(store: StoreUnderTest, sessionId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `ocpay_race_${n}`)
  await store.db.raw(
    `INSERT INTO onchain_payment SELECT (jsonb_populate_record(source, jsonb_build_object(
       'id', made.id, 'session_id', 'payses_' || made.id, 'collection_id', NULL, 'order_placed_at', NULL,
       'order_check_at', NULL, 'state', 'held', 'current_attempt_id', NULL, 'unallocated_reason', 'partial_payment',
       'settled_at', now()))).*
     FROM onchain_payment AS source, unnest(?::text[]) AS made (id) WHERE source.session_id = ?`,
    [ids, sessionId]
  )
  await store.db.raw(
    `INSERT INTO onchain_attempt SELECT (jsonb_populate_record(source, jsonb_build_object(
       'id', 'ocatt_' || made.id, 'payment_id', made.id, 'idempotency_key', 'invoice_' || made.id,
       'gateway_invoice_id', NULL, 'next_check_at', NULL, 'state', 'expired', 'gateway_status', 'expired',
       'received_amount', '0.1'))).*
     FROM onchain_attempt AS source, unnest(?::text[]) AS made (id)
     WHERE source.payment_id = (SELECT id FROM onchain_payment WHERE session_id = ?)`,
    [ids, sessionId]
  )
  await store.db.raw("UPDATE onchain_payment SET current_attempt_id = 'ocatt_' || id WHERE id = ANY(?)", [
    ids,
  ])
  await storeAllStatuses(store.db)
  return ids
}
