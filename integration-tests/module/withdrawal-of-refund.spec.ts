import { lapse } from "../../src/workflows/payout/workers/follow-withdrawals"
import { findOtherPayout, type WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-store"
import type { RefundRow } from "../../src/modules/onchain/refund/refund-ledger"
import { claimQuote } from "../../src/workflows/payout/request-withdrawal"
import { IN_AN_HOUR, consent, done, mustRecord, record, send } from "./withdrawal-stories"
import { untilWaiting, describeOnchainModule } from "./onchain-module"
import { withdrawalIn, destinationIn, followPayout, plantRefunds } from "./rows"

describeOnchainModule(({ service, knex }) => {
  const withdrawals = () => service.payouts.withdrawals
  const refundOf = async () => knex("onchain_refund").where({ id: "ref_1" }).first()
  const payout = (name: string, columns: Partial<WithdrawalRow>) =>
    withdrawalIn(
      knex,
      { quote_id: `quote_${name}`, quote_expires_at: IN_AN_HOUR, ...columns },
      { refund_id: "ref_1", payment_id: "ocpay_1", request_key: `refund_ref_1_${name}` }
    )
  const follow = ({ id }: WithdrawalRow) => followPayout(knex, id)
  const comesBack = (row: WithdrawalRow, status: string) =>
    mustRecord(service, row, 1, { id: "wd_0", status })

  beforeEach(async () => {
    await destinationIn(knex)
    await plantRefunds(knex, ["ref_1"])
  })

  describe("beside an earlier payout that turns out to be sent", () => {
    const WARNING = /^Its withdrawal ocwd_\w+ was sent after all\. It may be paid twice\.$/

    test("nothing is sent by a claim in that very moment", async () => {
      const earlier = await payout("1", { state: "refused" })
      const row = await payout("2", { state: "quoted" })
      await follow(row)
      const claim = await knex.transaction(async (transaction) => {
        await transaction("onchain_withdrawal")
          .where({ id: earlier.id })
          .update({ state: "sent", mismatch: "It was refused here." })
        await transaction("onchain_refund").where({ id: "ref_1" }).update({ last_error: "paid twice?" })
        const claiming = send(withdrawals(), row, consent({ quoteId: "quote_2" }))
        await untilWaiting(knex)
        return { claiming }
      })
      expect(await claim.claiming).toBeUndefined()
    })

    test("the warning stays on the refund, whatever becomes of the later one", async () => {
      const earlier = await payout("1", { state: "refused" })
      const row = await payout("2", { state: "sending", create_key: "wd_create_1_a" })
      await follow(row)
      await comesBack(earlier, "completed")
      const sent = await record(service, row, 2)
      expect(sent).toMatchObject({ state: "sent" })
      expect(await refundOf()).toMatchObject({ state: "sent", last_error: expect.stringMatching(WARNING) })
    })
  })

  test("one that failed for good contradicts no other", async () => {
    await payout("1", { state: "failed" })
    await payout("0", { state: "cancelled" })
    const row = await payout("2", { state: "quoted" })
    await follow(row)
    expect(await findOtherPayout(knex, row)).toBeUndefined()
    expect(await send(withdrawals(), row, consent({ quoteId: "quote_2" }))).toMatchObject({
      state: "sending",
    })
  })

  describe("at today's rate", () => {
    const A_DAY_AGO = new Date(Date.now() - 24 * 3_600_000 - 1_000)
    const terms = { rate_basis: "today", rate: "2", rate_source: "api", share_amount: "10" } as const
    const agree = (change: Partial<RefundRow> = {}) => knex("onchain_refund").update({ ...terms, ...change })

    test("nothing is approved a day after it was quoted, and it is due again", async () => {
      const row = await payout("1", { created_at: A_DAY_AGO, state: "awaiting_approval" })
      await follow(row)
      await agree()
      const yes = { action: "approve", quoteId: "quote_1", isSecondNeeded: true } as const
      const actor = { id: "user_2", type: "user", ownerId: null }
      expect(await send(withdrawals(), row, consent({ ...yes, actor }))).toBeUndefined()
      expect(await done(claimQuote(withdrawals().store, row.id))).toBeUndefined()
      expect(await lapse(withdrawals(), 10)).toMatchObject([
        { id: row.id, state: "cancelled", last_error: expect.stringContaining("24 hours") },
      ])
      expect(await refundOf()).toMatchObject({ state: "due", token_amount: null })
    })

    test("a payout that needs approval stays within the day, and at the payment's rate for as long as it takes", async () => {
      const row = await payout("1", { state: "awaiting_approval" })
      await follow(row)
      await agree({ rate_at: A_DAY_AGO })
      expect(await lapse(withdrawals(), 10)).toEqual([])
      await knex("onchain_withdrawal").update({ created_at: A_DAY_AGO })
      await agree({ rate_basis: "payment" })
      expect(await lapse(withdrawals(), 10)).toEqual([])
      const yes = { action: "approve", quoteId: "quote_1" } as const
      expect(await send(withdrawals(), row, consent(yes))).toMatchObject({ state: "sending" })
    })

    test("a payout that turns out to be sent is booked as it was calculated, and its ends are in the history of the refund", async () => {
      const row = await payout("1", { state: "sent", amount: "5" })
      await follow(row)
      await agree()
      const failed = await mustRecord(service, row, 1, { status: "failed" })
      expect(await refundOf()).toMatchObject({ state: "due", token_amount: null })
      await record(service, failed, 2, { status: "completed" })
      expect(await refundOf()).toMatchObject({
        state: "done",
        token_amount: "5",
        ...terms,
      })
      const noted = await knex("onchain_audit_entry")
        .where({ subject_type: "refund", subject_id: "ref_1" })
        .orderBy("created_at")
        .select("action", "actor_id", "before", "after")
      const reason = expect.stringContaining("failed at the provider")
      const after = { withdrawal_id: row.id }
      const [sent, due, done] = [{ state: "sent" }, { state: "due" }, { state: "done" }]
      expect(noted).toEqual([
        { action: "refund.payout_ended", actor_id: null, before: sent, after: { ...due, ...after, reason } },
        { action: "refund.paid", actor_id: null, before: due, after: { ...done, ...after } },
      ])
    })
  })
})
