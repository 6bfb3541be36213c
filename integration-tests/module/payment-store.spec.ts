import { samplePayment } from "../../src/modules/onchain/payment/__tests__/sample-payment"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { IntentStore } from "../../src/modules/onchain/payment/intent-store"
import { OrderFollowUps } from "../../src/modules/onchain/payment/order-follow-ups"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { RefundLedger } from "../../src/modules/onchain/refund/refund-ledger"
import { databaseTime, scopeColumns } from "../../src/modules/onchain/work/claim"
import { together, describeOnchainModule } from "./onchain-module"
import { reread, stored, invoice, EVM_ADDRESS, scope, eventsOf, paymentsOf } from "./rows"

const LIVE = { environment: "live", businessId: "biz_live" }
describeOnchainModule(({ service, knex }) => {
  const store = paymentsOf(knex)
  const other = {
    id: "ocpay_2",
    session_id: "payses_2",
    idempotency_key: "invoice_ocpay_2",
    gateway_invoice_id: "inv_2",
  }

  test.each(["session_id", "idempotency_key", "gateway_invoice_id"] as const)(
    "two rows cannot share a %s",
    async (column) => {
      const first = await stored(store)
      expect(await store.insert(samplePayment({ ...other, [column]: first[column] }))).toBe(false)
      expect(await store.insert(samplePayment(other))).toBe(true)
      await expect(store.note("ocpay_2", { [column]: first[column] })).rejects.toThrow(/unique/)
    }
  )

  describe.each([600_000, -600_000])("a process whose clock is off by %d ms", (shiftMs) => {
    const timers = ["setTimeout", "setInterval", "setImmediate", "nextTick", "queueMicrotask"] as const
    beforeEach(() => {
      const doNotFake = [...timers, "clearTimeout", "clearInterval", "clearImmediate", "performance"] as const
      jest.useFakeTimers({ now: Date.now() + shiftMs, doNotFake: [...doNotFake, "hrtime"] })
    })
    afterEach(() => jest.useRealTimers())

    test("dates money, parts and holds by the database's", async () => {
      await service.storeClock.follow(() => databaseTime(knex))
      const seen = await stored(store, { state: "awaiting" })
      await service.payments.record(seen, invoice({ status: "pending", receivedAmount: "1" }))
      await service.payments.holdForReview(seen, "partial_payment")
      const off = (column: string) => knex.raw(`abs(extract(epoch FROM ${column} - now())) < 5 AS ${column}`)
      expect(await knex("onchain_payment").first(off("settled_at"))).toEqual({ settled_at: true })
      expect(await knex("onchain_attempt").first(off("part_seen_at"), off("checked_at"))).toEqual({
        ...{ part_seen_at: true, checked_at: true },
      })
    })
  })

  test("Medusa's own service reads what the store writes", async () => {
    await stored(store, {
      memo: "18446744073709551615",
      expected_amount: "9007199254740993.000000000000000001",
    })
    expect(await service.retrieveOnchainPayment("ocpay_1")).toMatchObject({
      fiat_amount: "12.5",
      state: "open",
    })
    expect(await service.retrieveOnchainAttempt("ocatt_ocpay_1")).toMatchObject({
      memo: "18446744073709551615",
      expected_amount: "9007199254740993.000000000000000001",
      state: "awaiting",
      decimals: 6,
    })
  })

  test("of twenty concurrent transitions exactly one wins", async () => {
    const row = await stored(store, { state: "settled" })
    const moves = await together(20, (n) =>
      n % 2 ? store.move(row, "captured") : store.holdForReview(row, "cart_gone")
    )
    expect(moves.filter(Boolean)).toHaveLength(1)
    const winner = moves.indexOf(true) % 2 ? "captured" : "unallocated"
    expect((await reread(store)).state).toBe(winner)
  })

  test("an unknown transition is an error, and nothing is written", async () => {
    const row = await stored(store)
    await expect(store.move(row, "opening", { last_error: "x" })).rejects.toThrow(
      "payment ocpay_1 cannot go from awaiting to opening"
    )
    expect(await reread(store)).toEqual(row)
  })

  const live = new PaymentStore(knex, LIVE)
  const { gateway_invoice_id: _, ...second } = other
  const intent = { kind: "auto_deposit", customer_id: "cus_1", gateway_invoice_id: null } as const
  const attempt = async (payment_id = "ocpay_1") => knex("onchain_attempt").where({ payment_id }).first()
  const payment = async (id = "ocpay_1") => knex("onchain_payment").where({ id }).first()
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

  describe("a payment and its attempt", () => {
    test("are captured together, and the payment names the attempt", async () => {
      const row = await stored(store, { state: "settled" })
      expect(await store.move(row, "captured", { captured_at: new Date() })).toBe(true)
      expect(await payment()).toMatchObject({ state: "captured", current_attempt_id: "ocatt_ocpay_1" })
      expect(await attempt()).toMatchObject({ state: "settled" })
      await expect(knex("onchain_payment").update({ current_attempt_id: null })).rejects.toThrow(
        "onchain_payment_captured_attempt"
      )
    })

    test("change both or neither", async () => {
      const row = await stored(store, { state: "settled" })
      await expect(
        store.move(row, "captured", { captured_at: new Date(), received_amount: "a lot" })
      ).rejects.toThrow("onchain_attempt_received_amount_check")
      expect(await reread(store)).toEqual(row)
    })

    test.each(["fiat_amount", "taken_token_amount"] as const)(
      "hold no %s that is not a number",
      async (column) => {
        await stored(store)
        await expect(store.note("ocpay_1", { [column]: "-1" })).rejects.toThrow(
          `onchain_payment_${column}_check`
        )
      }
    )

    test("are stored together or not at all", async () => {
      await stored(store)
      const sameInvoice = { ...(await reread(store)), ...second, attempt_id: "ocatt_2" }
      expect(await store.insert(sameInvoice)).toBe(false)
      expect(await payment("ocpay_2")).toBeUndefined()
    })
  })

  const own = { external_order_id: "payses_2", attempt_id: "ocatt_2", gateway_intent_id: "int_2" }

  test("waits alone for the deposit of its customer, network and token", async () => {
    const row = await stored(store, { ...intent, gateway_intent_id: "int_1" })
    expect(await store.insert({ ...row, ...second, ...own })).toBe(false)
    expect(await store.insert({ ...row, ...second, ...own, token: "USDT" })).toBe(true)
  })

  test("waits again after a reorganisation, though a newer one waits", async () => {
    const older = { ...intent, state: "confirming", gateway_invoice_id: "inv_1" } as const
    const row = await stored(store, { ...older, gateway_intent_id: "int_1" })
    await stored(store, { ...intent, ...second, ...own })
    const matched = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_1" } as const
    expect(await store.record(row, invoice({ ...matched, status: "pending" }))).toMatchObject({
      state: "awaiting",
    })
  })

  describe("one database of a sandbox and a live account", () => {
    const due = new Date(Date.now() - 60_000)
    const open = (change: Partial<PaymentRow> = {}) =>
      stored(store, { next_check_at: due, order_check_at: due, ...change })
    /** The same identifiers of the gateway, in the other account. */
    const openLive = (change: Partial<PaymentRow> = {}) =>
      stored(live, {
        ...other,
        gateway_invoice_id: "inv_1",
        ...scopeColumns(LIVE),
        next_check_at: due,
        order_check_at: due,
        ...change,
      })

    test("finds, polls and follows up the payments of its own account", async () => {
      await open()
      await openLive()
      expect(await store.find({ gateway_invoice_id: "inv_1" })).toMatchObject({ id: "ocpay_1" })
      expect(await live.find({ gateway_invoice_id: "inv_1" })).toMatchObject({ id: "ocpay_2" })
      for (const [account, expected] of [[scope, "ocpay_1"] as const, [LIVE, "ocpay_2"] as const]) {
        const checks = new PaymentChecks(knex, account, 60_000)
        expect(await checks.countDue()).toBe(1)
        expect(ids(await checks.claim(9))).toEqual([expected])
        expect(ids(await new OrderFollowUps(knex, account).takeDue(9))).toEqual([expected])
      }
    })

    test("accepts intents of both accounts that have the same identifiers", async () => {
      await open({ ...intent, gateway_intent_id: "int_1" })
      const opening = await openLive({ ...{ ...intent, state: "opening", external_order_id: "payses_1" } })
      const terms = { state: "awaiting", gateway_intent_id: "int_1", deposit_address: "0xnew" } as const
      expect(await new IntentStore(knex, LIVE).conclude(opening, terms)).toMatchObject({ state: "awaiting" })
      expect(await reread(store)).toMatchObject({ state: "awaiting" })
      const listed = [invoice({ id: "inv_9", externalOrderId: "payses_1" })]
      expect(await new IntentStore(knex, LIVE).listUnknown(listed)).toEqual([
        { invoiceId: "inv_9", paymentId: "ocpay_2", attemptId: "ocatt_ocpay_2" },
      ])
      // Owed back in the sandbox, the same identifier hides no invoice of the live account.
      await new RefundLedger(knex, scope).oweExtra(await reread(store), {
        invoiceId: "inv_9",
        tokenAmount: "1",
      })
      expect(await new IntentStore(knex, LIVE).listUnknown(listed)).toHaveLength(1)
      const lists = new PaymentChecks(knex, LIVE, 60_000)
      await lists.planListed(new Date(), { isAll: true })
      expect(await new PaymentChecks(knex, scope, 60_000).countDueInList(1)).toMatchObject({ due: 1 })
    })

    test("does not read an invoice of the other account", async () => {
      const row = await openLive()
      await expect(service.refreshPayment(row)).rejects.toThrow("another account")
    })
  })

  test("a read that is older than the row writes nothing and returns the row as it is", async () => {
    const before = await stored(store)
    await store.record(before, invoice({ status: "paid", receivedAmount: "12.5" }))
    const settled = await reread(store)
    expect(await store.record(before, invoice({ status: "confirming", receivedAmount: "1" }))).toEqual(
      settled
    )
    expect(await reread(store)).toEqual(settled)
  })

  test("concurrent reads leave the payment where the last write says, and settled while it is paid", async () => {
    for (let round = 0; round < 5; round++) {
      const id = `ocpay_${round}`
      const row = await stored(store, { id, gateway_invoice_id: id, state: "confirming" })
      await Promise.all(
        ["confirming", "paid", "confirming", "overpaid", "paid"].map(async (status) =>
          store.record(await reread(store, row.id), invoice({ id, status }))
        )
      )
      const after = await store.record(await reread(store, id), invoice({ id, status: "paid" }))
      expect(after.state).toBe("settled")
    }
  })

  test("the progress invoice informs, and the canonical one decides; an unknown status is kept as it came", async () => {
    const confirmationProgress = { current: 3, required: 12, txHash: "0xabc" }
    const progress = invoice({ status: "paid", confirmationProgress })
    const row = await store.record(await stored(store), invoice({ status: "confirming" }), progress)
    expect(row).toMatchObject({
      ...{ state: "confirming", gateway_status: "confirming", tx_hash: "0xabc" },
      ...{ confirmations: 3, confirmations_required: 12 },
    })
    const unknown = await store.record(row, invoice({ status: "on_hold" }))
    expect(unknown).toMatchObject({ state: "confirming", gateway_status: "on_hold" })
  })

  test("what a later read omits is kept, except the confirmations and the amount that a reorganisation took", async () => {
    const progress = { confirmationProgress: { current: 3, required: 12, txHash: "0xabc" } }
    const first = await store.record(
      await stored(store),
      invoice({ status: "confirming", receivedAmount: "12.5", ...progress })
    )
    const silent = invoice({ status: "confirming", depositAddress: undefined })
    const second = await store.record(first, silent)
    const kept = { tx_hash: "0xabc", deposit_address: EVM_ADDRESS }
    expect(second).toMatchObject({ ...kept, confirmations: 3, received_amount: "12.5" })
    expect(await store.record(second, invoice())).toMatchObject({
      ...kept,
      ...{ state: "awaiting", confirmations: null, received_amount: null },
    })
  })

  test("a part that arrived before the invoice expired is held for review, and both are reported", async () => {
    const row = await store.record(await stored(store), invoice({ status: "expired", receivedAmount: "3" }))
    expect(row).toMatchObject({
      ...{ state: "unallocated", unallocated_reason: "partial_payment", part_seen_at: expect.any(Date) },
      settled_at: expect.any(Date),
    })
    expect(await eventsOf(knex)).toEqual(["onchain.payment_partially_paid", "onchain.payment_unallocated"])
    expect(await store.record(row, invoice({ status: "paid", receivedAmount: "12.5" }))).toMatchObject({
      ...{ state: "settled", unallocated_reason: null },
    })
  })

  test("a part that is decided at the moment the rest arrives stays decided", async () => {
    const waiting = { state: "unallocated", unallocated_reason: "partial_payment" } as const
    const part = await stored(store, { ...waiting, received_amount: "6" })
    await store.note(part.id, { resolution: "refund_due" })
    const rest = invoice({ status: "paid", receivedAmount: "12.5" })
    expect(await store.record(part, rest)).toMatchObject({ ...waiting, resolution: "refund_due" })
  })

  test("a further deposit of one payment is owed once, each by its invoice", async () => {
    const ledger = new RefundLedger(knex, scope)
    await stored(store, { kind: "auto_deposit", state: "captured" })
    const payment = await reread(store)
    const owe = (invoiceId: string) => ledger.oweExtra(payment, { invoiceId, tokenAmount: "12.5" })
    expect(await Promise.all([owe("inv_2"), owe("inv_2"), owe("inv_2")])).toContain(true)
    expect(await owe("inv_2")).toBe(false)
    expect(await owe("inv_3")).toBe(true)
    const rows = await knex("onchain_refund").select("id", "kind", "token_amount").orderBy("id")
    expect(rows).toEqual([
      { id: "extra_inv_2", kind: "surplus", token_amount: "12.5" },
      { id: "extra_inv_3", kind: "surplus", token_amount: "12.5" },
    ])
  })
})
