import { ObservedSenders } from "../../src/modules/onchain/refund/refund-addresses"
import { OrderPayments } from "../../src/modules/onchain/payment/payment-records"
import { RefundLedger, RefundList, type RefundPage } from "../../src/modules/onchain/refund/refund-ledger"
import { describeTables } from "./onchain-module"
import { inReview, stored, withdrawalIn, destinationIn, scope, paymentsOf } from "./rows"

const SENDER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"

describeTables(({ knex }) => {
  const store = paymentsOf(knex)
  const ledger = new RefundLedger(knex, scope)
  const list = new RefundList(knex, scope)
  const page = (change: Partial<RefundPage> = {}): RefundPage => ({
    filter: { states: [] },
    direction: "desc",
    limit: 20,
    offset: 0,
    ...change,
  })
  const idsOf = async (change: Partial<RefundPage> = {}) =>
    (await list.read(page(change))).rows.map(({ id }) => id)

  describe("of refunds", () => {
    beforeEach(async () => {
      const first = await stored(store, { received_amount: "13" })
      const second = await stored(store, { id: "ocpay_2" })
      await ledger.oweOrderRefund(first, { id: "ref_A", fiatAmount: "5" })
      await ledger.oweSurplus(first)
      await ledger.oweOrderRefund(second, { id: "ref_b", fiatAmount: "5" })
      const sent = { state: "sent", withdrawal_id: (await withdrawalIn(knex)).id }
      await knex("onchain_refund").where({ id: "ref_b" }).update(sent)
      for (const [minute, id] of ["ref_A", "surplus_ocpay_1", "ref_b"].entries())
        await knex("onchain_refund")
          .where({ id })
          .update({ created_at: `2026-11-21T09:0${minute}:00Z` })
    })

    test.each<[string, Partial<RefundPage>, string[]]>([
      ["the newest first", {}, ["ref_b", "surplus_ocpay_1", "ref_A"]],
      ["the oldest first", { direction: "asc" }, ["ref_A", "surplus_ocpay_1", "ref_b"]],
      ["a page", { limit: 1, offset: 1 }, ["surplus_ocpay_1"]],
      ["of one state", { filter: { states: ["due"] } }, ["surplus_ocpay_1", "ref_A"]],
      ["of several states", { filter: { states: ["due", "sent"] } }, ["ref_b", "surplus_ocpay_1", "ref_A"]],
      ["of one kind", { filter: { states: [], kind: "surplus" } }, ["surplus_ocpay_1"]],
      ["by the beginning of an id, in any case", { filter: { states: [], q: "REF_a" } }, ["ref_A"]],
      ["by a payment", { filter: { states: [], q: "ocpay_2" } }, ["ref_b"]],
      ["by a payout", { filter: { states: [], q: "ocwd_" } }, ["ref_b"]],
      ["by wildcard characters", { filter: { states: [], q: "ref%" } }, []],
    ])("%s", async (_, change, ids) => {
      expect(await idsOf(change)).toEqual(ids)
      expect((await list.read(page(change))).count).toBe(change.limit ? 3 : ids.length)
    })

    test("one that was rolled back is hidden", async () => {
      await ledger.withdraw("ref_A")
      expect(await idsOf()).toEqual(["ref_b", "surplus_ocpay_1"])
      expect((await list.listOfPayment("ocpay_1")).map(({ id }) => id)).toEqual(["surplus_ocpay_1"])
    })
  })

  describe("of senders", () => {
    const senders = new ObservedSenders(knex, { ...scope, payouts: { approval: "none" } })
    const seen = (change: object) =>
      inReview(knex, { transaction: { txHash: "0xAbC", fromAddress: SENDER }, ...change })

    test("the sender of the payment's own transaction is known, written as its chain writes it", async () => {
      const payment = await stored(store, { tx_hash: "0xabc" })
      expect(await senders.find(payment)).toBeNull()
      await inReview(knex, { transaction: { txHash: "0xAbC", fromAddress: SENDER.toLowerCase() } })
      expect(await senders.find(payment)).toBe(SENDER)
    })

    test("the sender is in the address book where it is that of the refund's customer or payment", async () => {
      const payment = await stored(store, { tx_hash: "0xabc" })
      const inBook = (customerId: string | null) =>
        senders.findInBook(SENDER, payment, { customerId, paymentId: payment.id })
      const add = (id: string, change: object) =>
        destinationIn(knex, { id, address: SENDER, memo: id, ...change })
      await add("ocdst_old", { state: "archived", customer_id: "cus_ada" })
      await add("ocdst_own", { purpose: "treasury" })
      await add("ocdst_bobs", { customer_id: "cus_bob" })
      await add("ocdst_other", { payment_id: "ocpay_2" })
      await add("ocdst_far", { customer_id: "cus_ada", network_id: "eth-mainnet" })
      expect(await inBook("cus_ada")).toBeNull()
      expect(await inBook(null)).toBeNull()
      await add("ocdst_new", { state: "pending", customer_id: "cus_ada" })
      expect(await inBook("cus_ada")).toEqual({ id: "ocdst_new", state: "pending" })
      await add("ocdst_paid", { payment_id: payment.id })
      expect(await inBook("cus_ada")).toEqual({ id: "ocdst_paid", state: "approved" })
      expect(await inBook(null)).toEqual({ id: "ocdst_paid", state: "approved" })
    })

    test("a deposit meant for the session names the sender too, after the payment's own transaction on its network", async () => {
      const payment = await stored(store, { tx_hash: "0xabc" })
      await seen({
        depositId: "dep_2",
        transaction: { txHash: "0xother", fromAddress: "0xSomebody" },
        observedAt: "2026-11-21T10:00:00.000Z",
        assignment: {
          status: "unassigned_no_intent",
          safeToFulfill: false,
          expectedIntent: { id: "int_1", externalOrderId: payment.session_id, expectedAmountRaw: "1" },
        },
      })
      expect(await senders.find(payment)).toBe("0xSomebody")
      await seen({ networkId: "eth-mainnet" })
      expect(await senders.find(payment)).toBe("0xSomebody")
      await seen({ depositId: "dep_3" })
      expect(await senders.find(payment)).toBe(SENDER)
      expect(await senders.find({ ...payment, session_id: "payses_9", tx_hash: null })).toBeNull()
    })
  })

  describe("of an order", () => {
    const ofOrders = new OrderPayments(knex)
    const order = { id: "order_1", collectionIds: ["paycol_1"], sessionIds: ["payses_3"] }
    const made = (number: number, change: object) =>
      stored(store, { id: `ocpay_${number}`, created_at: new Date(Date.UTC(2026, 0, number)), ...change })

    test("payments are those of its collections and sessions, and money applied to it", async () => {
      await made(1, { collection_id: "paycol_1" })
      await made(2, { collection_id: "paycol_2" })
      await made(3, {})
      await made(4, { resolution: "apply", applied_order_id: "order_1" })
      expect((await ofOrders.list(order)).map(({ id }) => id)).toEqual(["ocpay_1", "ocpay_3", "ocpay_4"])
      const none = { id: "order_2", collectionIds: [], sessionIds: [] }
      expect(await ofOrders.list(none)).toEqual([])
    })

    test("an abandoned session is listed when money arrived for it", async () => {
      const left = { collection_id: "paycol_1", abandoned_at: new Date() }
      await made(1, left)
      await made(2, { ...left, received_amount: "3" })
      await made(3, { ...left, tx_hash: "0xabc" })
      expect((await ofOrders.list(order)).map(({ id }) => id)).toEqual(["ocpay_2", "ocpay_3"])
    })
  })
})
