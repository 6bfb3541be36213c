import { OrderFollowUps } from "../../src/modules/onchain/payment/order-follow-ups"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import { SessionGuard } from "../../src/modules/onchain/payment/medusa-payments"
import { describeTables } from "./onchain-module"
import { reread, stored, scope, paymentsOf } from "./rows"

describeTables(({ knex }) => {
  const store = paymentsOf(knex)
  const watch = new OrderFollowUps(knex, scope)
  const sessions = new SessionGuard(knex)
  const unique = (n: number) => ({ id: `ocpay_${n}` })

  test("an order is due when the time it had when it was placed is over", async () => {
    await stored(store, { order_placed_at: null })
    await watch.notePlaced("ocpay_1", 0.5, "order_1")
    const { order_placed_at: placedAt, order_check_at: checkAt } = await reread(store)
    expect((checkAt?.getTime() ?? 0) - (placedAt?.getTime() ?? 0)).toBe(30_000)
    await watch.lookAgain("ocpay_1", null)
    expect(await reread(store)).toMatchObject({ order_check_at: null, order_placed_at: placedAt })
  })

  test("payments of an order are those of its collections and sessions, and money applied to it, and no other", async () => {
    await stored(store, { ...unique(1), collection_id: "paycol_1" })
    await stored(store, unique(2))
    const applied = (applied_order_id: string) => ({ resolution: "apply", applied_order_id }) as const
    await stored(store, { ...unique(3), collection_id: "paycol_9", ...applied("order_1") })
    await stored(store, { ...unique(4), collection_id: "paycol_1", ...applied("order_2") })
    await stored(store, { ...unique(5), collection_id: "paycol_9" })
    const keys = { orderId: "order_1", collectionIds: ["paycol_1"], sessionIds: ["payses_2"] }
    expect((await watch.listOfOrder(keys)).map(({ id }) => id).sort()).toEqual([
      "ocpay_1",
      "ocpay_2",
      "ocpay_3",
    ])
    expect(await watch.listOfOrder({ orderId: "order_0", collectionIds: [], sessionIds: [] })).toEqual([])
  })

  test("a closed order stays closed at its first moment and is not checked again", async () => {
    await stored(store, { order_check_at: new Date() })
    await watch.close("order_1", ["ocpay_1"])
    const { order_closed_at: closedAt } = await reread(store)
    await watch.close("order_1", ["ocpay_1"])
    expect(await reread(store)).toMatchObject({ order_closed_at: closedAt, order_check_at: null })
  })

  test("an intent without an invoice counts as searched once the lists were read from a later moment on", async () => {
    const checks = new PaymentChecks(knex, scope, 60_000)
    const open = { kind: "auto_deposit", gateway_invoice_id: null, next_check_at: null } as const
    await stored(store, { ...unique(1), ...open })
    await stored(store, { ...unique(2), ...open, gateway_invoice_id: "inv_2" })
    const ids = ["ocpay_1", "ocpay_2"]
    expect(await watch.areSearched(["ocpay_2"])).toBe(true)
    const before = await checks.now()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await watch.noteSearch(ids, "search")
    const { search_wanted_at: wantedAt } = await reread(store, "ocpay_1")
    expect(await checks.countDueInList(1_000)).toEqual({ due: 1, dueInSeldom: 1 })

    await checks.planListed(before, { isAll: true })
    expect(await watch.areSearched(ids)).toBe(false)
    await checks.planListed(await checks.now())
    expect(await watch.areSearched(ids)).toBe(false)
    await watch.noteSearch(ids, "search")
    expect(await reread(store, "ocpay_1")).toMatchObject({ search_wanted_at: wantedAt })
    expect(await reread(store, "ocpay_2")).toMatchObject({ search_wanted_at: wantedAt, next_check_at: null })

    await store.note("ocpay_1", { next_check_at: new Date(0) })
    await new Promise((resolve) => setTimeout(resolve, 5))
    await checks.planListed(await checks.now(), { isAll: true })
    expect(await watch.areSearched(ids)).toBe(true)
    await watch.noteSearch(ids, "hold")
    expect(await watch.areSearched(ids)).toBe(false)
  })

  test("a deletion that Medusa announces only brings the next look forward, and never puts it off", async () => {
    const past = new Date(Date.now() - 60_000)
    for (const [n, order_check_at] of [null, new Date(Date.now() + 3_600_000), past].entries()) {
      await stored(store, { ...unique(n), order_check_at })
      await sessions.hintDeletion(`ocpay_${n}`)
      const { order_check_at: next, abandoned_at } = await reread(store, `ocpay_${n}`)
      expect(next?.getTime()).toBeLessThan(Date.now() + 5_000)
      expect(abandoned_at).toBeNull()
    }
    expect(await reread(store, "ocpay_2")).toMatchObject({ order_check_at: past })
  })

  test("a deleted session is noted once, and a part of its money is looked at again", async () => {
    const inAnHour = new Date(Date.now() + 3_600_000)
    await stored(store, { ...unique(1), next_check_at: inAnHour })
    await stored(store, { ...unique(2), next_check_at: inAnHour, part_seen_at: new Date() })
    for (const n of [1, 2]) await sessions.noteDeleted(`ocpay_${n}`)
    const { abandoned_at, next_check_at } = await reread(store, "ocpay_1")
    expect(abandoned_at).toEqual(expect.any(Date))
    expect(next_check_at).toEqual(inAnHour)
    expect((await reread(store, "ocpay_2")).next_check_at?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
    await sessions.noteDeleted("ocpay_1")
    await sessions.hintDeletion("ocpay_1")
    expect(await reread(store, "ocpay_1")).toMatchObject({ abandoned_at })
  })

  test("a cancelled order is checked again until it is closed", async () => {
    await stored(store, { order_check_at: null })
    await watch.watchClosing(["ocpay_1"])
    expect((await reread(store)).order_check_at?.getTime()).toBeGreaterThan(Date.now())
    await watch.close("order_1", ["ocpay_1"])
    await watch.watchClosing(["ocpay_1"])
    expect(await reread(store)).toMatchObject({ order_check_at: null })
  })
})
