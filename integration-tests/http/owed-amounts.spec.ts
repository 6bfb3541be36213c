import type { OnchainOrderResponse } from "../../src/types/http"
import { eventually } from "./support/eventually"
import { expectAgreement, payLink, readBooks } from "./support/five-books"
import { signUp, pay, placeIntent } from "./support/intent-purchase"
import { claimReplacement, credit, transfer, exchange } from "./support/order-changes"
import { pageText } from "./support/page-text"
import { expectCaptured, openPurchase, placePurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { sell } from "./support/refunds"
import { storeSuite } from "./support/store-suite"
import { followUp, followUpNow, listen, runOutOfTime } from "./support/unpaid-orders"
import { settle } from "./support/reconciliation"

const refused = (status: number, data: object = {}) => ({
  response: { status, data: expect.objectContaining(data) },
})

storeSuite("what orders owe", {}, (store) => {
  describe("what an order owes while a change of it is open", () => {
    const box = async (orderId: string) =>
      (await store.merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)).order.outstanding

    it("is the difference of an exchange, asked for once, and nothing once it is paid", async () => {
      const underpaid = listen(store, "onchain.order_underpaid")
      const { orderId, sessionId } = await sell(store)
      await exchange(store, orderId, 1)
      expect((await store.merchant.order(orderId)).outstanding).toBe(6)
      expect(await box(orderId)).toEqual({ amount: "6", currency_code: "usd" })

      const first = await store.shopper.openLink((await payLink(store, orderId)).page_link.token)
      const again = await store.shopper.openLink((await payLink(store, orderId)).page_link.token)
      expect(again.sessionId).toBe(first.sessionId)
      expect(again.payment).toMatchObject({ status: "choose", fiat_amount: "6" })
      await store.shopper.attempt(again.sessionId, USDC_ON_BASE)
      await store.sandbox.payInFull((await store.sandbox.invoices()).at(-1)?.id ?? "")
      await store.quiet()
      expect(await store.merchant.order(orderId)).toMatchObject({
        captures: [17, 6],
        booked: [17, 6],
        outstanding: 0,
      })
      expect(await box(orderId)).toBeNull()
      expect(underpaid).toEqual([])
      await followUpNow(store, [sessionId, again.sessionId])
      expect(await storedPayment(store, again.sessionId)).toMatchObject({
        state: "captured",
        order_outstanding_amount: null,
      })
      await expect(payLink(store, orderId)).rejects.toMatchObject(
        refused(400, { message: "Nothing is due on this order." })
      )
    })

    it("is never what a claim takes back", async () => {
      const { orderId, sessionId } = await sell(store)
      const takeBack = await claimReplacement(store, orderId)
      const { outstanding } = await store.merchant.order(orderId)
      const books = await readBooks(store, orderId, { payer: store.shopper, sessionId })
      expect(books.box).toBe(outstanding > 0 ? outstanding : null)
      expectAgreement(books)
      await takeBack()
      expectAgreement(await readBooks(store, orderId, { payer: store.shopper, sessionId }))
    })
  })

  describe("an unpaid order that owes less", () => {
    const booksOf = (orderId: string, sessionId: string) =>
      readBooks(store, orderId, { payer: store.shopper, sessionId })

    it("and then nothing, says so, shows no address, is not cancelled, and owes back what still comes", async () => {
      const { orderId, sessionId, invoiceId } = await placePurchase(store)
      expect(await store.shopper.payment(sessionId)).toMatchObject({ deposit_address: expect.any(String) })
      await credit(store, orderId, 17)
      const nothing = { status: "nothing_due", deposit_address: null, can_choose: false, fiat_amount: "0" }
      expect(await store.shopper.payment(sessionId)).toMatchObject(nothing)
      expect(pageText(await store.shopper.page(sessionId))).toContain(
        "Nothing is due on this order Do not send anything."
      )
      await expect(store.shopper.attempt(sessionId, USDC_ON_BASE)).rejects.toMatchObject(
        refused(400, { code: "nothing_due" })
      )
      await expect(payLink(store, orderId)).rejects.toMatchObject(refused(400))

      await runOutOfTime(store, [sessionId])
      await followUp(store)
      await followUpNow(store, [sessionId])
      expect(await store.merchant.order(orderId)).toMatchObject({
        status: "pending",
        captures: [],
        outstanding: 0,
      })
      expectAgreement(await booksOf(orderId, sessionId))

      await store.sandbox.payInFull(invoiceId)
      await store.quiet()
      const books = await booksOf(orderId, sessionId)
      expect(books).toMatchObject({ pending: 0, paid: 0, dueTokens: 17, dueOrder: 0, ledger: 17 })
      expectAgreement(books)
      expect(await storedPayment(store, sessionId)).toMatchObject({
        resolution: "refund_due",
        unallocated_reason: "already_paid",
      })
    })

    it("is paid by a new attempt for the new amount", async () => {
      const { orderId, sessionId } = await placePurchase(store)
      await credit(store, orderId, 5)
      expect(await store.shopper.payment(sessionId)).toMatchObject({
        ...{ status: "choose", can_choose: true, deposit_address: null, fiat_amount: "12" },
      })
      const { attempts } = await store.shopper.attempt(sessionId, USDC_ON_BASE).then(async (payment) => {
        expect(payment).toMatchObject({ status: "awaiting_payment", amount: "12", fiat_amount: "12" })
        return { attempts: await store.sandbox.invoices() }
      })
      // The same choice again is the same attempt.
      await store.shopper.attempt(sessionId, USDC_ON_BASE)
      expect(await store.sandbox.invoices()).toHaveLength(attempts.length)
      await store.sandbox.payInFull(attempts.at(-1)?.id ?? "")
      await store.quiet()
      const books = await booksOf(orderId, sessionId)
      expect(books).toMatchObject({ pending: 0, paid: 12, dueTokens: 0, dueOrder: 0, ledger: 12, box: null })
      expectAgreement(books)
      expect(await store.merchant.order(orderId)).toMatchObject({
        payment_status: "captured",
        captures: [12],
      })
      expect((await store.shopper.payment(sessionId)).status).toBe("paid")
    })

    it("and is paid at its old amount after a new attempt was opened owes the surplus back", async () => {
      const { orderId, sessionId, invoiceId } = await placePurchase(store)
      await credit(store, orderId, 5)
      await store.shopper.attempt(sessionId, USDC_ON_BASE)
      await store.sandbox.payInFull(invoiceId)
      await store.quiet()
      const books = await booksOf(orderId, sessionId)
      expect(books).toMatchObject({ pending: 0, paid: 12, dueTokens: 5, dueOrder: 0, ledger: 17, box: null })
      expectAgreement(books)
      expect(await store.merchant.order(orderId)).toMatchObject({
        payment_status: "captured",
        captures: [12],
        booked: [12],
      })
      expect(await store.shopper.payment(sessionId)).toMatchObject({
        status: "paid",
        overpaid_amount: "5",
        fiat_amount: "12",
      })
    })
  })

  describe("an unpaid order that goes to another account", () => {
    it("is paid by its owner on an address of their own; the earlier account sees nothing, and a refund names both", async () => {
      const { customer: first } = await signUp(store)
      const { customer: second, customerId } = await signUp(store)
      const { orderId, sessionId, payment } = await placeIntent(first, USDC_ON_BASE)
      const oldAddress = payment.deposit_address
      const oldLink = first.pagePath(sessionId)
      expect(oldAddress).toEqual(expect.any(String))
      await transfer(store, orderId, customerId)

      await expect(first.payment(sessionId)).rejects.toMatchObject(refused(404))
      await expect(store.api.get(oldLink)).rejects.toMatchObject({ response: { status: 404 } })
      const merchants = await store.shopper.openLink((await payLink(store, orderId)).page_link.token)
      expect(merchants.payment).toMatchObject({
        session_id: sessionId,
        status: "choose",
        fiat_amount: "17",
        deposit_address: null,
      })
      expect(JSON.stringify(merchants)).not.toContain(oldAddress)
      await expect(first.pageLink({ order_id: orderId })).rejects.toMatchObject(refused(404))
      const own = await second.openLink((await second.pageLink({ order_id: orderId })).token)
      expect(own.payment).toMatchObject({ status: "choose", can_choose: true })

      const chosen = await second.attempt(sessionId, USDC_ON_BASE)
      expect(chosen).toMatchObject({ status: "awaiting_payment", deposit_address: expect.any(String) })
      expect(chosen.deposit_address).not.toBe(oldAddress)
      await pay(store, chosen)
      expectAgreement(await readBooks(store, orderId, { payer: second, sessionId }))
      expect(await store.merchant.order(orderId)).toMatchObject({ captures: [17], outstanding: 0 })

      // The earlier account pays its old address after all.
      await pay(store, payment)
      await store.quiet()
      const { rows } = await store.db.raw("SELECT id FROM onchain_refund WHERE deleted_at IS NULL")
      expect(rows).toHaveLength(1)
      const { refund } = await store.merchant.get<{ refund: { payer: object; customer: object } }>(
        `/admin/onchain/refunds/${rows[0].id}`
      )
      expect(refund).toMatchObject({ payer: { id: first.account?.customerId }, customer: { id: customerId } })
    })

    it("and was paid by the earlier account shows its owner that it is paid, and nothing of the transfer", async () => {
      const { customer: first } = await signUp(store)
      const { customer: second, customerId } = await signUp(store)
      const { orderId, sessionId, payment } = await placeIntent(first, USDC_ON_BASE)
      await pay(store, payment)
      await transfer(store, orderId, customerId)
      expect(await second.payment(sessionId)).toMatchObject({
        ...{
          status: "paid",
          deposit_address: null,
          memo: null,
          tx_hash: null,
          explorer: { tx_url: null, address_url: null },
        },
      })
      await expect(first.payment(sessionId)).rejects.toMatchObject(refused(404))
    })
  })

  describe("a cart that is paid and cannot become an order", () => {
    it("because its promotion was deleted, over which Medusa crashed, is placed for what was paid", async () => {
      const { shopper, merchant, sandbox } = store
      const { promotion } = await merchant.post<{ promotion: { id: string } }>("/admin/promotions", {
        ...{ code: "TWOOFF", type: "standard", status: "active" },
        application_method: {
          ...{ type: "fixed", target_type: "items", allocation: "across", value: 2, currency_code: "usd" },
        },
      })
      const cartId = await shopper.fillCart()
      await shopper.post(`/store/carts/${cartId}`, { promo_codes: ["TWOOFF"] })
      const { sessionId } = await shopper.choose(cartId, USDC_ON_BASE)
      await merchant.delete(`/admin/promotions/${promotion.id}`)
      // What a completion leaves that crashed. A real one never ends, and takes goods back in a later story.
      await store.db.raw("UPDATE cart SET completed_at = now() WHERE id = ?", [cartId])

      await sandbox.payInFull((await sandbox.invoices()).at(-1)?.id ?? "")
      await store.quiet()
      const [placed = "", ...others] = await merchant.orderIds()
      expect(others).toEqual([])
      expect(await merchant.order(placed)).toMatchObject({
        captures: [15],
        booked: [15],
        outstanding: 0,
      })
      expect((await shopper.payment(sessionId)).status).toBe("paid")
    })

    it("because its goods are gone holds the money in view, says so, and is placed when they are back", async () => {
      const { shopper, merchant, sandbox } = store
      const heard = listen(store, "onchain.payment_unallocated")
      const { sessionId, invoiceId } = await openPurchase(store)
      await merchant.restock(store.seed, 0)
      await sandbox.payInFull(invoiceId)
      await eventually(async () => {
        expect(await storedPayment(store, sessionId)).toMatchObject({ state: "unallocated" })
      })
      const { id } = await storedPayment(store, sessionId)
      expect(await merchant.unmatched.view(String(id))).toMatchObject({ reason: "completion_failed" })
      expect(await shopper.payment(sessionId)).toMatchObject({
        ...{ status: "needs_review", review_reason: "not_placed", deposit_address: null, can_choose: false },
      })
      expect(pageText(await shopper.page(sessionId))).toContain(
        "The order could not be placed; the shop has been notified. Do not pay again."
      )
      await settle(store, String(id))
      expect(await storedPayment(store, sessionId)).toMatchObject({ unallocated_reason: "completion_failed" })

      await merchant.restock(store.seed, 10)
      await settle(store, String(id))
      await store.quiet()
      expect(await storedPayment(store, sessionId)).toMatchObject({
        state: "captured",
        unallocated_reason: null,
      })
      const [orderId = ""] = await merchant.orderIds()
      await expectCaptured(store, orderId)
      expect((await shopper.payment(sessionId)).status).toBe("paid")
      expect(heard).toHaveLength(1)
    })
  })
})
