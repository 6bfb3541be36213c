import { Inbox } from "../../src/modules/onchain/inbox/inbox"
import { backoffMs } from "../../src/domain/inbox/delivery"
import { together, describeTables } from "./onchain-module"
import { delivery, endDeliveryLease, mustClaim, deliveryRow, scope } from "./rows"

/** A claim that waits for a lock fails here, and so releases the lock. */
const atOnce = <T>(claim: Promise<T>): Promise<T> =>
  Promise.race([
    claim,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("the claim waits")), 5_000).unref()),
  ])
describeTables(({ knex }) => {
  const inbox = new Inbox(knex, scope, { leaseMs: 60_000, maxAttempts: 3 })

  test("one id that arrives five times at once is one row, and new to exactly one of them", async () => {
    const results = await together(5, () => inbox.accept(delivery("dlv_1")))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await knex("onchain_webhook_delivery").count()).toEqual([{ count: "1" }])
  })

  test("an escaped NUL in a body is stored as it came", async () => {
    const rawBody = '{"event":"invoice.paid","data":{"note":"a\\u0000b \u00e9 \u{1f600}"}}'
    await inbox.accept({ ...delivery("dlv_1"), rawBody })
    expect((await mustClaim(inbox)).raw_body).toBe(rawBody)
  })

  test("one that Postgres rejects fails alone, and spares those that arrived with it", async () => {
    const bodies = ["{}", "{}", "{}", "\0", "{}"]
    const added = bodies.map((rawBody, n) => inbox.accept({ ...delivery(`dlv_${n}`), rawBody }))
    const results = await Promise.allSettled(added)
    expect(results.map(({ status }) => status === "fulfilled")).toEqual([true, true, true, false, true])
    expect(results[3]).toMatchObject({ reason: { code: "22021" } })
    expect(await knex("onchain_webhook_delivery").count()).toEqual([{ count: "4" }])
  })

  test("a row that another transaction holds is skipped, not waited for", async () => {
    await inbox.accept(delivery("dlv_held"))
    await inbox.accept(delivery("dlv_free"))
    await knex.transaction(async (holder) => {
      await holder.raw("SELECT 1 FROM onchain_webhook_delivery WHERE id = 'dlv_held' FOR UPDATE")
      expect(await atOnce(inbox.claim())).toMatchObject({ id: "dlv_free" })
      expect(await atOnce(inbox.claim())).toBeNull()
    })
    expect(await inbox.claim()).toMatchObject({ id: "dlv_held" })
  })

  test("the longest due comes first", async () => {
    for (const id of ["dlv_b", "dlv_a", "dlv_c"]) await inbox.accept(delivery(id))
    await endDeliveryLease(knex, "dlv_c")
    expect((await mustClaim(inbox)).id).toBe("dlv_c")
    expect((await mustClaim(inbox)).id).toBe("dlv_b")
  })

  test("the lease lasts as long as configured, on the database's clock", async () => {
    await inbox.accept(delivery("dlv_1"))
    await inbox.claim()
    const { rows } = await knex.raw(
      "SELECT extract(epoch FROM lease_expires_at - updated_at) * 1000 AS ms FROM onchain_webhook_delivery"
    )
    expect(Number(rows[0].ms)).toBe(60_000)
  })

  test("a worker whose lease ran out can neither finish nor fail what another one took over", async () => {
    await inbox.accept(delivery("dlv_1"))
    const late = await mustClaim(inbox)
    await endDeliveryLease(knex, "dlv_1")
    await inbox.recover()
    await inbox.finish(late, "processed", "late")
    expect(await deliveryRow(knex, "dlv_1")).toMatchObject({ state: "received", last_error: null })
    const current = await mustClaim(inbox)

    await inbox.finish(late, "processed", "late")
    expect(await inbox.fail(late, "late")).toBe("lost")
    expect(await deliveryRow(knex, "dlv_1")).toMatchObject({
      state: "processing",
      attempts: 2,
      last_error: null,
    })

    await inbox.finish(current, "ignored", "no handler")
    expect(await inbox.fail(late, "late")).toBe("lost")
    expect(await deliveryRow(knex, "dlv_1")).toMatchObject({ state: "ignored", last_error: "no handler" })
  })

  async function failOnce(id: string): Promise<string> {
    await endDeliveryLease(knex, id)
    return inbox.fail(await mustClaim(inbox), "gateway is down")
  }

  test("a failed delivery waits longer each time with its reason, cut short, and is not claimed before", async () => {
    await inbox.accept(delivery("dlv_1"))
    for (const attempts of [1, 2]) {
      await endDeliveryLease(knex, "dlv_1")
      const claimed = await mustClaim(inbox)
      expect(await inbox.fail(claimed, "x".repeat(5_000))).toBe("received")
      const { rows } = await knex.raw(
        "SELECT extract(epoch FROM next_attempt_at - updated_at) * 1000 AS ms FROM onchain_webhook_delivery"
      )
      expect(Number(rows[0].ms)).toBe(backoffMs(attempts))
      expect(await deliveryRow(knex, "dlv_1")).toMatchObject({
        state: "received",
        attempts,
        lease_expires_at: null,
        processed_at: null,
        last_error: "x".repeat(1_000),
      })
      expect(await inbox.claim()).toBeNull()
    }
  })

  test("a delivery that killed its worker every time is dead once, and not before its last lease ran out", async () => {
    await inbox.accept(delivery("dlv_1"))
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await inbox.recover()).toEqual([])
      expect(await mustClaim(inbox)).toMatchObject({ id: "dlv_1", attempts: attempt })
      expect(await inbox.recover()).toEqual([])
      await endDeliveryLease(knex, "dlv_1")
    }
    const givenUp = await Promise.all([inbox.recover(), inbox.recover()])
    expect(givenUp.flat()).toEqual(["dlv_1"])
    expect(await inbox.claim()).toBeNull()
    expect(await deliveryRow(knex, "dlv_1")).toMatchObject({ state: "dead", lease_expires_at: null })
  })

  test("the backlog counts pending deliveries and dead ones", async () => {
    for (const id of ["dlv_1", "dlv_2", "dlv_3", "dlv_4"]) await inbox.accept(delivery(id))
    await inbox.finish(await mustClaim(inbox), "processed", null)
    await mustClaim(inbox)
    for (let attempt = 0; attempt < 3; attempt++) await failOnce("dlv_4")
    expect(await inbox.backlog()).toEqual({ waiting: 2, dead: 1 })
  })
})
