import { Inbox } from "../../src/modules/onchain/inbox/inbox"
import type { DeliveryFilter } from "../../src/modules/onchain/inbox/delivery-list"
import { describeOnchainModule } from "./onchain-module"
import { delivery, mustClaim, deliveryRow, eventsOf, paymentsOf, scope, stored } from "./rows"

const FILL = `
  INSERT INTO onchain_webhook_delivery
    (environment, business_id, id, event, resource_id, raw_body, state, attempts, received_at, next_attempt_at, processed_at)
  SELECT 'sandbox', 'biz_1', 'dlv_' || n,
    CASE WHEN n % 1000 = 0 THEN 'treasury.swept' ELSE 'invoice.paid' END, 'inv_' || n, '{"n":' || n || '}',
    CASE WHEN n % 500 = 0 THEN 'dead' ELSE 'processed' END, 1, now() - n * interval '1 minute', now(), now()
  FROM generate_series(1, 2000) AS n`
describeOnchainModule(({ knex, service }) => {
  const inbox = new Inbox(knex, scope, { leaseMs: 60_000, maxAttempts: 1 })
  const deliveries = () => service.deliveries
  const fill = (states: readonly string[], ageDays: number) =>
    knex.raw(
      `INSERT INTO onchain_webhook_delivery (environment, business_id, id, event, raw_body, state, attempts, received_at, next_attempt_at)
       SELECT 'sandbox', 'biz_1', 'dlv_' || ? || '_' || n, 'invoice.paid', '{}', state, 3, now() - ? * interval '1 day', now()
       FROM unnest(?::text[]) WITH ORDINALITY AS given(state, n)`,
      [ageDays, ageDays, [...states]]
    )
  const remaining = async () =>
    (await knex("onchain_webhook_delivery").orderBy("id").select("id", "state")).map(
      ({ id, state }) => `${id} ${state}`
    )

  test("a dead delivery is processed again, and the requester is recorded", async () => {
    await fill(["dead"], 1)
    expect(await deliveries().rerun("dlv_1_1", "user_1")).toEqual({ refusal: null, event: "invoice.paid" })
    const again = await deliveries().find("dlv_1_1")
    expect(again).toMatchObject({ state: "received", attempts: 0, processed_at: null })
    expect(await mustClaim(inbox)).toMatchObject({ id: "dlv_1_1", attempts: 1 })
    expect(
      await knex("onchain_audit_entry").whereNot({ subject_type: "payout_access" }).select("*")
    ).toMatchObject([
      {
        subject_type: "webhook_delivery",
        subject_id: "dlv_1_1",
        action: "webhook_delivery.rerun",
        actor_id: "user_1",
        before: { state: "dead", attempts: 3 },
        after: { state: "received", attempts: 0 },
      },
    ])
  })

  test("a dead delivery about an invoice is over once its payment was captured after it arrived", async () => {
    const captured = { state: "captured", captured_at: new Date() } as const
    const payments = paymentsOf(knex)
    await stored(payments, { gateway_invoice_id: "inv_captured", ...captured })
    await stored(payments, { id: "ocpay_2", gateway_invoice_id: "inv_open" })
    const fail = async (id: string, event: string, resourceId: string, change: object = {}) => {
      await inbox.accept({ ...delivery(id), event, resourceId })
      await knex("onchain_webhook_delivery")
        .where({ id })
        .update({ state: "dead", received_at: knex.raw("now() - interval '1 hour'"), ...change })
    }
    await fail("before", "invoice.paid", "inv_captured")
    await fail("after", "invoice.failed", "inv_captured", {
      received_at: knex.raw("now() + interval '1 hour'"),
    })
    await fail("rerun", "invoice.paid", "inv_captured")
    await deliveries().rerun("rerun", "user_1")
    await knex("onchain_webhook_delivery").where({ id: "rerun" }).update({ state: "dead" })
    await fail("open", "invoice.paid", "inv_open")
    await fail("other", "withdrawal.failed", "inv_captured")
    await inbox.closeCaptured()
    expect(await remaining()).toEqual([
      ...["after dead", "before processed", "open dead", "other dead", "rerun dead"],
    ])
    const row = await deliveryRow(knex, "before")
    expect(row).toMatchObject({ last_error: "its payment was captured", processed_at: expect.any(Date) })
    const { rows } = await deliveries().read({ filter: {}, direction: "desc", limit: 9, offset: 0 })
    const named = await deliveries().payments(rows)
    expect([...named].map(([id, payment]) => [id, payment.id]).sort()).toEqual([
      ["inv_captured", "ocpay_1"],
      ["inv_open", "ocpay_2"],
    ])
  })

  test("of two concurrent requests one wins, and a delivery in progress is unchanged", async () => {
    await fill(["dead"], 1)
    const results = await Promise.all(["user_1", "user_2"].map((user) => deliveries().rerun("dlv_1_1", user)))
    expect(results.map(({ refusal }) => refusal).sort()).toEqual([null, "waiting"])
    expect(
      await knex("onchain_audit_entry").whereNot({ subject_type: "payout_access" }).select("id")
    ).toHaveLength(1)

    await mustClaim(inbox)
    expect(await deliveries().rerun("dlv_1_1", "user_1")).toEqual({ refusal: "in_progress", attempts: 1 })
    expect(await deliveries().rerun("dlv_gone", "user_1")).toEqual({ refusal: "not_found" })
    expect(await deliveryRow(knex, "dlv_1_1")).toMatchObject({ state: "processing" })
  })

  test("only old processed deliveries and very old dead ones are purged, however many purge at once", async () => {
    const states = ["received", "processing", "processed", "ignored", "dead"]
    await fill(states, 91)
    await fill(states, 89)
    await fill(["received", "dead"], 366)
    const done = Array.from({ length: 100 }, (_, n) => (n % 2 ? "processed" : "ignored"))
    await fill(done, 100)
    const counts: number[] = []
    const purgeAll = async () => {
      for (let count = 1; count > 0; counts.push(count)) count = await deliveries().purge(7)
    }
    await Promise.all([purgeAll(), purgeAll(), purgeAll()])
    expect(Math.max(...counts)).toBe(7)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(103)
    expect(await remaining()).toEqual([
      "dlv_366_1 received",
      ...states.map((state, index) => `dlv_89_${index + 1} ${state}`),
      "dlv_91_1 received",
      "dlv_91_2 processing",
      "dlv_91_5 dead",
    ])
  })

  test("a dead delivery is reported once, and again when it dies again", async () => {
    const giveUp = async () => inbox.fail(await mustClaim(inbox), "gateway is down")
    const reports = async () => (await eventsOf(knex, "dlv_1")).length
    await inbox.accept(delivery("dlv_1"))
    await giveUp()
    expect(await eventsOf(knex)).toEqual(["onchain.webhook_dead"])

    await inbox.revive("dlv_1")
    expect(await reports()).toBe(1)
    await giveUp()
    expect(await reports()).toBe(2)
    await deliveries().rerun("dlv_1", "user_1")
    await giveUp()
    expect(await reports()).toBe(3)
  })

  describe("a list of many", () => {
    const list = () => service.deliveries
    const ids = async (filter: DeliveryFilter, limit = 3, offset = 0) =>
      (await list().read({ filter, direction: "desc", limit, offset })).rows.map(({ id }) => id)

    beforeEach(() => knex.raw(FILL))

    test("pages go from the newest to the oldest and filter by state, event, id or subject", async () => {
      expect(await ids({})).toEqual(["dlv_1", "dlv_2", "dlv_3"])
      expect(await ids({}, 2, 100)).toEqual(["dlv_101", "dlv_102"])
      expect(await ids({ state: "dead" })).toEqual(["dlv_500", "dlv_1000", "dlv_1500"])
      expect(await ids({ event: "treasury.swept" }, 2)).toEqual(["dlv_1000", "dlv_2000"])
      expect(await ids({ state: "processed", event: "treasury.swept" })).toEqual([])
      expect(await ids({ q: "dlv_7" })).toEqual(["dlv_7"])
      expect(await ids({ q: "inv_8" })).toEqual(["dlv_8"])
      expect(await ids({ q: "inv_8", state: "dead" })).toEqual([])
      expect(await ids({ q: "%" })).toEqual([])
    })
  })
})
