import type { ListReport } from "../../src/gateway/client/pages"
import { HealthFacts } from "../../src/modules/onchain/health/health-facts"
import { ListReadings } from "../../src/modules/onchain/work/sync-runs"
import { OrderFollowUps } from "../../src/modules/onchain/payment/order-follow-ups"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { describeOnchainModule } from "./onchain-module"
import { reread, stored } from "./payment-rows"
import { scope } from "./scope"

const PAID = "listInvoices status=paid"

describeOnchainModule(({ knex }) => {
  let nowMs = 0
  const readings = () =>
    new ListReadings(
      knex,
      scope,
      () => nowMs,
      (error) => {
        throw error
      }
    )
  const report = (rowsRead: number, isComplete: boolean): ListReport => ({
    endpoint: "listInvoices",
    listName: PAID,
    rowsRead,
    end: isComplete ? { isComplete } : { isComplete, gap: "page_full", rowsRead },
  })

  test("all processes know that a list is incomplete, and since when, until one reads it to its end", async () => {
    const [one, other] = [readings(), readings()]
    await one.note(report(99, true))
    expect(await other.findIncomplete()).toEqual([])
    await one.note(report(100, false))
    const [first] = await other.findIncomplete([PAID])
    expect(first).toMatchObject({ listName: PAID, endpoint: "listInvoices", rowsRead: 100, gap: "page_full" })
    await other.note(report(120, false))
    expect(await one.findIncomplete()).toMatchObject([{ rowsRead: 120, since: first?.since }])
    expect(await one.findIncomplete(["listTransactions"])).toEqual([])
    await other.note(report(150, true))
    expect(await one.findIncomplete()).toEqual([])
  })

  test("a complete list that is read often is recorded once a minute, and at once after it was incomplete", async () => {
    const one = readings()
    const rows = async () => (await knex("onchain_list_reading").where({ id: PAID }).first())?.rows_read
    await one.note(report(1, true))
    await one.note(report(2, true))
    expect(await rows()).toBe(1)
    nowMs += 60_000
    await one.note(report(3, true))
    expect(await rows()).toBe(3)
    await one.note(report(100, false))
    await one.note(report(4, true))
    expect(await rows()).toBe(4)
  })

  test("an order that is held for a list is counted since when, searched again, and forgotten when it is decided", async () => {
    const store = new PaymentStore(knex, scope)
    const orders = new OrderFollowUps(knex, scope)
    const health = new HealthFacts(knex, scope, new SharedStatus(knex, () => undefined))
    await stored(store, {
      id: "a",
      kind: "auto_deposit",
      gateway_invoice_id: null,
      gateway_intent_id: "int_a",
      collection_id: "paycol_a",
    })
    await orders.keepForList(["a"])
    const kept = await reread(store, "a")
    expect(kept).toMatchObject({
      list_incomplete_since: expect.any(Date),
      search_wanted_at: expect.any(Date),
    })
    await orders.keepForList(["a"])
    expect((await reread(store, "a")).list_incomplete_since).toEqual(kept.list_incomplete_since)
    expect(await health.keptOrders()).toMatchObject({ count: 1, collectionIds: ["paycol_a"] })
    await orders.releaseFromList(["a"])
    expect(await health.keptOrders()).toMatchObject({ count: 0 })
  })
})
