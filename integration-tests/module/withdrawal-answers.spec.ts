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
  reported,
} from "./withdrawal-stories"
import { scope } from "./scope"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { recordWithdrawal } from "../../src/workflows/payout/follow-withdrawal"

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

const ROUNDS = 15
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

  test("events that are processed at once lose no completion and report it once, in whatever order", async () => {
    const container = createMedusaContainer()
    container.register("onchain", { resolve: () => service })
    const { store } = service.payouts.withdrawals
    await addDestination(knex)
    for (let round = 0; round < ROUNDS; round++) {
      const quote = { quote_id: `quote_${round}` }
      const quoted = await quotedWithdrawal(knex, quote, { request_key: `request_${round}` })
      const claim = await send(service.payouts.withdrawals, quoted, consent({ quoteId: quote.quote_id }))
      const row = await store.mustFind(claim?.id ?? "")
      const statuses = ["queued", "completed", "completed", "broadcast", "processing"]
      await Promise.all(
        statuses.map((status) =>
          recordWithdrawal(container, row, reported({ id: `wd_${round}`, status }), { source: "event" })
        )
      )
      expect(await store.mustFind(row.id)).toMatchObject({ state: "completed", mismatch: null })
      const told = await knex("onchain_outbox").where({ subject: row.id }).pluck("data")
      expect(told.filter(({ state }) => state === "completed")).toHaveLength(1)
    }
  })
})
