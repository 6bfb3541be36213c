import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Quote, Withdrawal } from "../../src/gateway/contract"
import { truthOf } from "../../src/domain/withdrawal-truth"
import { isClaimed, type ClaimedWithdrawal } from "../../src/modules/onchain/withdrawal-claims"
import type { WithdrawalConsent } from "../../src/modules/onchain/withdrawal-claims"
import type { NewWithdrawal } from "../../src/modules/onchain/withdrawal-opening"
import type { WithdrawalRow } from "../../src/modules/onchain/withdrawal-row"
import { describeOnchainModule } from "./onchain-module"
import { newWithdrawal, withdrawalIn } from "./payout-rows"

const IN_AN_HOUR = new Date(Date.now() + 3_600_000)
const QUOTE: Quote = { id: "quote_1", fee: "0.1", netAmount: "9.9", expiresAt: IN_AN_HOUR.toISOString() }
const NO_CAPS = { perWithdrawal: null, perDay: null }

const consent = (change: Partial<WithdrawalConsent> = {}): WithdrawalConsent => ({
  action: "confirm",
  quoteId: "quote_1",
  actor: { id: "user_1", ownerId: null },
  isSecondNeeded: false,
  caps: NO_CAPS,
  ...change,
})

const told = (change: Partial<Withdrawal> = {}): Withdrawal => ({
  id: "wd_1",
  status: "queued",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  ...change,
})

async function addDestination(knex: Knex, state = "approved") {
  await knex("onchain_payout_destination").insert({
    id: "ocdst_1",
    label: "Cold wallet",
    state,
    chain: "evm",
    network_id: "base-mainnet",
    address: newWithdrawal().destination_address,
    checksum: "verified",
    created_by: "user_1",
  })
}

describeOnchainModule(({ service, knex }) => {
  const desk = () => service.payouts.withdrawals
  const quoted = (columns: Partial<WithdrawalRow> = {}, change: Partial<NewWithdrawal> = {}) =>
    withdrawalIn(
      knex,
      { state: "quoted", quote_id: "quote_1", quote_expires_at: IN_AN_HOUR, ...columns },
      change
    )
  const claimed = async (): Promise<ClaimedWithdrawal> => {
    const claim = await desk().claims.send(await quoted(), consent())
    if (!claim) throw new Error("it cannot be sent")
    return claim
  }
  const read = async (id: string) => desk().store.mustFind(id)
  const actions = async (id: string) => (await desk().store.history(id)).map(({ action }) => action)
  const news = (row: WithdrawalRow, withdrawal: Withdrawal, askedAt: Date | null) => ({
    withdrawal,
    truth: truthOf({
      state: row.state,
      phase:
        withdrawal.status === "completed" ? "done" : withdrawal.status === "failed" ? "failed" : "pending",
      status: withdrawal.status,
      difference: null,
    }),
    askedAt,
    nextCheckMs: 10_000,
  })
  const later = (seconds: number) => new Date(Date.now() + seconds * 1_000)

  beforeEach(() => addDestination(knex))

  describe("a quote", () => {
    test("is asked for by one of fifty at once, under a key of its own, and stored", async () => {
      const { id } = await withdrawalIn(knex)
      const claims = await Promise.all(Array.from({ length: 50 }, () => desk().quotes.claim(id)))
      const [claim, ...more] = claims.filter((one) => one !== undefined)
      expect(more).toEqual([])
      expect(claim?.quote_key).toMatch(/^wd_quote_1_[0-9a-f]{12}$/)
      if (!claim) throw new Error("nobody has it")
      expect(await desk().quotes.store(claim, QUOTE, "user_1")).toMatchObject({
        state: "quoted",
        quote_id: "quote_1",
        quote_fee: "0.1",
        quote_net: "9.9",
        quote_lease_expires_at: null,
      })
      const next = await desk().quotes.claim(id)
      expect(next?.quote_key).toMatch(/^wd_quote_2_/)
    })

    test("that outlives its lease changes nothing", async () => {
      const { id } = await withdrawalIn(knex)
      const claim = await desk().quotes.claim(id)
      if (!claim) throw new Error("nobody has it")
      await knex("onchain_withdrawal").update({ quote_lease_expires_at: new Date(0) })
      expect(await desk().quotes.store(claim, QUOTE, "user_1")).toBeUndefined()
      expect(await read(id)).toMatchObject({ state: "requested", quote_id: null })
    })

    test("that is refused ends a withdrawal that never had one, and takes a confirmation back", async () => {
      const first = await withdrawalIn(knex)
      const claim = await desk().quotes.claim(first.id)
      if (!claim) throw new Error("nobody has it")
      expect(await desk().quotes.refuse(claim, "too little", "user_1")).toMatchObject({
        state: "refused",
        last_error: "too little",
      })
      const second = await quoted(
        { state: "awaiting_approval", quote_count: 1, confirmed_by: "user_1" },
        { request_key: "request_2" }
      )
      const again = await desk().quotes.claim(second.id)
      if (!again) throw new Error("nobody has it")
      expect(await desk().quotes.refuse(again, "too little", "user_1")).toMatchObject({
        state: "requested",
        quote_id: null,
        confirmed_by: null,
      })
    })
  })

  describe("a confirmation", () => {
    test("of fifty at once sends once, with key, lease and note", async () => {
      const row = await quoted()
      const sent = await Promise.all(Array.from({ length: 50 }, () => desk().claims.send(row, consent())))
      const [claim, ...more] = sent.filter((one) => one !== undefined)
      expect(more).toEqual([])
      expect(claim).toMatchObject({
        state: "sending",
        create_key: expect.stringMatching(/^wd_create_1_[0-9a-f]{12}$/),
        confirmed_by: "user_1",
        is_uncertain: false,
        send_attempts: 1,
      })
      expect(await actions(row.id)).toEqual(["withdrawal.requested", "withdrawal.confirmed"])
    })

    test.each([
      ["of another quote", {}, { quoteId: "quote_2" }],
      ["of an expired quote", { quote_expires_at: new Date(0) }, {}],
      ["of a quote that ends in this moment", { quote_expires_at: new Date(Date.now() + 3_000) }, {}],
      ["while another quote is asked for", { quote_lease_expires_at: IN_AN_HOUR }, {}],
      ["of what was cancelled", { state: "cancelled" as const }, {}],
      ["above the limit for one", {}, { caps: { perWithdrawal: "9.99", perDay: null } }],
      ["above the limit of a day", {}, { caps: { perWithdrawal: null, perDay: "9.99" } }],
    ])("%s sends nothing", async (_, columns, change) => {
      const row = await quoted(columns)
      expect(await desk().claims.send(row, consent(change))).toBeUndefined()
      expect((await read(row.id)).create_key).toBeNull()
    })

    test.each(["pending", "archived"])("to a destination that is %s sends nothing", async (state) => {
      const row = await quoted()
      await knex("onchain_payout_destination").update({ state })
      expect(await desk().claims.send(row, consent())).toBeUndefined()
    })

    test("of twenty at the edge of a day's limit, as many are sent as fit", async () => {
      const rows = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          quoted({ quote_id: `quote_${index}` }, { request_key: `request_${index}` })
        )
      )
      const caps = { perWithdrawal: "10", perDay: "70" }
      const sent = await Promise.all(
        rows.map((row, index) => desk().claims.send(row, consent({ quoteId: `quote_${index}`, caps })))
      )
      expect(sent.filter((one) => one !== undefined)).toHaveLength(7)
    })

    test("waits for somebody who had no part in it", async () => {
      const row = await quoted(
        {},
        { requested_by: "apk_1", requested_by_type: "api-key", requested_by_owner: "user_3" }
      )
      await desk().claims.confirm(
        row,
        consent({ isSecondNeeded: true, actor: { id: "apk_2", ownerId: "user_4" } })
      )
      const approve = (id: string) =>
        desk().claims.send(
          row,
          consent({ action: "approve", isSecondNeeded: true, actor: { id, ownerId: null } })
        )
      for (const part of ["apk_1", "user_3", "apk_2", "user_4"]) expect(await approve(part)).toBeUndefined()
      expect(await approve("user_5")).toMatchObject({
        state: "sending",
        approved_by: "user_5",
        confirmed_by: "apk_2",
      })
    })
  })

  describe("a call", () => {
    test("that is due is taken over by one of twenty, and may have been sent", async () => {
      const claim = await claimed()
      expect(await desk().claims.takeDue()).toBeUndefined()
      await knex("onchain_withdrawal").update({ next_attempt_at: new Date(0) })
      const taken = await Promise.all(Array.from({ length: 20 }, () => desk().claims.takeDue()))
      expect(taken.filter((one) => one !== undefined)).toMatchObject([
        { id: claim.id, create_key: claim.create_key, send_attempts: 2, is_uncertain: true },
      ])
    })

    test("that certainly failed is taken up again without doubt", async () => {
      const claim = await claimed()
      await desk().claims.postpone(claim, "busy", { pauseMs: 0, mayHaveActed: false })
      expect(await desk().claims.takeDue()).toMatchObject({ is_uncertain: false, last_error: "busy" })
    })

    test("is released where nothing can have been sent, and never where something can", async () => {
      const claim = await claimed()
      await desk().claims.postpone(claim, "no answer", { pauseMs: 0, mayHaveActed: true })
      const second = await desk().claims.takeDue()
      if (!second) throw new Error("it is not due")
      expect(await desk().answers.release(second, "refused", "refused")).toBeUndefined()
      expect(await desk().answers.release(claim, "refused", "refused")).toBeUndefined()
      expect(await desk().answers.giveUp(second, "not found")).toMatchObject({ state: "unclear" })
    })

    test("whose quote was not taken waits for another one, under the same reference and another key", async () => {
      const claim = await claimed()
      const released = await desk().answers.release(claim, "requested", "the quote has expired")
      expect(released).toMatchObject({
        state: "requested",
        quote_id: null,
        confirmed_by: null,
        first_sent_at: null,
      })
      await knex("onchain_withdrawal").update({ state: "quoted", quote_id: "quote_2" })
      const row = await read(claim.id)
      expect(await desk().claims.send(row, consent({ quoteId: "quote_2" }))).toMatchObject({
        id: claim.id,
        create_key: expect.stringMatching(/^wd_create_2_/),
      })
    })

    test("is answered once; a late answer finds what is there", async () => {
      const claim = await claimed()
      const sent = await desk().answers.recordAnswer(claim, "sending", news(claim, told(), null))
      expect(sent).toMatchObject({ state: "sent", gateway_withdrawal_id: "wd_1", lease_expires_at: null })
      expect(await desk().answers.recordAnswer(claim, "sending", news(claim, told(), null))).toBeUndefined()
      expect(await desk().answers.release(claim, "refused", "refused")).toBeUndefined()
      expect(await actions(claim.id)).toEqual([
        "withdrawal.requested",
        "withdrawal.confirmed",
        "withdrawal.sent",
      ])
    })

    test("whose answer names another withdrawal of ours ends nothing", async () => {
      await withdrawalIn(knex, { gateway_withdrawal_id: "wd_1", state: "sent" }, { request_key: "other" })
      const claim = await claimed()
      expect(await desk().answers.recordAnswer(claim, "sending", news(claim, told(), null))).toBeUndefined()
    })
  })

  describe("what the service has", () => {
    test("is stored in the order it was asked, whatever order it comes in", async () => {
      const claim = await claimed()
      const row = await desk().answers.recordCanonical(
        claim,
        news(claim, told({ status: "broadcast" }), later(2))
      )
      expect(row).toMatchObject({ state: "sent", gateway_status: "broadcast" })
      if (!row) throw new Error("it was not stored")
      expect(await desk().answers.recordCanonical(row, news(row, told(), later(1)))).toBeUndefined()
      const done = await desk().answers.recordCanonical(
        row,
        news(row, told({ status: "completed", txHash: "0x1" }), later(3))
      )
      expect(done).toMatchObject({ state: "completed", tx_hash: "0x1", completed_at: expect.any(Date) })
    })

    test("is told again when the service's own word changes", async () => {
      const claim = await claimed()
      const row = await desk().answers.recordCanonical(claim, news(claim, told(), later(1)))
      if (!row) throw new Error("it was not stored")
      await desk().store.noteAnnounced(row)
      const same = await desk().answers.recordCanonical(row, news(row, told(), later(2)))
      expect(same?.announced_state).toBe("sent")
      const other = await desk().answers.recordCanonical(
        row,
        news(row, told({ status: "gas_blocked" }), later(3))
      )
      expect(other).toMatchObject({ announced_state: null, state: "sent", gateway_status: "gas_blocked" })
    })

    test("brings one back that was given up, for a person to look at", async () => {
      const row = await withdrawalIn(knex, { state: "refused" })
      const back = await desk().answers.recordCanonical(
        row,
        news(row, told({ status: "completed" }), later(1))
      )
      expect(back).toMatchObject({
        state: "completed",
        mismatch: expect.stringContaining("after all"),
        revived_at: expect.any(Date),
      })
      expect(await actions(row.id)).toContain("withdrawal.contradicted")
    })
  })

  describe("the refund that it pays", () => {
    const refundOf = async (id: string) =>
      knex("onchain_refund").where({ id }).first("state", "token_amount", "share_amount", "last_error")
    async function paying(state: WithdrawalRow["state"]) {
      const row = await quoted(
        { state, quote_count: 1 },
        { kind: "refund", refund_id: "ref_1", payment_id: "ocpay_1" }
      )
      await knex("onchain_refund").insert({
        id: "ref_1",
        payment_id: "ocpay_1",
        session_id: "payses_1",
        kind: "order",
        state: "quoted",
        fiat_amount: "10",
        token_amount: "10",
        share_amount: "10",
        currency_code: "usd",
        chain: "evm",
        network_id: "base-mainnet",
        token: "USDC",
        withdrawal_id: row.id,
      })
      return row
    }

    test("goes with it, and is due again when no money left", async () => {
      const row = await paying("quoted")
      const claim = await desk().claims.send(row, consent())
      expect(await refundOf("ref_1")).toMatchObject({ state: "confirmed", token_amount: "10" })
      if (!claim) throw new Error("it cannot be sent")
      await desk().answers.release(claim, "refused", "too little")
      expect(await refundOf("ref_1")).toEqual({
        state: "due",
        token_amount: null,
        share_amount: null,
        last_error: "too little",
      })
    })

    test("is done with it, and takes no word of an earlier payout but a warning", async () => {
      const earlier = await withdrawalIn(
        knex,
        { state: "failed" },
        { kind: "refund", refund_id: "ref_1", payment_id: "ocpay_1", request_key: "earlier" }
      )
      const row = await paying("quoted")
      const claim = await desk().claims.send(row, consent())
      if (!claim || !isClaimed(claim)) throw new Error("it cannot be sent")
      await desk().answers.recordCanonical(claim, news(claim, told({ status: "completed" }), later(1)))
      expect(await refundOf("ref_1")).toMatchObject({ state: "done", last_error: null })
      const truth = news(earlier, told({ id: "wd_0", status: "completed" }), later(1))
      await desk().answers.recordCanonical(earlier, truth)
      expect(await refundOf("ref_1")).toMatchObject({
        state: "done",
        last_error: `Its withdrawal ${earlier.id} was sent after all. It may be paid twice.`,
      })
    })

    test("is due again when nobody confirms its payout for a day", async () => {
      const row = await paying("quoted")
      expect(await desk().store.lapse(10)).toEqual([])
      await knex("onchain_withdrawal").update({ state_at: new Date(Date.now() - 25 * 3_600_000) })
      expect(await desk().store.lapse(10)).toMatchObject([{ id: row.id, state: "cancelled" }])
      expect(await refundOf("ref_1")).toMatchObject({ state: "due", token_amount: null })
    })
  })

  test("one that was written off is searched for", async () => {
    const row = await withdrawalIn(knex, { state: "unclear" })
    expect(await desk().answers.writeOff(row, "user_2", "asked the support")).toMatchObject({
      state: "refused",
      resolved_by: "user_2",
      resolution_note: "asked the support",
      next_check_at: expect.any(Date),
    })
    await knex("onchain_withdrawal").update({ next_check_at: new Date(0) })
    expect(await desk().checks.claim(10)).toMatchObject([{ id: row.id, check_count: 1 }])
    expect(await desk().checks.claim(10)).toEqual([])
    await desk().checks.putBack([row.id])
    expect(await desk().checks.claim(10)).toHaveLength(1)
  })

  test("lists are narrowed down, put together and counted", async () => {
    await withdrawalIn(knex, { state: "quoted" })
    await withdrawalIn(knex, { state: "unclear" }, { request_key: "request_2", token: "EURC" })
    const page = (filter: object) =>
      desk().list.page({ filter: { states: [], ...filter }, direction: "desc", limit: 10, offset: 0 })
    expect(await page({})).toHaveLength(2)
    expect(await page({ states: ["quoted", "unclear"] })).toHaveLength(2)
    expect(await page({ token: "EURC" })).toMatchObject([{ state: "unclear" }])
    expect(await page({ q: "OCWD_" })).toHaveLength(2)
    expect(await desk().list.count({ states: ["unclear"] })).toBe(1)
    expect(await desk().list.labelsOf(["ocdst_1"])).toEqual(new Map([["ocdst_1", "Cold wallet"]]))
    const [row] = await page({ states: ["quoted"] })
    if (!row) throw new Error("the list is empty")
    expect(await desk().list.similar(row, 5)).toEqual([])
    expect(await desk().usedToday(row)).toBe("0")
  })
})
