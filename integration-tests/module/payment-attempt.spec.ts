import { DepositInvoices, IntentStore } from "../../src/modules/onchain/payment/intent-store"
import { OrderFollowUps } from "../../src/modules/onchain/payment/order-follow-ups"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import { UnallocatedList } from "../../src/modules/onchain/payment/payment-list"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { RefundLedger } from "../../src/modules/onchain/refund/refund-ledger"
import { AttentionList } from "../../src/modules/onchain/health/attention-list"
import { HealthFacts } from "../../src/modules/onchain/health/health-facts"
import { scopeColumns } from "../../src/modules/onchain/work/claim"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { describeOnchainModule } from "./onchain-module"
import { invoice, reread, stored } from "./payment-rows"
import { scope } from "./scope"

const LIVE = { environment: "live", businessId: "biz_live" }

describeOnchainModule(({ knex, service }) => {
  const store = new PaymentStore(knex, scope)
  const live = new PaymentStore(knex, LIVE)
  const second = { id: "ocpay_2", session_id: "payses_2", idempotency_key: "invoice_ocpay_2" }
  const attempt = async (payment_id = "ocpay_1") => knex("onchain_attempt").where({ payment_id }).first()
  const payment = async (id = "ocpay_1") => knex("onchain_payment").where({ id }).first()
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

  describe("a payment and its attempt", () => {
    test("are captured together, and the payment names the attempt", async () => {
      const row = await stored(store, { state: "settled" })
      expect(await store.move(row, "captured", { captured_at: new Date(), shortfall_amount: "0.1" })).toBe(
        true
      )
      expect(await payment()).toMatchObject({ state: "captured", captured_attempt_id: "ocatt_ocpay_1" })
      expect(await attempt()).toMatchObject({ state: "settled", shortfall_amount: "0.1" })
      await expect(knex("onchain_payment").update({ captured_attempt_id: null })).rejects.toThrow(
        "onchain_payment_captured_attempt"
      )
    })

    test("are held together: the attempt says how its invoice ended", async () => {
      const row = await stored(store)
      const held = await store.record(row, invoice({ status: "expired", receivedAmount: "5" }))
      expect(held).toMatchObject({ state: "unallocated", unallocated_reason: "partial_payment" })
      expect(await payment()).toMatchObject({ state: "held" })
      expect(await attempt()).toMatchObject({ state: "expired", received_amount: "5" })
    })

    test("change both or neither", async () => {
      const row = await stored(store, { state: "settled" })
      await expect(
        store.move(row, "captured", { captured_at: new Date(), received_amount: "a lot" })
      ).rejects.toThrow("onchain_attempt_received_amount_check")
      expect(await reread(store)).toEqual(row)
    })

    test.each(["fiat_amount", "applied_amount"] as const)(
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

  describe("an intent", () => {
    const intent = { kind: "auto_deposit", customer_id: "cus_1", gateway_invoice_id: null } as const
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
  })

  describe("one database of a sandbox and a live account", () => {
    const due = new Date(Date.now() - 60_000)
    const open = (change: Partial<PaymentRow> = {}) =>
      stored(store, { next_check_at: due, order_check_at: due, ...change })
    /** The same identifiers of the gateway, in the other account. */
    const openLive = (change: Partial<PaymentRow> = {}) =>
      stored(live, { ...second, ...scopeColumns(LIVE), next_check_at: due, order_check_at: due, ...change })

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
      const intent = { kind: "auto_deposit", customer_id: "cus_1", gateway_invoice_id: null } as const
      await open({ ...intent, gateway_intent_id: "int_1" })
      const opening = await openLive({
        ...{ ...intent, state: "opening", external_order_id: "payses_1" },
      })
      const terms = { gatewayIntentId: "int_1", address: "0xnew", memo: null, status: "active" }
      expect(await new IntentStore(knex, LIVE).bind(opening, terms)).toMatchObject({ state: "awaiting" })
      expect(await reread(store)).toMatchObject({ state: "awaiting" })
      const listed = [invoice({ id: "inv_9", externalOrderId: "payses_1" })]
      expect(await new DepositInvoices(knex, LIVE).listUnknown(listed)).toEqual([
        { invoiceId: "inv_9", paymentId: "ocpay_2", attemptId: "ocatt_ocpay_2" },
      ])
      // Owed back in the sandbox, the same identifier hides no invoice of the live account.
      await new RefundLedger(knex, scope).oweExtra(await reread(store), {
        invoiceId: "inv_9",
        tokenAmount: "1",
      })
      expect(await new DepositInvoices(knex, LIVE).listUnknown(listed)).toHaveLength(1)
      const lists = new PaymentChecks(knex, LIVE, 60_000)
      await lists.planListed(new Date(), { isAll: true })
      expect(await new PaymentChecks(knex, scope, 60_000).countDueInList(1)).toMatchObject({ due: 1 })
    })

    test("lists and counts money without an order of its own account", async () => {
      const held = { state: "unallocated", unallocated_reason: "cart_gone", settled_at: due } as const
      await open(held)
      await openLive(held)
      const list = new UnallocatedList(knex, LIVE)
      expect(ids(await list.page({ filter: {}, direction: "desc", limit: 9, offset: 0 }))).toEqual([
        "ocpay_2",
      ])
      expect(await list.find("ocpay_1")).toBeUndefined()
      const facts = new HealthFacts(knex, LIVE, new SharedStatus(knex, () => undefined))
      const attention = new AttentionList(knex, { ...LIVE, payouts: { approval: "none" } })
      expect(await attention.count("unmatched", "part_paid")).toBe(1)
      expect(await facts.overdueChecks(1_000)).toMatchObject({ count: 1 })
    })

    test("does not read an invoice of the other account", async () => {
      const row = await openLive()
      await expect(service.refreshPayment(row)).rejects.toThrow("another account")
    })
  })
})
