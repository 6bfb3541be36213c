import { backoffMs } from "../../src/domain/inbox/delivery"
import { Inbox } from "../../src/modules/onchain/inbox/inbox"
import { delivery, letTimePass, mustClaim, rowOf } from "./delivery-rows"
import { describeOnchainModule } from "./onchain-module"
import { scope } from "./scope"

describeOnchainModule(({ knex }) => {
  const inbox = new Inbox(knex, scope, { leaseMs: 60_000, maxAttempts: 3 })

  async function failOnce(id: string): Promise<string> {
    await letTimePass(knex, id)
    return inbox.fail(await mustClaim(inbox), "gateway is down")
  }

  test("a failed delivery waits longer each time and is not claimed before", async () => {
    await inbox.accept(delivery("dlv_1"))
    for (const attempts of [1, 2]) {
      await letTimePass(knex, "dlv_1")
      const claimed = await mustClaim(inbox)
      expect(await inbox.fail(claimed, "gateway is down")).toBe("received")
      const { rows } = await knex.raw(
        "SELECT extract(epoch FROM next_attempt_at - updated_at) * 1000 AS ms FROM onchain_webhook_delivery"
      )
      expect(Number(rows[0].ms)).toBe(backoffMs(attempts))
      expect(await rowOf(knex, "dlv_1")).toMatchObject({
        state: "received",
        attempts,
        lease_expires_at: null,
        processed_at: null,
        last_error: "gateway is down",
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
      await letTimePass(knex, "dlv_1")
    }
    const givenUp = await Promise.all([inbox.recover(), inbox.recover()])
    expect(givenUp.flat()).toEqual(["dlv_1"])
    expect(await inbox.claim()).toBeNull()
    expect(await rowOf(knex, "dlv_1")).toMatchObject({ state: "dead", lease_expires_at: null })
  })

  test("the backlog counts pending deliveries and dead ones", async () => {
    for (const id of ["dlv_1", "dlv_2", "dlv_3", "dlv_4"]) await inbox.accept(delivery(id))
    await inbox.finish(await mustClaim(inbox), "processed", null)
    await mustClaim(inbox)
    for (let attempt = 0; attempt < 3; attempt++) await failOnce("dlv_4")
    expect(await inbox.backlog()).toEqual({ waiting: 2, dead: 1 })
  })
})
