import { readSentLastDay } from "../../src/modules/onchain/payout/withdrawal-claims"
import type { NewWithdrawal } from "../../src/modules/onchain/payout/withdrawal-store"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-change"
import { describeOnchainModule } from "./onchain-module"
import { eventsOf } from "./outbox-rows"
import { withdrawalIn } from "./payout-rows"
import { followPayout, plantRefunds } from "./refund-rows"
import {
  addDestination,
  consent,
  dayLimit,
  done,
  mustRecord,
  mustSend,
  quotedWithdrawal,
  record,
  send,
} from "./withdrawal-stories"
import { scope } from "./scope"

describeOnchainModule(({ service, knex }) => {
  const withdrawals = () => service.payouts.withdrawals
  const quoted = (columns: Partial<WithdrawalRow> = {}, change: Partial<NewWithdrawal> = {}) =>
    quotedWithdrawal(knex, columns, change)
  const claimed = async () => mustSend(withdrawals(), await quoted())

  beforeEach(() => addDestination(knex))

  describe("the service's report", () => {
    test("is stored in the order it was requested, whatever order it arrives in", async () => {
      const claim = await claimed()
      const row = await mustRecord(withdrawals(), claim, 2, { status: "broadcast" })
      expect(row).toMatchObject({ state: "sent", gateway_status: "broadcast" })
      expect(await record(withdrawals(), row, 1)).toBeUndefined()
      const done = await record(withdrawals(), row, 3, { status: "completed", txHash: "0x1" })
      expect(done).toMatchObject({ state: "completed", tx_hash: "0x1", completed_at: expect.any(Date) })
    })

    test("is published again when the service's own status changes", async () => {
      const claim = await claimed()
      const row = await mustRecord(withdrawals(), claim, 1)
      const events = async () => (await eventsOf(knex, row.id)).length
      const before = await events()
      await record(withdrawals(), row, 2)
      expect(await events()).toBe(before)
      const other = await record(withdrawals(), row, 3, { status: "gas_blocked" })
      expect(other).toMatchObject({ state: "sent", gateway_status: "gas_blocked" })
      expect(await events()).toBe(before + 1)
    })
  })

  describe("the refund that it pays", () => {
    beforeEach(() => plantRefunds(knex, ["ref_1"]))
    const refundOf = async (id: string) =>
      knex("onchain_refund").where({ id }).first("state", "token_amount", "share_amount", "last_error")
    async function paying(state: WithdrawalRow["state"]) {
      const row = await quoted(
        { state, quote_count: 1 },
        { kind: "refund", refund_id: "ref_1", payment_id: "ocpay_1" }
      )
      await followPayout(knex, row.id)
      return row
    }

    test("follows it, and is due again when no money left", async () => {
      const row = await paying("quoted")
      const claim = await send(withdrawals(), row, consent())
      expect(await refundOf("ref_1")).toMatchObject({ state: "confirmed", token_amount: "10" })
      if (!claim) throw new Error("it cannot be sent")
      await withdrawals().answers.release(claim, "refused", {
        code: "INSUFFICIENT_BALANCE",
        reason: "too little",
      })
      expect(await refundOf("ref_1")).toEqual({
        state: "due",
        token_amount: null,
        share_amount: null,
        last_error: "too little",
      })
    })

    test("is due again when its payout is not confirmed for a day", async () => {
      const row = await paying("quoted")
      expect(await withdrawals().store.lapse(10)).toEqual([])
      await knex("onchain_withdrawal").update({ state_at: new Date(Date.now() - 25 * 3_600_000) })
      expect(await withdrawals().store.lapse(10)).toMatchObject([{ id: row.id, state: "cancelled" }])
      expect(await refundOf("ref_1")).toMatchObject({ state: "due", token_amount: null })
    })
  })

  test("one that was written off is searched for", async () => {
    const row = await withdrawalIn(knex, { state: "unknown" })
    expect(
      await done(withdrawals().ends.writeOff(row, { actorId: "user_2", note: "asked the support" }))
    ).toMatchObject({
      state: "refused",
      resolved_by: "user_2",
      resolution_note: "asked the support",
      next_check_at: expect.any(Date),
    })
    await knex("onchain_withdrawal").update({ next_check_at: new Date(0) })
    expect(await withdrawals().checks.claim(10)).toMatchObject([{ id: row.id, check_count: 1 }])
    expect(await withdrawals().checks.claim(10)).toEqual([])
    await withdrawals().checks.putBack([row.id])
    expect(await withdrawals().checks.claim(10)).toHaveLength(1)
  })

  test("lists are filtered, combined and counted", async () => {
    await withdrawalIn(knex, { state: "quoted" })
    await withdrawalIn(knex, { state: "unknown" }, { request_key: "request_2", token: "EURC" })
    const page = (filter: object) =>
      withdrawals().list.page({ filter: { states: [], ...filter }, direction: "desc", limit: 10, offset: 0 })
    expect(await page({})).toHaveLength(2)
    expect(await page({ states: ["quoted", "unknown"] })).toHaveLength(2)
    expect(await page({ token: "EURC" })).toMatchObject([{ state: "unknown" }])
    expect(await page({ q: "OCWD_" })).toHaveLength(2)
    expect(await withdrawals().list.count({ states: ["unknown"] })).toBe(1)
    expect(await withdrawals().list.labelsOf(["ocdst_1"])).toEqual(new Map([["ocdst_1", "Cold wallet"]]))
    const [row] = await page({ states: ["quoted"] })
    if (!row) throw new Error("the list is empty")
    expect(await withdrawals().list.similar(row, 5)).toEqual([])
    expect(await readSentLastDay(knex, scope, dayLimit("1"), row.id)).toEqual("0")
  })
})
