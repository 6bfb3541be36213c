import { GatewayError } from "../../src/gateway/client/errors"
import { AttemptStore } from "../../src/modules/onchain/payment/attempt-store"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import { lockPayment } from "../../src/modules/onchain/payment/payment-row"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { openAttempt } from "../../src/modules/onchain/payment/opening"
import { setUpAttempts } from "./attempt-rows"
import { setUpIntents } from "./intent-opening"
import { untilWaiting } from "./module-database"
import { describeOnchainModule } from "./onchain-module"
import { stellarRail, usdcRail } from "./payment-opening"
import { reread } from "./payment-rows"
import { scope } from "./scope"

const refusal = (change: Partial<ConstructorParameters<typeof GatewayError>[1]> = {}) =>
  new GatewayError("createInvoice", {
    ...{
      code: "VALIDATION_ERROR",
      explanation: "refused",
      outcome: "not_applied",
      isRetryable: false,
      status: 400,
    },
    ...change,
  })
const lostAnswer = refusal({ code: "TIMEOUT", outcome: "unknown", isRetryable: true, status: undefined })

describeOnchainModule((suite) => {
  const { knex } = suite
  const attemptRows = () => knex("onchain_attempt").orderBy("created_at")

  describe("a session without a rail", () => {})

  describe("another choice", () => {
    test("opens another invoice with another key for the full amount; the previous one stays watched", async () => {
      const { openSession, choose, calls, store } = setUpAttempts(suite)
      const { id } = await openSession()
      const switched = await choose(stellarRail)
      const [first, second] = await store.listAttempts(id)
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
        if (number > 1) throw refusal()
      })
      const first = await openSession()
      await expect(choose(stellarRail)).rejects.toMatchObject({ code: "rail_unavailable" })
      expect(await now()).toMatchObject({ attempt_id: first.attempt_id, state: "awaiting" })
      expect((await attemptRows()).map(({ state }) => state)).toEqual(["awaiting", "failed"])
      await expect(choose("evm:base-mainnet:DOGE")).rejects.toMatchObject({ type: "invalid_data" })
      expect(await attemptRows()).toHaveLength(2)
    })

    test("opens one of two different concurrent choices and refuses the other", async () => {
      const { openUnchosen, context, calls, now } = setUpAttempts(suite)
      await openUnchosen()
      const seen = await now()
      const ends = await Promise.allSettled(
        [usdcRail, stellarRail].map((rail) => openAttempt(seen, rail, context))
      )
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
      const asked = calls.map(({ body }) => body)
      for (const { chain, canonicalAssetId } of asked)
        expect(canonicalAssetId !== undefined).toBe(chain === "stellar")
      expect(await now()).toMatchObject({ state: "awaiting" })
    })

    test("chosen before the page saw the payment opens nothing, and the money is captured", async () => {
      const { openSession, context, calls, now, read, store } = setUpAttempts(suite)
      const first = await reread(store, (await openSession()).id)
      const seen = await now()
      await read(first, { status: "confirming" })
      await expect(openAttempt(seen, stellarRail, context)).rejects.toMatchObject({ type: "not_allowed" })
      await read(first, { status: "paid" })
      await expect(openAttempt(seen, stellarRail, context)).rejects.toMatchObject({ type: "not_allowed" })
      expect(await openAttempt(seen, usdcRail, context)).toMatchObject({ state: "settled" })
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
    const { openFor, context, intents, store } = setUpIntents(knex)
    const first = await openFor("payses_1")
    const second = await openAttempt(first, stellarRail, context)
    const third = await openAttempt(second, usdcRail, context)
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
    const { openSession, context, now } = setUpAttempts(suite)
    const first = await openSession()
    const live = { environment: "live", businessId: "biz_live" } as const
    const accountOf = { store: new PaymentStore(knex, live), attempts: new AttemptStore(knex, live) }
    const second = await openAttempt(await now(), stellarRail, { ...context, ...accountOf })
    expect(second).toMatchObject({ environment: "live", business_id: "biz_live", state: "awaiting" })
    expect(await accountOf.store.find({ gateway_invoice_id: "inv_1" })).toBeUndefined()
    expect(await context.store.find({ gateway_invoice_id: "inv_1" })).toMatchObject({
      attempt_id: first.attempt_id,
    })
  })
})
