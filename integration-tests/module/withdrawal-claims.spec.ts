import {
  readSentLastDay,
  type ClaimedWithdrawal,
  type WithdrawalRow,
  WITHDRAWAL,
} from "../../src/modules/onchain/payout/withdrawal-store"
import type { NewWithdrawal } from "../../src/modules/onchain/payout/payout-service"
import { giveUp, postponeCall, releaseCall } from "../../src/workflows/payout/execute-withdrawal"
import { recordWithdrawal } from "../../src/workflows/payout/follow-withdrawal"
import { claimQuote, refuseQuote, storeQuote } from "../../src/workflows/payout/request-withdrawal"
import {
  NOT_FOUND,
  QUOTE,
  REFUSED,
  containerOf,
  consent,
  dayLimit,
  done,
  hold,
  mustSend,
  quotedWithdrawal,
  reported,
  send,
} from "./withdrawal-stories"
import { together, describeOnchainModule } from "./onchain-module"
import { withdrawalIn, newWithdrawal, scope, destinationIn, plantRefunds } from "./rows"

const SENT = { state: "sent", gateway_withdrawal_id: "wd_1" } as const
const BUSY = { code: "RATE_LIMIT_EXCEEDED", mayHaveActed: false } as const

describeOnchainModule(({ service, knex }) => {
  const withdrawals = () => service.payouts.withdrawals
  const store = () => service.payouts.withdrawals.store
  const quoted = (columns: Partial<WithdrawalRow> = {}, change: Partial<NewWithdrawal> = {}) =>
    quotedWithdrawal(knex, columns, change)
  const claimed = async () => mustSend(withdrawals(), await quoted())
  const quoting = async (id: string) => {
    const claim = await done(claimQuote(store(), id))
    if (!claim) throw new Error("nobody has it")
    return claim
  }
  const actions = async (id: string) => (await store().history(id)).map(({ action }) => action)
  const read = async (id: string) => store().mustFind(id)
  const answered = (claim: ClaimedWithdrawal) =>
    recordWithdrawal(containerOf(service), claim, reported(), { askedAt: null, source: "service" })
  beforeEach(() => destinationIn(knex))

  describe("a quote", () => {
    test("is requested by one of fifty at once, under a revision of its own, and stored", async () => {
      const { id } = await withdrawalIn(knex)
      const claims = await together(50, () => done(claimQuote(store(), id)))
      const [claim, ...more] = claims.filter((one) => one !== undefined)
      expect(more).toEqual([])
      expect(claim?.revision).toBe(1)
      if (!claim) throw new Error("nobody has it")
      expect(await storeQuote(store(), claim, QUOTE, "user_1")).toMatchObject({
        state: "quoted",
        quote_id: "quote_1",
        quote_fee: "0.1",
        due_at: null,
      })
      const next = await done(claimQuote(store(), id))
      expect(next?.revision).toBe(3)
    })

    test("that outlives its lease changes nothing", async () => {
      const { id } = await withdrawalIn(knex)
      const claim = await quoting(id)
      await knex("onchain_withdrawal").update({ due_at: new Date(0) })
      expect(await storeQuote(store(), claim, QUOTE, "user_1")).toBeUndefined()
      expect(await read(id)).toMatchObject({ state: "requested", quote_id: null })
    })

    test("that is refused ends a withdrawal that never had one, and reverts a confirmation", async () => {
      const first = await withdrawalIn(knex)
      const claim = await quoting(first.id)
      expect(await refuseQuote(store(), claim, "too little", "user_1")).toMatchObject({
        state: "refused",
        last_error: "too little",
      })
      const second = await quoted({ state: "awaiting_approval", revision: 2 }, { request_key: "request_2" })
      const again = await quoting(second.id)
      expect(await refuseQuote(store(), again, "too little", "user_1")).toMatchObject({
        state: "requested",
        quote_id: null,
      })
    })

    test("that a service refuses because it knows the request leaves a withdrawal open: it may have been sent before a restore", async () => {
      const { id } = await withdrawalIn(knex)
      const claim = await quoting(id)
      await refuseQuote(store(), claim, "known", "user_1", { isOver: false })
      expect(await read(id)).toMatchObject({ state: "requested", last_error: "known" })
      expect((await done(claimQuote(store(), id)))?.revision).toBe(3)
    })
  })

  describe("a confirmation", () => {
    test("of fifty at once sends once, with key, lease and audit entry", async () => {
      const row = await quoted()
      const sent = await together(50, () => send(withdrawals(), row, consent()))
      const [claim, ...more] = sent.filter((one) => one !== undefined)
      expect(more).toEqual([])
      expect(claim).toMatchObject({
        state: "sending",
        create_key: expect.stringMatching(/^wd_create_1_[0-9a-f]{12}$/),
        evidence: "calling",
      })
      expect(await store().history(row.id)).toMatchObject([
        { action: "withdrawal.requested" },
        { action: "withdrawal.confirmed", actor_id: "user_1", owner_id: null },
      ])
    })

    test.each([
      ["of a quote that expires at this moment", { quote_expires_at: new Date(Date.now() + 3_000) }, {}],
      ["above the daily limit", {}, { caps: { perWithdrawal: null, perDay: [dayLimit("9.99")] } }],
    ])("%s sends nothing", async (_, columns, change) => {
      const row = await quoted(columns)
      expect(await send(withdrawals(), row, consent(change))).toBeUndefined()
      expect((await read(row.id)).create_key).toBeNull()
    })

    test("of twenty on two networks, as many are sent as the limit of the token allows", async () => {
      const networks = ["base-mainnet", "eth-mainnet"]
      const rows = await together(20, (index) =>
        quoted(
          { quote_id: `quote_${index}` },
          { request_key: `request_${index}`, network_id: networks[index % 2] ?? "" }
        )
      )
      const perDay = networks.map((networkId) => [
        dayLimit("70"),
        ...(networkId === "eth-mainnet" ? [dayLimit("20", { networkId })] : []),
      ])
      const sent = await Promise.all(
        rows.map((row, index) => {
          const caps = { perWithdrawal: null, perDay: perDay[index % 2] ?? [] }
          return send(withdrawals(), row, consent({ quoteId: `quote_${index}`, caps }))
        })
      )
      const claimed = sent.filter((one) => one !== undefined)
      expect(claimed).toHaveLength(7)
      expect(claimed.filter(({ network_id }) => network_id === "eth-mainnet").length).toBeLessThanOrEqual(2)
    })

    test("counts what has left of an unknown asset towards a limit that names one", async () => {
      const asset = { canonical_asset_id: "evm:USDC:0x1" }
      const sentLastDay = { state: "sent", first_sent_at: new Date() } as const
      await withdrawalIn(knex, sentLastDay, { request_key: "untold" })
      await withdrawalIn(knex, sentLastDay, { request_key: "other", canonical_asset_id: "evm:USDC:0x2" })
      const row = await quoted({}, asset)
      const limit = dayLimit("19.99", { canonicalAssetId: "evm:USDC:0x1" })
      expect(await readSentLastDay(knex, scope, limit, row.id)).toBe("10")
      const caps = { perWithdrawal: null, perDay: [limit] }
      expect(await send(withdrawals(), row, consent({ caps }))).toBeUndefined()
    })
  })

  test("a destination that only its creator approved receives nothing where a second user is required", async () => {
    await knex("onchain_payout_destination").update({ has_second_approval: false })
    const row = await quoted()
    expect(await hold(withdrawals(), row, consent({ isSecondNeeded: true }))).toBeUndefined()
    expect(await send(withdrawals(), row, consent())).toMatchObject({ state: "sending" })
  })

  describe("a call", () => {
    test("that is due is taken over by one of twenty, may have been sent, and is not postponed by the first", async () => {
      const claim = await claimed()
      expect(await store().takeCall()).toBeUndefined()
      await knex("onchain_withdrawal").update({ due_at: new Date(0) })
      const taken = await together(20, () => store().takeCall())
      expect(taken.filter((one) => one !== undefined)).toMatchObject([
        { id: claim.id, create_key: claim.create_key, evidence: "unanswered" },
      ])
      await postponeCall(store(), claim, "too late", { ...BUSY, pauseMs: 0 })
      expect(await read(claim.id)).toMatchObject({ evidence: "unanswered", last_error: null })
    })

    test("that a user requests again is repeated when it is due, and neither in progress nor before its pause", async () => {
      const claim = await claimed()
      expect(await store().takeCall(claim.id)).toBeUndefined()
      await postponeCall(store(), claim, "busy", { ...BUSY, pauseMs: 60_000 })
      expect(await store().takeCall(claim.id)).toBeUndefined()
      await knex("onchain_withdrawal").update({ due_at: new Date(0) })
      const again = { evidence: "calling", last_error: "busy" }
      expect(await store().takeCall(claim.id)).toMatchObject(again)
    })

    test("is released where nothing can have been sent, and never where something can", async () => {
      const claim = await claimed()
      const noAnswer = { code: "TIMEOUT", pauseMs: 0, mayHaveActed: true }
      await postponeCall(store(), claim, "no answer", noAnswer)
      const second = await store().takeCall()
      if (!second) throw new Error("it is not due")
      for (const one of [second, claim])
        expect(await releaseCall(store(), one, "refused", REFUSED)).toMatchObject({ state: "sending" })
      expect(await giveUp(store(), second, NOT_FOUND)).toMatchObject({ state: "unknown" })
    })

    test("is answered once; a late answer finds the current state", async () => {
      const claim = await claimed()
      expect(await answered(claim)).toMatchObject(SENT)
      expect(await answered(claim)).toMatchObject(SENT)
      expect(await releaseCall(store(), claim, "refused", REFUSED)).toMatchObject(SENT)
      const steps = ["withdrawal.requested", "withdrawal.confirmed", "withdrawal.sent"]
      expect(await actions(claim.id)).toEqual(steps)
    })

    test("whose answer names another withdrawal of ours ends nothing", async () => {
      await withdrawalIn(knex, SENT, { request_key: "other" })
      expect(await answered(await claimed())).toMatchObject({ state: "sending" })
    })
  })

  const insert = (change: Partial<NewWithdrawal> = {}) => withdrawals().request(newWithdrawal(change))
  const insertFor = (refund_id: string, request_key: string) =>
    insert({ refund_id, payment_id: "ocpay_1", request_key })

  test("a requested payout is stored with its audit entry, under an id the service accepts, once of fifty at once", async () => {
    const { note, request_key: _, requested_by_owner: __, ...asRequested } = newWithdrawal({ note: "rent" })
    const asked = await together(50, () => insert({ note }))
    const [row, ...more] = asked.filter((one) => one !== undefined)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      ...asRequested,
      ...{ id: expect.stringMatching(/^ocwd_[0-9A-Z]{26}$/), state: "requested", revision: 0 },
      ...{ create_key: null, evidence: null, quote_id: null, due_at: null },
    })
    expect(await store().history(row?.id ?? "")).toMatchObject([{ action: "withdrawal.requested", note }])
    expect(await knex("onchain_audit_entry").where({ subject_type: WITHDRAWAL })).toHaveLength(1)
    // Two users may use the same key, and one user another.
    expect(await insert({ requested_by: "user_2" })).toBeDefined()
    expect(await insert({ request_key: "request_2" })).toBeDefined()
  })

  describe("the payout of a refund", () => {
    beforeEach(() => plantRefunds(knex, ["ref_1", "ref_2"]))

    test("is one of twenty that are requested at once", async () => {
      const asked = await together(20, (n) => insertFor("ref_1", `request_${n}`))
      expect(asked.filter((row) => row !== undefined)).toHaveLength(1)
    })

    test.each([
      "requested",
      "quoted",
      "awaiting_approval",
      "sending",
      "sent",
      "unknown",
      "completed",
    ] as const)("that is %s is the only one", async (state) => {
      await insertFor("ref_1", "request_1")
      await knex("onchain_withdrawal").update({ state })
      expect(await insertFor("ref_1", "request_2")).toBeUndefined()
      expect(await insertFor("ref_2", "request_3")).toBeDefined()
    })

    test.each(["failed", "refused", "cancelled"] as const)(
      "that is %s makes room for another, and can still turn out to be sent",
      async (state) => {
        const first = await insertFor("ref_1", "request_1")
        await knex("onchain_withdrawal").update({ state })
        expect(await insertFor("ref_1", "request_2")).toBeDefined()
        expect(await insertFor("ref_1", "request_3")).toBeUndefined()
        const back = { state: "completed", mismatch: "It was ended here." }
        await knex("onchain_withdrawal").where({ id: first?.id }).update(back)
        expect(await insertFor("ref_1", "request_4")).toBeUndefined()
      }
    )
  })
})
