import { RERUNNABLE_STATES } from "../../src/domain/inbox/delivery"
import { Inbox } from "../../src/modules/onchain/inbox/inbox"
import { delivery, mustClaim, rowOf } from "./delivery-rows"
import { describeOnchainModule } from "./onchain-module"
import { eventsOf } from "./outbox-rows"
import { scope } from "./scope"

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

  test.each(RERUNNABLE_STATES)(
    "a delivery that is %s is processed again, and the requester is recorded",
    async (state) => {
      await fill([state], 1)
      expect(await deliveries().rerun("dlv_1_1", "user_1")).toEqual({ refusal: null, event: "invoice.paid" })
      const again = await deliveries().list.find("dlv_1_1")
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
          before: { state, attempts: 3 },
          after: { state: "received", attempts: 0 },
        },
      ])
    }
  )

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
    expect(await rowOf(knex, "dlv_1_1")).toMatchObject({ state: "processing" })
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
})
