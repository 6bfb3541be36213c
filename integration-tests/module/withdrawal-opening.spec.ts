import { listAuditEntries } from "../../src/modules/onchain/work/audit-log"
import { insertWithdrawal } from "../../src/modules/onchain/payout/withdrawal-store"
import { WITHDRAWAL, type WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-change"
import { describeOnchainModule } from "./onchain-module"
import { newWithdrawal, withdrawalIn } from "./payout-rows"
import { plantRefunds } from "./refund-rows"
import { scope } from "./scope"

const refundOf = (refund_id: string, request_key: string) =>
  newWithdrawal({ kind: "refund", refund_id, payment_id: "ocpay_1", request_key })

describeOnchainModule(({ knex }) => {
  const rows = () => knex<WithdrawalRow>("onchain_withdrawal").select("id", "state")
  beforeEach(() => plantRefunds(knex, ["ref_1", "ref_2"]))
  const notes = () => knex("onchain_audit_entry").where({ subject_type: WITHDRAWAL })

  test("a requested payout is stored with its audit entry, under an id the service accepts", async () => {
    const row = await insertWithdrawal(knex, scope, newWithdrawal({ note: "rent" }))
    expect(row).toMatchObject({
      ...newWithdrawal({ note: "rent" }),
      id: expect.stringMatching(/^ocwd_[0-9A-Z]{26}$/),
      state: "requested",
      revision: 0,
      state_at: expect.any(Date),
      quote_count: 0,
      create_count: 0,
      send_attempts: 0,
      is_uncertain: false,
      create_key: null,
      quote_id: null,
      next_attempt_at: null,
      next_check_at: null,
      revived_at: null,
    })
    expect(await listAuditEntries(knex, WITHDRAWAL, row?.id ?? "")).toMatchObject([
      { action: "withdrawal.requested", actor_id: "user_1" },
    ])
  })

  test("a request that is repeated fifty times at once is stored and recorded once", async () => {
    const asked = await Promise.all(
      Array.from({ length: 50 }, () => insertWithdrawal(knex, scope, newWithdrawal()))
    )
    expect(asked.filter((row) => row !== undefined)).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
    expect(await notes()).toHaveLength(1)
  })

  test("two users may use the same key, and one user another", async () => {
    await insertWithdrawal(knex, scope, newWithdrawal())
    expect(await insertWithdrawal(knex, scope, newWithdrawal({ requested_by: "user_2" }))).toBeDefined()
    expect(await insertWithdrawal(knex, scope, newWithdrawal({ request_key: "request_2" }))).toBeDefined()
  })

  test("of twenty concurrent payouts of one refund, one is stored", async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        insertWithdrawal(knex, scope, refundOf("ref_1", `request_${index}`))
      )
    )
    expect(asked.filter((row) => row !== undefined)).toHaveLength(1)
  })

  test.each(["requested", "quoted", "awaiting_approval", "sending", "sent", "unknown", "completed"] as const)(
    "a refund whose payout is %s gets no other",
    async (state) => {
      await withdrawalIn(knex, { state }, refundOf("ref_1", "request_1"))
      expect(await insertWithdrawal(knex, scope, refundOf("ref_1", "request_2"))).toBeUndefined()
      expect(await insertWithdrawal(knex, scope, refundOf("ref_2", "request_3"))).toBeDefined()
    }
  )

  test.each(["failed", "refused", "cancelled"] as const)(
    "a refund whose payout is %s gets another, and the first can still be updated",
    async (state) => {
      const first = await withdrawalIn(knex, { state }, refundOf("ref_1", "request_1"))
      expect(await insertWithdrawal(knex, scope, refundOf("ref_1", "request_2"))).toBeDefined()
      expect(await insertWithdrawal(knex, scope, refundOf("ref_1", "request_3"))).toBeUndefined()

      const back = { state: "completed", revived_at: new Date() } as const
      await knex<WithdrawalRow>("onchain_withdrawal").where({ id: first.id }).update(back)
      expect(await insertWithdrawal(knex, scope, refundOf("ref_1", "request_4"))).toBeUndefined()
    }
  )
})
