import { Inbox } from "../../src/modules/onchain/inbox/inbox"
import { delivery, mustClaim } from "./delivery-rows"
import { describeOnchainModule } from "./onchain-module"
import { plansOf } from "./query-plan"
import { scope } from "./scope"

const FILL = `
  INSERT INTO onchain_webhook_delivery (environment, business_id, id, event, raw_body, state, attempts, received_at, next_attempt_at)
  SELECT 'sandbox', 'biz_1', 'dlv_old_' || n, 'invoice.paid', '{}', 'processed', 1, now(), now() - n * interval '1 second'
  FROM generate_series(1, 50000) AS n`

describeOnchainModule(({ knex }) => {
  test("claiming and recovering use the partial indexes, however many deliveries are done", async () => {
    await knex.raw(FILL)
    await knex.raw("ANALYZE onchain_webhook_delivery")
    const inbox = new Inbox(knex, scope, { leaseMs: 60_000, maxAttempts: 3 })
    await inbox.accept(delivery("dlv_new"))
    const [claim, recovery, ...others] = await plansOf(knex, async () => {
      expect(await mustClaim(inbox)).toMatchObject({ id: "dlv_new" })
      await inbox.recover()
    })

    expect(others).toEqual([])
    expect(claim).toContain("IDX_onchain_webhook_delivery_next_attempt_at")
    // Only a handful are being processed, by whichever index they are found.
    expect(recovery?.join()).toMatch(/_lease_expires_at|_state_received_at/)
    for (const plan of [claim, recovery]) expect(plan).not.toContain("all of onchain_webhook_delivery")
  })
})
