import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-change"
import { describeOnchainModule } from "./onchain-module"
import { withdrawalIn } from "./payout-rows"
import { addDestination, done, mustRecord, mustSend, quotedWithdrawal } from "./withdrawal-stories"

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

describeOnchainModule(({ service, knex }) => {
  const withdrawals = () => service.payouts.withdrawals
  const read = (id: string) => withdrawals().store.mustFind(id)
  const end = (row: WithdrawalRow, outcome: "paid" | "not_paid", note: string, actorId = "user_2") =>
    done(withdrawals().ends.end(row, outcome, { actorId, note }))
  const review = (row: WithdrawalRow, mismatch: string, actorId = "user_2") =>
    done(withdrawals().ends.acknowledge(row, mismatch, { actorId, note: "all is well" }))

  describe("the code of the last answer", () => {
    beforeEach(() => addDestination(knex))
    const claimed = async () => mustSend(withdrawals(), await quotedWithdrawal(knex))

    test("is kept of each unsuccessful call", async () => {
      const claim = await claimed()
      await withdrawals().claims.postpone(claim, "no answer", {
        code: "TIMEOUT",
        pauseMs: 0,
        mayHaveActed: true,
      })
      expect(await read(claim.id)).toMatchObject({ last_answer_code: "TIMEOUT" })
      const again = await withdrawals().claims.takeDue()
      if (!again) throw new Error("it is not due")
      await withdrawals().answers.giveUp(again, { code: "CONFLICT", reason: "not found" })
      expect(await read(claim.id)).toMatchObject({ state: "unknown", last_answer_code: "CONFLICT" })
    })

    test("that proves the service has it stays, whatever is answered and searched later", async () => {
      const claim = await claimed()
      const has = { code: "DUPLICATE_REQUEST", pauseMs: 0, mayHaveActed: true }
      await withdrawals().claims.postpone(claim, "a duplicate", has)
      const again = await withdrawals().claims.takeDue()
      if (!again) throw new Error("it is not due")
      await withdrawals().answers.giveUp(again, { code: "NETWORK_ERROR", reason: "not found" })
      const row = await read(claim.id)
      await withdrawals().answers.planSearch(row, 1_000, "not found again")
      expect(await read(claim.id)).toMatchObject({ state: "unknown", last_answer_code: "DUPLICATE_REQUEST" })
    })
  })

  describe("one that the service has and reports nothing about", () => {
    const silent = (columns: Partial<WithdrawalRow> = {}) =>
      withdrawalIn(knex, {
        state: "sent",
        gateway_withdrawal_id: "wd_1",
        state_at: ago(24 * 3 + 1),
        ...columns,
      })

    test("is ended by one of ten operators", async () => {
      const row = await silent()
      const ends = await Promise.all(
        Array.from({ length: 10 }, (_, n) => end(row, n % 2 ? "paid" : "not_paid", "seen", `user_${n}`))
      )
      expect(ends.filter(Boolean)).toHaveLength(1)
    })
  })

  describe("a contradiction", () => {
    const contradicted = (columns: Partial<WithdrawalRow> = {}) =>
      withdrawalIn(knex, { state: "completed", mismatch: "It is A.", ...columns })

    test("is not reviewed when it says more than was read", async () => {
      const row = await contradicted()
      await withdrawals().answers.noteMismatch(row.id, "It is B.")
      expect(await review(row, "It is A.")).toBeUndefined()
      expect(await read(row.id)).toMatchObject({ mismatch: "It is A. It is B.", mismatch_seen_at: null })
    })

    test("stays reviewed when it is repeated, and not when something else is reported", async () => {
      const row = await contradicted({ mismatch: "It is A. It is B." })
      await review(row, "It is A. It is B.")
      await withdrawals().answers.noteMismatch(row.id, "It is B.")
      expect(await read(row.id)).toMatchObject({ mismatch_seen_by: "user_2" })
      await withdrawals().answers.noteMismatch(row.id, "It is C.")
      expect(await read(row.id)).toMatchObject({
        mismatch: "It is C.",
        mismatch_seen_at: null,
        mismatch_seen_by: null,
        mismatch_seen_note: null,
      })
    })
  })

  test("since when the service has its status is kept while the status stays", async () => {
    const row = await withdrawalIn(knex, { state: "sent", gateway_withdrawal_id: "wd_1" })
    const first = await mustRecord(withdrawals(), row, 1)
    const same = await mustRecord(withdrawals(), first, 2)
    expect(same.gateway_status_at).toEqual(first.gateway_status_at)
    const other = await mustRecord(withdrawals(), same, 3, { status: "broadcast" })
    expect(other.gateway_status_at?.getTime()).toBeGreaterThan(first.gateway_status_at?.getTime() ?? Infinity)
  })
})
