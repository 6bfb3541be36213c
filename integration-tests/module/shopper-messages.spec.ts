import { MOST_TRIES } from "../../src/domain/payment/timeline"
import { OrderFollowUps } from "../../src/modules/onchain/payment/order-follow-ups"
import { ShopperMessages } from "../../src/modules/onchain/payment/shopper-messages"
import { addToOutbox } from "../../src/modules/onchain/work/outbox"
import { together, describeOnchainModule } from "./onchain-module"
import { eventsOf, invoice, stored, scope, paymentsOf } from "./rows"

describeOnchainModule(({ service, knex }) => {
  beforeEach(() => service.outbox.stop())

  const store = paymentsOf(knex)
  const orders = new OrderFollowUps(knex, scope)
  const messages = new ShopperMessages(knex)
  const letLeasesEnd = () =>
    knex.raw("UPDATE onchain_outbox SET message_due_at = now() WHERE message_due_at IS NOT NULL")
  const paidEvents = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ subject: `ocpay_${n}`, name: "onchain.payment_settled", messageDelayMs: 0 },
      data: { payment_id: `ocpay_${n}` },
    }))
  const add = (count: number) => knex.transaction((trx) => addToOutbox(trx, paidEvents(count)))

  test("a placed order is reported once, and again when Medusa places another", async () => {
    await stored(store, { order_placed_at: null })
    for (const orderId of [null, "order_1", "order_1", null]) await orders.notePlaced("ocpay_1", 30, orderId)
    expect(await eventsOf(knex)).toEqual(["onchain.payment_awaiting"])
    await orders.notePlaced("ocpay_1", 30, "order_2")
    const events = await knex("onchain_outbox").orderBy("position")
    expect(events.map(({ data }) => data.order_id)).toEqual([null, "order_2"])
    expect(await messages.claim()).toBeUndefined()
    await letLeasesEnd()
    expect(await messages.claim()).toMatchObject({ message: "awaiting", tries: 1 })
  })

  test.each([
    ["of an order that waits", { order_placed_at: new Date() }, ["onchain.payment_expired"]],
    ["without an order", { order_placed_at: null }, []],
    ["of a closed order", { order_placed_at: new Date(), order_closed_at: new Date() }, []],
    ["of a deleted session", { order_placed_at: new Date(), abandoned_at: new Date() }, []],
  ])("the expiry of a quote %s is reported at most once", async (_, change, events) => {
    const row = await stored(store, change)
    const expired = invoice({ status: "expired" })
    const records = await together(5, () => store.record(row, expired))
    expect(new Set(records.map(({ state }) => state))).toEqual(new Set(["expired"]))
    await store.record(await stored(store, change), expired)
    expect(await eventsOf(knex)).toEqual(events)
  })

  test("ten processes share the messages, and another takes over from one that died", async () => {
    await add(20)
    const claims = await together(30, () => messages.claim())
    const taken = claims.filter((claim) => claim !== undefined)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(20)
    expect(taken).toHaveLength(20)
    await Promise.all(taken.slice(1).map((message) => messages.noteEnd(message, "sent")))
    await letLeasesEnd()
    const again = await messages.claim()
    expect(again).toMatchObject({ id: taken[0]?.id, tries: 2 })
    // The slow process does not overwrite the other's result.
    if (again) await messages.noteEnd(again, "sent")
    if (taken[0]) await messages.noteFailed(taken[0], "too late")
    expect(await messages.claim()).toBeUndefined()
    expect(await knex("onchain_outbox").whereNot({ message_result: "sent" })).toEqual([])
  })

  test("a failed message is retried later and given up after its last try", async () => {
    await add(1)
    for (let n = 1; n <= MOST_TRIES; n++) {
      const message = await messages.claim()
      expect(message).toMatchObject({ tries: n })
      expect(message && (await messages.noteFailed(message, "down"))).toBe(n < MOST_TRIES)
      expect(await messages.claim()).toBeUndefined()
      expect(await messages.stuck()).toEqual(
        n < MOST_TRIES
          ? { retried: 1, failed: 0, lastError: "down" }
          : { retried: 0, failed: 1, lastError: "down" }
      )
      await letLeasesEnd()
    }
    expect(await messages.claim()).toBeUndefined()
  })

  test("an event with a due message is kept, and is deleted when messages are off", async () => {
    await add(1)
    await knex("onchain_outbox").update({ published_at: knex.raw("now() - interval '8 days'") })
    const { outbox } = service
    expect(await outbox.purge(7, 100)).toBe(0)
    await messages.dropAll()
    expect(await messages.claim()).toBeUndefined()
    expect(await outbox.purge(7, 100)).toBe(1)
  })
})
