import { readSentLastDay } from "../../src/modules/onchain/payout/withdrawal-claims"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WithdrawalFilter } from "../../src/modules/onchain/payout/withdrawal-store"
import { describeOnchainModule } from "./onchain-module"
import { withdrawalIn } from "./payout-rows"
import { plansOf } from "./query-plan"
import { consent, dayLimit, hold, quotedWithdrawal, send } from "./withdrawal-stories"
import { scope } from "./scope"

/** Nearly all of them are finished. */
const FILL = `
  INSERT INTO onchain_withdrawal (environment, business_id, id, kind, destination_id, destination_address, chain, network_id, token, decimals, amount,
    request_key, requested_by, requested_by_type, state, state_at, created_at, gateway_withdrawal_id, tx_hash,
    first_sent_at, next_check_at)
  SELECT 'sandbox', 'biz_1', 'ocwd_' || lpad(n::text, 6, '0'), (ARRAY['treasury', 'refund'])[1 + n % 2], 'ocdst_' || n % 300,
    '0xT' || md5('to' || n), 'evm', 'network_' || n % 7, 'TOK' || n % 11, 6, '1',
    'old_' || n, 'user_' || n % 5, 'user', (ARRAY['completed', 'failed', 'cancelled'])[1 + n % 3], now() - n * interval '1 minute', now() - n * interval '1 minute',
    'wd_' || n, '0x' || md5(n::text), now() - n * interval '1 hour',
    CASE WHEN n % 500 = 0 THEN now() + interval '1 hour' END
  FROM generate_series(1, 20000) AS n`

async function fill(knex: Knex): Promise<void> {
  await knex.raw(FILL)
  await knex.raw("ANALYZE onchain_withdrawal")
}

describeOnchainModule(({ service, knex }) => {
  const withdrawals = () => service.payouts.withdrawals
  const expectIndexed = async (work: () => Promise<unknown>) => {
    for (const plan of await plansOf(knex, work)) expect(plan).not.toContain("all of onchain_withdrawal")
  }

  beforeEach(() => fill(knex))

  test.each<[string, Partial<WithdrawalFilter>]>([
    ["all", {}],
    ["a state", { states: ["unknown"] }],
    ["two states", { states: ["awaiting_approval", "unknown"] }],
    ["a kind", { kind: "refund" }],
    ["a network", { network_id: "network_3" }],
    ["a token", { token: "TOK7" }],
    ["a destination", { destination_id: "ocdst_7" }],
    ["the beginning of an identifier", { q: "ocwd_000500" }],
    ["the beginning of a hash", { q: "0xc4ca4238a0b9" }],
  ])("a page of %s is read from an index", async (_, filter) => {
    await expectIndexed(() =>
      withdrawals().list.page({ filter: { states: [], ...filter }, direction: "desc", limit: 20, offset: 0 })
    )
  })

  test("the jobs find their work by indexes, however many withdrawals have ended", async () => {
    await withdrawalIn(knex, { state: "requested" })
    await expectIndexed(async () => {
      await withdrawals().claims.takeDue()
      await withdrawals().claims.takeUnknown()
      await withdrawals().checks.claim(20)
      await withdrawals().store.lapse(50)
    })
  })

  test("a claim adds up today's withdrawals from an index", async () => {
    const row = await quotedWithdrawal(knex)
    const caps = { perWithdrawal: "100", perDay: [dayLimit("100")] }
    await expectIndexed(() => hold(withdrawals(), row, consent()))
    await expectIndexed(() => readSentLastDay(knex, scope, dayLimit("1"), row.id))
    await expectIndexed(() => withdrawals().list.similar(row, 10))
    expect(await send(withdrawals(), row, consent({ caps }))).toBeUndefined()
  })
})
