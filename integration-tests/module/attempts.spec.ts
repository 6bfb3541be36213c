import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import type { TransferAuthorization } from "../../src/domain/payment/transfer-authorization"
import { authorizationOf, Authorizations } from "../../src/modules/onchain/payment/authorizations"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import { lockPayment, type PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { Opening } from "../../src/modules/onchain/payment/opening"
import { emptyTables } from "./module-database"
import fc from "fast-check"
import { refuseAttempt } from "../../src/domain/payment/attempt"
import { setUpAttempts, RAILS, setUpIntents, stellarRail, usdcRail } from "./openings"
import { untilWaiting, describeOnchainModule } from "./onchain-module"
import { reread, scope, eventsOf } from "./rows"

const refusal = failedCall("createInvoice", { code: "VALIDATION_ERROR", status: 400 })
const lostAnswer = failedCall("createInvoice", { code: "TIMEOUT", outcome: "unknown", isRetryable: true })

const paid = { status: "paid", receivedAmount: "12.5" } as const

type Saying = { status: string; receivedAmount: string }
/** Reports the service may send about an invoice, in order. */
const SAYINGS = [
  { status: "pending", receivedAmount: "0" },
  { status: "pending", receivedAmount: "5" },
  { status: "confirming", receivedAmount: "12.5" },
  { status: "paid", receivedAmount: "12.5" },
  { status: "overpaid", receivedAmount: "13" },
  { status: "expired", receivedAmount: "0" },
  { status: "expired", receivedAmount: "5" },
] as const satisfies readonly Saying[]

const isOver = ({ status }: Saying) => !["pending", "confirming"].includes(status)

/** Invoices end once and keep their money: no older report follows a newer one. */
function isBehind(last: Saying | undefined, next: Saying): boolean {
  return last !== undefined && (isOver(last) || Number(next.receivedAmount) < Number(last.receivedAmount))
}

function endOf(last: Saying): string {
  if (isOver(last)) return last.status
  return last.status === "confirming" ? "paid" : "expired"
}
describeOnchainModule((suite) => {
  const { knex } = suite
  const attemptRows = () => knex("onchain_attempt").orderBy("created_at")

  describe("another choice", () => {
    test("opens another invoice with another key for the full amount; the previous one stays watched", async () => {
      const { openSession, choose, calls, store } = setUpAttempts(suite)
      const { id } = await openSession()
      const switched = await choose(stellarRail)
      const [first, second] = await store.listAttempts([id])
      expect(second).toMatchObject({
        attempt_id: switched.attempt_id,
        expected_amount: "12.5",
        state: "awaiting",
      })
      expect(first).toMatchObject({ rail_id: usdcRail, state: "awaiting" })
      expect(first?.next_check_at).not.toBeNull()
      expect(new Set(calls.map(({ key }) => key)).size).toBe(2)
      expect(await store.find({ gateway_invoice_id: "inv_1" })).toMatchObject({
        attempt_id: first?.attempt_id,
      })
    })

    test("keeps the previous attempt current when refused", async () => {
      const { openSession, choose, now } = setUpAttempts(suite, (number) => {
        if (number > 1) throw refusal
      })
      const first = await openSession()
      await expect(choose(stellarRail)).rejects.toMatchObject({ code: "rail_unavailable" })
      expect(await now()).toMatchObject({ attempt_id: first.attempt_id, state: "awaiting" })
      expect((await attemptRows()).map(({ state }) => state)).toEqual(["awaiting", "failed"])
      await expect(choose("evm:base-mainnet:DOGE")).rejects.toMatchObject({ type: "invalid_data" })
      expect(await attemptRows()).toHaveLength(2)
    })

    test("opens one of two different concurrent choices and refuses the other", async () => {
      const { openUnchosen, opening, calls, now } = setUpAttempts(suite)
      await openUnchosen()
      const seen = await now()
      const ends = await Promise.allSettled(
        [usdcRail, stellarRail].map((rail) => opening.openAnother(seen, rail))
      )
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
      const asked = calls.map(({ body }) => body)
      for (const { chain, canonicalAssetId } of asked)
        expect(canonicalAssetId !== undefined).toBe(chain === "stellar")
      expect(await now()).toMatchObject({ state: "awaiting" })
    })

    test("chosen before the page saw the payment opens nothing, and the money is captured", async () => {
      const { openSession, opening, calls, now, read, store } = setUpAttempts(suite)
      const first = await reread(store, (await openSession()).id)
      const seen = await now()
      await read(first, { status: "confirming" })
      await expect(opening.openAnother(seen, stellarRail)).rejects.toMatchObject({ type: "not_allowed" })
      await read(first, { status: "paid" })
      await expect(opening.openAnother(seen, stellarRail)).rejects.toMatchObject({ type: "not_allowed" })
      expect(await opening.openAnother(seen, usdcRail)).toMatchObject({ state: "settled" })
      expect(await now()).toMatchObject({ attempt_id: first.attempt_id, state: "settled" })
      expect(calls).toHaveLength(1)
    })

    test("whose answer is lost stays opening and is retried under the same key", async () => {
      let isLosing = true
      const { openSession, choose, calls, store, repeat } = setUpAttempts(suite, (number) => {
        if (number === 2 && isLosing) throw lostAnswer
      })
      const { id } = await openSession()
      await expect(choose(stellarRail)).rejects.toMatchObject({ code: "payments_unreachable" })
      const lost = await reread(store, id)
      expect(lost).toMatchObject({ state: "opening", rail_id: stellarRail, gateway_invoice_id: null })
      isLosing = false
      expect(await repeat(lost)).toMatchObject({ attempt_id: lost.attempt_id, state: "awaiting" })
      expect(calls.filter(({ key }) => key === lost.idempotency_key)).toHaveLength(2)
    })

    test("after a lost answer leaves that attempt to the poller, which gives it up without changing the payment", async () => {
      const { openSession, choose, store, now } = setUpAttempts(suite, (number) => {
        if (number === 2) throw lostAnswer
      })
      const { id } = await openSession()
      await expect(choose(stellarRail)).rejects.toThrow()
      const lost = await reread(store, id)
      const third = await choose(usdcRail)
      await knex("onchain_attempt").update({ next_check_at: new Date(0) })
      const due = await new PaymentChecks(knex, scope, 60_000).claim(9)
      const left = due.find(({ attempt_id }) => attempt_id === lost.attempt_id)
      if (!left) throw new Error("the poller does not see the attempt that was left")
      expect(left.state).toBe("opening")
      expect(await store.move(left, "failed", { last_error: "cut off" })).toBe(true)
      expect(await now()).toMatchObject({ attempt_id: third.attempt_id, state: "awaiting", last_error: null })
    })
  })

  describe("a transfer that is signed", () => {
    const nowMs = 1_700_000_000_000
    const transfer = (digit: string): TransferAuthorization => ({
      ...{ state: "signed", nonce: `0x${digit.repeat(64)}`, payer: null, reason: null, tx_hash: null },
      ...{ valid_after: "0", valid_before: String(nowMs / 1_000 + 60), signature: "0x" },
    })

    test("while another choice opens is not taken for the one that it replaced, and blocks no other", async () => {
      const { openSession, choose, store } = setUpAttempts(suite)
      const authorizations = new Authorizations(knex)
      const first = await reread(store, (await openSession()).id)
      const second = await choose(stellarRail)
      expect(await authorizations.put(first, transfer("a"), nowMs)).toBeUndefined()
      expect(await authorizations.findLive(first.id, nowMs)).toBeUndefined()
      const taken = await authorizations.put(second, transfer("b"), nowMs)
      expect(taken?.attempt_id).toBe(second.attempt_id)
    })

    test("keeps its place and may pay whatever is chosen afterwards, unless it was declined", async () => {
      const { openSession, choose, store } = setUpAttempts(suite)
      const authorizations = new Authorizations(knex)
      const first = await reread(store, (await openSession()).id)
      expect(await authorizations.mayPay(first.id, nowMs)).toBe(false)
      await authorizations.put(first, transfer("a"), nowMs)
      const second = await choose(stellarRail)
      const held = await authorizations.put(second, transfer("b"), nowMs)
      expect(held && [held.attempt_id, authorizationOf(held)?.nonce]).toEqual([
        first.attempt_id,
        transfer("a").nonce,
      ])
      expect(await authorizations.mayPay(first.id, nowMs)).toBe(true)
      expect(await authorizations.mayPay(first.id, nowMs + 180_000)).toBe(false)
      await authorizations.move(first.attempt_id, ["signed"], { state: "declined" })
      expect(await authorizations.mayPay(first.id, nowMs)).toBe(false)
    })
  })

  test("locking a payment waits for a concurrent change of its current attempt and finds the new one", async () => {
    const { openSession, choose, store } = setUpAttempts(suite)
    const { id } = await openSession()
    const first = await reread(store, id)
    await choose(stellarRail)
    const trx = await knex.transaction()
    await trx("onchain_payment").where({ id }).update({ current_attempt_id: first.attempt_id })
    const locking = knex.transaction((own) => lockPayment(own, id))
    await untilWaiting(knex)
    await trx.commit()
    expect(await locking).toMatchObject({ id, attempt_id: first.attempt_id })
  })

  test("each intent of a payment has its own order id and is found by it", async () => {
    const { openFor, opening, intents, store } = setUpIntents(knex)
    const first = await openFor("payses_1")
    const second = await opening.openAnother(first, stellarRail)
    const third = await opening.openAnother(second, usdcRail)
    expect(intents.map(({ body }) => body.externalOrderId)).toEqual(["payses_1", "payses_1_2", "payses_1_3"])
    expect(await store.find({ external_order_id: "payses_1_2" })).toMatchObject({
      attempt_id: second.attempt_id,
    })
    expect(third).toMatchObject({ state: "awaiting", external_order_id: "payses_1_3" })
    // The same customer, network and token: the service has replaced the first.
    expect(await store.find({ attempt_id: first.attempt_id })).toMatchObject({ state: "superseded" })
    expect(await store.find({ attempt_id: second.attempt_id })).toMatchObject({ state: "awaiting" })
  })

  test("a sandbox attempt stays in the sandbox when the store goes live; the next choice opens in the live account", async () => {
    const { openSession, onchain, exclusively, now } = setUpAttempts(suite)
    const first = await openSession()
    const live = { environment: "live", businessId: "biz_live" } as const
    const payments = new PaymentStore(knex, live)
    const openingLive = new Opening({ ...onchain, payments }, exclusively, () => Promise.resolve(null))
    const second = await openingLive.openAnother(await now(), stellarRail)
    expect(second).toMatchObject({ environment: "live", business_id: "biz_live", state: "awaiting" })
    expect(await payments.find({ gateway_invoice_id: "inv_1" })).toBeUndefined()
    expect(await onchain.payments.find({ gateway_invoice_id: "inv_1" })).toMatchObject({
      attempt_id: first.attempt_id,
    })
  })

  describe("money of an earlier attempt", () => {
    async function switchedOnce() {
      const set = setUpAttempts(suite)
      const payment = await set.openSession()
      const first = await reread(set.store, payment.id)
      const second = await set.choose(stellarRail)
      return { ...set, first, second }
    }

    test("that settles continues the payment; the other's becomes one refund due", async () => {
      const { first, second, read, capture, now, dueRefunds } = await switchedOnce()
      expect(await read(first, paid)).toMatchObject({
        state: "settled",
        current_attempt_id: first.attempt_id,
      })
      await capture()
      expect(await now()).toMatchObject({ state: "captured", attempt_id: first.attempt_id })
      expect(await dueRefunds()).toEqual([])
      for (let time = 0; time < 3; time++) await read(second, paid)
      expect(await dueRefunds()).toMatchObject([
        {
          kind: "surplus",
          attempt_id: second.attempt_id,
          token_amount: "12.5",
          network_id: "stellar-mainnet",
        },
      ])
      const [refund] = await dueRefunds()
      expect(await eventsOf(knex, refund?.id)).toEqual(["onchain.refund_due"])
      expect(await now()).toMatchObject({ state: "captured", attempt_id: first.attempt_id })
    })

    test("a further deposit to it is a refund due in its own token, even when the payment continues with it", async () => {
      const { store, first, read, dueRefunds } = await switchedOnce()
      const earlier = await store.find({ attempt_id: first.attempt_id })
      const extra = { invoiceId: "inv_extra", tokenAmount: "3" }
      if (earlier) await suite.service.refunds.oweExtra(earlier, extra)
      const owed = { id: "extra_inv_extra", attempt_id: first.attempt_id, network_id: first.network_id }
      expect(await dueRefunds()).toMatchObject([{ ...owed, token_amount: "3" }])
      expect(await read(first, paid)).toMatchObject({ current_attempt_id: first.attempt_id })
      expect(await dueRefunds()).toMatchObject([owed])
    })

    test("shows the attempt again when detected, so the payer does not pay twice", async () => {
      const { first, read, now } = await switchedOnce()
      await read(first, { status: "confirming", receivedAmount: "12.5" })
      expect(await now()).toMatchObject({ attempt_id: first.attempt_id, state: "confirming" })
      // All of it is no part.
      expect(await eventsOf(knex, first.id)).toEqual([])
    })

    test("known to the payer stays in the background, is a refund due at expiry, and takes over if it settles after all", async () => {
      const set = setUpAttempts(suite)
      const payment = await set.openSession()
      const first = await reread(set.store, payment.id)
      await set.read(first, { receivedAmount: "5" })
      const second = await set.choose(stellarRail)
      await set.read(first, { receivedAmount: "5" })
      expect(await set.now()).toMatchObject({ attempt_id: second.attempt_id })
      await set.read(first, { status: "expired", receivedAmount: "5" })
      expect(await set.dueRefunds()).toMatchObject([{ attempt_id: first.attempt_id, token_amount: "5" }])

      await set.read(first, paid)
      expect(await set.now()).toMatchObject({ attempt_id: first.attempt_id, state: "settled" })
      expect(await set.dueRefunds()).toEqual([])
      expect(await knex("onchain_audit_entry").pluck("action")).toContain("refund.withdrawn")

      // The service reverts it before the capture, and the other is paid.
      await set.read(first, { status: "expired", receivedAmount: "5" })
      await set.read(second, paid)
      expect(await set.now()).toMatchObject({ attempt_id: second.attempt_id, state: "settled" })
      await set.capture()
      expect(await set.dueRefunds()).toMatchObject([{ attempt_id: first.attempt_id, token_amount: "5" }])
    })

    test("whose refund is being paid out does not pay the order, and further money is a refund due too", async () => {
      const { openSession, choose, store, read, now, dueRefunds } = setUpAttempts(suite)
      const first = await reread(store, (await openSession()).id)
      await read(first, { receivedAmount: "5" })
      const second = await choose(stellarRail)
      await read(first, { status: "expired", receivedAmount: "5" })
      await knex("onchain_refund").update({ state: "quoted" })
      await read(first, paid)
      expect(await now()).toMatchObject({ attempt_id: second.attempt_id, state: "awaiting" })
      expect(await dueRefunds()).toMatchObject([{ attempt_id: first.attempt_id, token_amount: "7.5" }])
    })

    test("that the service takes back withdraws a refund that is due, and none that is being paid out", async () => {
      const { openSession, choose, store, read, dueRefunds } = setUpAttempts(suite)
      const first = await reread(store, (await openSession()).id)
      await read(first, { receivedAmount: "5" })
      await choose(stellarRail)
      await read(first, { status: "expired", receivedAmount: "5" })
      await knex("onchain_refund").update({ state: "quoted" })
      await read(first, { status: "expired", receivedAmount: "7" })
      expect(await dueRefunds()).toMatchObject([{ token_amount: "2" }])
      await read(first, { status: "expired", receivedAmount: "0" })
      expect(await knex("onchain_refund").whereNull("deleted_at")).toMatchObject([
        { state: "quoted", token_amount: "5" },
      ])
    })
  })

  test("in any amount, order and attempt is captured, held or due exactly once; the first to settle is captured", async () => {
    const step = fc.oneof(
      { weight: 2, arbitrary: fc.record({ choose: fc.constantFrom(...RAILS) }) },
      { weight: 1, arbitrary: fc.constant({ capture: true as const }) },
      { weight: 4, arbitrary: fc.record({ at: fc.nat({ max: 3 }), says: fc.constantFrom(...SAYINGS) }) }
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14, size: "max" }), async (steps) => {
        await emptyTables(knex)
        const set = setUpAttempts(suite)
        const { id } = await set.openSession()
        const said = new Map<string, Saying>()
        let first: string | undefined
        const read = async (attempt: PaymentRow, saying: Saying) => {
          if (saying.status.endsWith("paid")) first ??= attempt.attempt_id
          await set.read(attempt, saying)
        }
        const hear = async (attempt: PaymentRow, saying: Saying) => {
          if (isBehind(said.get(attempt.attempt_id), saying)) return
          said.set(attempt.attempt_id, saying)
          await read(attempt, saying)
        }
        for (const one of steps) {
          const rows = await set.store.listAttempts([id])
          const now = await reread(set.store, id)
          const known = await new PaymentStore(knex, scope).knownMoney(id)
          if ("choose" in one && refuseAttempt(now, known, { attemptCount: rows.length }) === null)
            await set.choose(one.choose)
          if ("capture" in one && now.state === "settled") await set.capture()
          const attempt = "at" in one ? rows[one.at % rows.length] : undefined
          if (attempt && "says" in one) await hear(attempt, one.says)
        }
        for (const attempt of await set.store.listAttempts([id])) {
          const last = said.get(attempt.attempt_id) ?? SAYINGS[0]
          said.set(attempt.attempt_id, { ...last, status: endOf(last) })
        }
        for (let round = 0; round < 3; round++) {
          for (const attempt of await set.store.listAttempts([id]))
            await read(attempt, said.get(attempt.attempt_id) ?? SAYINGS[0])
          if ((await reread(set.store, id)).state === "settled") await set.capture()
        }
        const shown = await reread(set.store, id)
        expect(shown.state === "captured" ? shown.attempt_id : undefined).toBe(first)
        const isKept = shown.state === "captured" || shown.state === "unallocated"
        const due = await set.dueRefunds()
        for (const [attemptId, { receivedAmount }] of said) {
          const own = due.filter(({ attempt_id }) => attempt_id === attemptId)
          const kept = isKept && shown.attempt_id === attemptId
          const owed = own.reduce((sum, { token_amount }) => sum + Number(token_amount), 0)
          expect({ attemptId, owed, refunds: own.length }).toEqual({
            ...{ attemptId, owed: kept ? 0 : Number(receivedAmount) },
            refunds: kept || Number(receivedAmount) === 0 ? 0 : 1,
          })
        }
      }),
      { numRuns: 12 }
    )
  }, 60_000)
})
