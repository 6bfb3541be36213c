import { parseAssumptions } from "../../src/gateway/assumptions"
import { parseWithdrawal } from "../../src/gateway/contract"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-store"
import { lapse } from "../../src/workflows/payout/workers/follow-withdrawals"
import { acknowledge, endByWord, writeOff } from "../../src/workflows/payout/end-withdrawal"
import { giveUp, postponeCall, releaseCall } from "../../src/workflows/payout/execute-withdrawal"
import { noteMismatch, postponeLook, recordWithdrawal } from "../../src/workflows/payout/follow-withdrawal"
import {
  containerOf,
  consent,
  done,
  mustRecord,
  mustSend,
  quotedWithdrawal,
  record,
  reported,
  send,
} from "./withdrawal-stories"
import { together, describeOnchainModule } from "./onchain-module"
import { eventsOf, withdrawalIn, destinationIn, followPayout, plantRefunds } from "./rows"

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describeOnchainModule(({ service, knex }) => {
  const withdrawals = () => service.payouts.withdrawals
  const store = () => service.payouts.withdrawals.store
  const read = (id: string) => store().mustFind(id)
  const claimed = async () => mustSend(withdrawals(), await quotedWithdrawal(knex))

  beforeEach(() => destinationIn(knex))

  describe("the service's report", () => {
    test("is stored in the order it was requested, whatever order it arrives in", async () => {
      const row = await mustRecord(service, await claimed(), 2, { status: "broadcast" })
      expect(row).toMatchObject({ state: "sent", gateway_status: "broadcast" })
      expect(await record(service, row, 1)).toBeUndefined()
      const done = await record(service, row, 3, { status: "completed", txHash: "0x1" })
      expect(done).toMatchObject({ state: "completed", tx_hash: "0x1", state_at: expect.any(Date) })
    })

    test("is stored in our words, which decide, beside the service's own, which is published and shown", async () => {
      const assumptions = parseAssumptions({ statuses: { withdrawal: { completed: ["succeeded"] } } })
      const answer = parseWithdrawal(reported({ status: "succeeded", txHash: "0x1" }), assumptions)
      const row = await mustRecord(service, await claimed(), 1, answer)
      expect(row).toMatchObject({
        ...{ state: "completed", gateway_status: "completed", provider_status: "succeeded" },
      })
      const published = await knex("onchain_outbox")
        .where({ subject: row.id })
        .orderBy("position")
        .pluck("data")
      expect(published.at(-1)).toMatchObject({ state: "completed", gateway_status: "succeeded" })
    })

    test("without a word of the service, as of a payout that a transaction shows, is ours alone", async () => {
      const row = await mustRecord(service, await claimed(), 1, { status: "completed" })
      expect(row).toMatchObject({ gateway_status: "completed", provider_status: null })
    })

    test("is published again when the service's own status changes", async () => {
      const row = await mustRecord(service, await claimed(), 1)
      const events = async () => (await eventsOf(knex, row.id)).length
      const before = await events()
      await mustRecord(service, row, 2)
      expect(await events()).toBe(before)
      const other = await mustRecord(service, row, 3, { status: "gas_blocked" })
      expect(other).toMatchObject({ state: "sent", gateway_status: "gas_blocked" })
      expect(await events()).toBe(before + 1)
    })

    test("by events that are processed at once loses no completion and is told once, in whatever order", async () => {
      const container = containerOf(service)
      for (let round = 0; round < 15; round++) {
        const quote = { quote_id: `quote_${round}` }
        const quoted = await quotedWithdrawal(knex, quote, { request_key: `request_${round}` })
        const claim = await send(withdrawals(), quoted, consent({ quoteId: quote.quote_id }))
        const row = await read(claim?.id ?? "")
        const statuses = ["queued", "completed", "completed", "broadcast", "processing"]
        await together(5, (n) => {
          const event = reported({ id: `wd_${round}`, status: statuses[n] ?? "" })
          return recordWithdrawal(container, row, event, { source: "event" })
        })
        expect(await read(row.id)).toMatchObject({ state: "completed", mismatch: null })
        const told = await knex("onchain_outbox").where({ subject: row.id }).pluck("data")
        expect(told.filter(({ state }) => state === "completed")).toHaveLength(1)
      }
    })
  })

  describe("the refund that it pays", () => {
    beforeEach(() => plantRefunds(knex, ["ref_1"]))
    const refund = () =>
      knex("onchain_refund").where({ id: "ref_1" }).first("state", "token_amount", "last_error")
    async function paying() {
      const its = { refund_id: "ref_1", payment_id: "ocpay_1" } as const
      const row = await quotedWithdrawal(knex, {}, its)
      await followPayout(knex, row.id)
      return row
    }
    const freed = { state: "due", token_amount: null }

    test("follows it, and is due again when no money left", async () => {
      const claim = await mustSend(withdrawals(), await paying())
      expect(await refund()).toMatchObject({ state: "confirmed", token_amount: "10" })
      const refusal = { code: "INSUFFICIENT_BALANCE", reason: "too little" }
      await releaseCall(store(), claim, "refused", refusal)
      expect(await refund()).toMatchObject({ ...freed, last_error: "too little" })
    })

    test("is due again when its payout is not confirmed for a day", async () => {
      const row = await paying()
      expect(await lapse(withdrawals(), 10)).toEqual([])
      await knex("onchain_withdrawal").update({ state_at: ago(25) })
      expect(await lapse(withdrawals(), 10)).toMatchObject([{ id: row.id, state: "cancelled" }])
      expect(await refund()).toMatchObject(freed)
    })
  })

  test("one that was written off is searched for", async () => {
    const row = await withdrawalIn(knex, { state: "unknown", evidence: "unanswered" })
    const note = "asked the support"
    expect(await done(writeOff(store(), row, { actorId: "user_2", note }))).toMatchObject({
      state: "refused",
      due_at: expect.any(Date),
    })
    await knex("onchain_withdrawal").update({ due_at: new Date(0) })
    expect(await store().takeChecks(10)).toMatchObject([{ id: row.id }])
    expect(await store().takeChecks(10)).toEqual([])
    await store().putBack([row.id])
    expect(await store().takeChecks(10)).toHaveLength(1)
  })

  test("lists are filtered, combined and counted", async () => {
    await withdrawalIn(knex, { state: "quoted" })
    await withdrawalIn(knex, { state: "unknown" }, { request_key: "request_2", token: "EURC" })
    const { list } = withdrawals()
    const read = (filter: object) =>
      list.read({ filter: { states: [], ...filter }, direction: "desc", limit: 10, offset: 0 })
    for (const filter of [{}, { states: ["quoted", "unknown"] }, { q: "OCWD_" }])
      expect(await read(filter)).toMatchObject({ rows: [{}, {}], count: 2 })
    expect(await read({ token: "EURC" })).toMatchObject({ rows: [{ state: "unknown" }], count: 1 })
    expect(await read({ states: ["unknown"] })).toMatchObject({ count: 1 })
    expect(await list.labelsOf(["ocdst_1"])).toEqual(new Map([["ocdst_1", "Ada's wallet"]]))
  })

  test.each([
    ["is kept of each unsuccessful call", "TIMEOUT", "CONFLICT", "CONFLICT"],
    [
      "stays when it proves that the service has it",
      "DUPLICATE_REQUEST",
      "NETWORK_ERROR",
      "DUPLICATE_REQUEST",
    ],
  ])("the code of the last answer %s", async (_, first, second, kept) => {
    const claim = await claimed()
    await postponeCall(store(), claim, "no answer", { code: first, pauseMs: 0, mayHaveActed: true })
    expect(await read(claim.id)).toMatchObject({ last_answer_code: first })
    const again = await store().takeCall()
    if (!again) throw new Error("it is not due")
    await giveUp(store(), again, { code: second, reason: "not found" })
    await postponeLook(store(), await read(claim.id), 1_000, "not found again")
    expect(await read(claim.id)).toMatchObject({ state: "unknown", last_answer_code: kept })
  })

  test("one that the service reports nothing about is ended by one of ten operators", async () => {
    const silent = { state: "sent", gateway_withdrawal_id: "wd_1", state_at: ago(24 * 3 + 1) } as const
    const row = await withdrawalIn(knex, silent)
    const ends = await together(10, (n) =>
      done(endByWord(store(), row, n % 2 ? "paid" : "not_paid", { actorId: `user_${n}`, note: "seen" }))
    )
    expect(ends.filter(Boolean)).toHaveLength(1)
  })

  describe("a failure at the provider", () => {
    const open = async () =>
      await service.attention.list.items(10, ({ kind }) => kind === "withdrawal_failed")
    const ids = async () => (await open()).map(({ subject_id }) => subject_id)
    const seen = (row: WithdrawalRow) =>
      done(acknowledge(store(), row.id, null, { actorId: "user_1", note: "The wallet is closed." }))

    test("needs a person until it is acknowledged, once, and moves nothing", async () => {
      const answer = { message: "<b>rejected</b>", details: ["field: address"], request_id: "req_1" }
      const row = await claimed()
      await releaseCall(store(), row, "refused", { code: "FORBIDDEN", reason: "No.", answer })
      expect(await ids()).toEqual([row.id])
      expect((await store().history(row.id)).at(-1)).toMatchObject({ provider: answer })
      const events = await eventsOf(knex, row.id)
      const before = await read(row.id)
      const all = await together(5, () => seen(row))
      expect(all.filter(Boolean)).toHaveLength(1)
      expect(await ids()).toEqual([])
      const { reviewed_at, updated_at, ...after } = await read(row.id)
      expect(before).toMatchObject(after)
      expect([reviewed_at, updated_at]).toEqual([expect.any(Date), expect.any(Date)])
      expect(await eventsOf(knex, row.id)).toEqual(events)
      expect((await store().history(row.id)).at(-1)).toMatchObject({
        ...{ action: "withdrawal.acknowledged", actor_id: "user_1", note: "The wallet is closed." },
      })
    })

    test("that was acknowledged needs a person again when it turns out to be paid", async () => {
      const row = await mustRecord(service, await claimed(), 1, { status: "destination_rejected" })
      expect(row.state).toBe("failed")
      await seen(row)
      await mustRecord(service, row, 2, { status: "completed" })
      expect(await read(row.id)).toMatchObject({ state: "completed", reviewed_at: null })
      expect((await read(row.id)).mismatch).toContain("completed")
    })

    test("is new, whatever was reviewed before", async () => {
      const row = await mustRecord(service, await claimed(), 1)
      await noteMismatch(store(), row.id, "It is A.")
      await done(acknowledge(store(), row.id, "It is A.", { actorId: "user_2", note: "fine" }))
      await mustRecord(service, row, 2, { status: "failed" })
      expect(await read(row.id)).toMatchObject({ state: "failed", reviewed_at: null })
    })

    test("needs nobody where a person ended it, a quote was refused, or it was cancelled", async () => {
      const sent = { first_sent_at: ago(1), gateway_withdrawal_id: "wd_1" } as const
      const silent = await withdrawalIn(knex, { ...sent, state: "sent", state_at: ago(24 * 3 + 1) })
      await endByWord(store(), silent, "not_paid", { actorId: "user_1", note: "no" })
      const lost = await withdrawalIn(
        knex,
        { state: "unknown", first_sent_at: ago(1) },
        { request_key: "r_2" }
      )
      await writeOff(store(), lost, { actorId: "user_1", note: "no" })
      await withdrawalIn(knex, { state: "refused" }, { request_key: "r_3" })
      await withdrawalIn(knex, { state: "cancelled" }, { request_key: "r_4" })
      expect([(await read(silent.id)).state, (await read(lost.id)).state]).toEqual(["failed", "refused"])
      expect(await ids()).toEqual([])
    })

    test("of a refund needs nobody while a newer payout of it is on its way or done", async () => {
      await plantRefunds(knex, ["ref_1"])
      const of = { refund_id: "ref_1", payment_id: "ocpay_1" }
      const old = await withdrawalIn(
        knex,
        { state: "failed", first_sent_at: ago(2), created_at: ago(2) },
        { ...of, request_key: "r_1" }
      )
      expect(await ids()).toEqual([old.id])
      const newer = await withdrawalIn(knex, { state: "sent" }, { ...of, request_key: "r_2" })
      expect(await ids()).toEqual([])
      await knex("onchain_withdrawal")
        .where({ id: newer.id })
        .update({ state: "failed", first_sent_at: ago(1) })
      expect((await ids()).sort()).toEqual([old.id, newer.id].sort())
    })
  })

  describe("a contradiction", () => {
    const contradicted = (mismatch: string) => withdrawalIn(knex, { state: "completed", mismatch })
    const review = (row: WithdrawalRow, mismatch: string) =>
      done(acknowledge(store(), row.id, mismatch, { actorId: "user_2", note: "all is well" }))
    const unseen = { reviewed_at: null }

    test("is not reviewed when it says more than was read", async () => {
      const row = await contradicted("It is A.")
      await noteMismatch(store(), row.id, "It is B.")
      expect(await review(row, "It is A.")).toBeUndefined()
      expect(await read(row.id)).toMatchObject({ ...unseen, mismatch: "It is A. It is B." })
    })

    test("stays reviewed when it is repeated, and not when something else is reported", async () => {
      const row = await contradicted("It is A. It is B.")
      await review(row, "It is A. It is B.")
      await noteMismatch(store(), row.id, "It is B.")
      expect(await read(row.id)).toMatchObject({ reviewed_at: expect.any(Date) })
      await noteMismatch(store(), row.id, "It is C.")
      expect(await read(row.id)).toMatchObject({ ...unseen, mismatch: "It is C." })
    })
  })
})
