import type { OnchainPaymentView } from "../../src/types/http"
import { mistakeStories } from "./stories/mistakes"
import { becomeFinal } from "./support/deposits"
import { pay, placeIntent, signUp } from "./support/intent-purchase"
import { pageText } from "./support/page-text"
import { expectCaptured, placePurchase, type Purchase, USDC_ON_BASE } from "./support/purchase"
import { refused } from "./support/refunds"
import { type StoreUnderTest, storeSuite } from "./support/store-suite"
import { followUpNow, forgetReadings, runOutOfTime, searchDeposits } from "./support/unpaid-orders"
import { installed } from "./support/installed"

const UNTIL_OVER_MS = 31 * 60_000
const USDC_ON_ETHEREUM = "evm:eth-mainnet:USDC"

/** An order whose money the service has, and which is not captured. */
type Known = { orderId: string; sessionId: string }

/** Reads the list of transactions, as its job does. */
async function readTransactions({ container }: StoreUnderTest): Promise<void> {
  await (await installed("finance/workers/sync-transactions")).syncTransactions(container, { is_whole: true })
}

async function waitingTransactions({ db }: StoreUnderTest): Promise<string[]> {
  const { rows } = await db.raw("SELECT id FROM onchain_transaction WHERE status = 'review_required'")
  return rows.map(({ id }: { id: string }) => id)
}

/** Opens late or wrong money at a service that has a deposit for it. */
const asDeposit = (store: StoreUnderTest) => store.sandbox.changeSettings({ reviewsInvoiceMoney: true })

/** Pays an order's invoice after its end. */
async function payLate(store: StoreUnderTest): Promise<Known & Purchase> {
  const purchase = await placePurchase(store)
  await store.sandbox.advance(UNTIL_OVER_MS)
  await store.quiet()
  await store.sandbox.pay(purchase.invoiceId)
  await becomeFinal(store)
  return purchase
}

/** Orders whose money is at the service, by one record of each kind. */
const RECORDS: [string, string, (store: StoreUnderTest) => Promise<Known>][] = [
  [
    "a deposit in review, paid late",
    "17 USDC arrived late. The shop is checking it.",
    async (store) => {
      await asDeposit(store)
      return payLate(store)
    },
  ],
  [
    "a transaction in review, of another token",
    "0.01 ETH arrived instead of 17 USDC. The shop is checking it.",
    async (store) => {
      const order = await placePurchase(store)
      await store.sandbox.pay(order.invoiceId, { token: "ETH", amount: "0.01" })
      await readTransactions(store)
      return order
    },
  ],
]

storeSuite("money that is known to be at the service", {}, (store) => {
  const expectReviewed = (payment: OnchainPaymentView) =>
    expect(payment).toMatchObject({
      ...{ status: "needs_review", can_choose: false, deposit_address: null, memo: null },
    })

  it.each(RECORDS)("as %s, is shown, asks for no more, and keeps its order", async (_, sentence, open) => {
    const { orderId, sessionId } = await open(store)
    expectReviewed(await store.shopper.payment(sessionId))
    for (const rail of [USDC_ON_BASE, USDC_ON_ETHEREUM])
      await expect(store.shopper.attempt(sessionId, rail)).rejects.toMatchObject(
        refused(400, /has arrived and the shop is checking it\. Do not pay again/, "in_review")
      )
    const text = pageText(await store.shopper.page(sessionId))
    expect(text).toContain(sentence)
    expect(text).toContain("Do not pay again.")
    expect(text).not.toContain("Get a new quote")
    await runOutOfTime(store, [sessionId])
    await followUpNow(store, [sessionId])
    await searchDeposits(store)
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
  })

  describe("leads a shopper who made a mistake", () => mistakeStories(store))

  describe("only as a transaction in review that names the invoice", () => {
    it("keeps its order although no job has read the list, until an operator has reviewed it", async () => {
      const { orderId, sessionId } = await payLate(store)
      expect(await waitingTransactions(store)).toEqual([])
      await runOutOfTime(store, [sessionId])
      await followUpNow(store, [sessionId])
      expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
      const [id] = await waitingTransactions(store)
      expectReviewed(await store.shopper.payment(sessionId))

      await store.merchant.post(`/admin/onchain/transactions/${id}/review`, { note: "sent back by hand" })
      expect(await store.shopper.payment(sessionId)).toMatchObject({ status: "expired", can_choose: true })
      await forgetReadings(store)
      await followUpNow(store, [sessionId])
      expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled" })
    })
  })

  it("refreshes an open page when it becomes known, and when it is decided about", async () => {
    await asDeposit(store)
    const { collectionId } = await payLate(store)
    const { marks } = store.container.resolve("onchain").live
    const markOf = async () => (await marks.read([collectionId]))[0]?.mark
    const [deposit] = await store.sandbox.deposits()
    const seen = [await markOf()]
    await store.merchant.deposits.act(deposit?.depositId ?? "", "accept")
    seen.push(await markOf())
    await store.sandbox.changeSettings({ reviewsInvoiceMoney: false })
    const [invoice] = await store.sandbox.invoices()
    await store.sandbox.pay(invoice?.id ?? "")
    await readTransactions(store)
    seen.push(await markOf())
    const [id] = await waitingTransactions(store)
    await store.merchant.post(`/admin/onchain/transactions/${id}/review`, { note: "sent back by hand" })
    seen.push(await markOf())
    expect(new Set(seen).size).toBe(4)
  })

  describe("and is captured, held or applied", () => {
    const sessionsOf = async (orderId: string) => {
      const { rows } = await store.db.raw(
        `SELECT s.id FROM payment_session s JOIN order_payment_collection l ON l.payment_collection_id = s.payment_collection_id
         WHERE l.order_id = ? ORDER BY s.created_at DESC`,
        [orderId]
      )
      return rows.map(({ id }: { id: string }) => id)
    }

    it("answers for a session that was replaced, and for one of another provider, with the order's state", async () => {
      const { customer, customerId } = await signUp(store)
      const { orderId, sessionId, collectionId } = await placeIntent(customer, USDC_ON_BASE)
      const open = (provider_id: string, data: object) =>
        store.container.resolve("workflows").run("create-payment-sessions", {
          input: { payment_collection_id: collectionId, provider_id, data, customer_id: customerId },
        })
      await open("pp_onchain_default", { rail: USDC_ON_ETHEREUM })
      const [newest] = await sessionsOf(orderId)
      await pay(store, await customer.payment(newest ?? ""))
      await expectCaptured(store, orderId)
      await store.container.resolve("payment").createPaymentSession(collectionId, {
        ...{ provider_id: "pp_system_default", currency_code: "usd", amount: 17, data: {} },
      })
      const sessions = [sessionId, ...(await sessionsOf(orderId))]
      expect(sessions).toHaveLength(3)
      const { customer: stranger } = await signUp(store)
      for (const id of sessions) {
        expect(await customer.payment(id)).toMatchObject({
          ...{ session_id: id, status: "paid", can_choose: false, deposit_address: null },
        })
        for (const other of [stranger, store.shopper])
          await expect(other.payment(id)).rejects.toMatchObject({ response: { status: 404 } })
      }
    })
  })
})
