import type { OnchainOrderResponse } from "../../src/types/http"
import { attemptOrder, raiseCollection } from "./support/cart-races"
import { eventually } from "./support/eventually"
import { payLink } from "./support/five-books"
import { expectCaptured, openPurchase, placePurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { storeSuite } from "./support/store-suite"
import { followUpNow, listen } from "./support/unpaid-orders"
import { editQuantity } from "./support/order-changes"

storeSuite("order totals and payments", {}, (store) => {
  it("is refused when the cart changed without its payment collection, or after its payment was priced, and placed with a new one", async () => {
    const { shopper, merchant, sandbox, container } = store
    const { cartId, collectionId, sessionId } = await openPurchase(store)
    const carts = container.resolve("cart")
    const { items } = await carts.retrieveCart(cartId, { relations: ["items"] })
    const take = (quantity: number) => carts.updateLineItems(items?.[0]?.id ?? "", { quantity })
    await take(2)
    expect(await attemptOrder(store, cartId)).toMatchObject({
      orderId: null,
      status: 400,
      message: expect.stringContaining("Load the payment options again"),
    })
    expect(await merchant.orderIds()).toEqual([])
    await take(1)

    await raiseCollection(store, collectionId, 27)
    const attempt = await attemptOrder(store, cartId)
    expect(attempt).toMatchObject({ orderId: null, status: 400 })
    expect(attempt.message).toContain("Load the payment options again")
    expect(attempt.message).toContain("17")
    expect(await merchant.orderIds()).toEqual([])
    expect(await merchant.reserved(store.seed.inventoryItemIds[0] ?? "")).toBe(0)
    expect(await storedPayment(store, sessionId)).toMatchObject({ state: "awaiting", order_placed_at: null })

    await raiseCollection(store, collectionId, 17)
    await shopper.chooseIn(collectionId, cartId, USDC_ON_BASE)
    const orderId = await shopper.placeOrder(cartId)
    await sandbox.payInFull((await sandbox.invoices()).at(-1)?.id ?? "")
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("is not placed for less money than it costs: the payment is held for review", async () => {
    const { sandbox, merchant } = store
    const { collectionId, sessionId, invoiceId } = await openPurchase(store)
    const heard = listen(store, "onchain.payment_unallocated")
    await raiseCollection(store, collectionId, 27)
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await merchant.orderIds()).toEqual([])
    const held = { state: "unallocated", unallocated_reason: "total_not_covered" }
    expect(await storedPayment(store, sessionId)).toMatchObject(held)
    expect(heard).toEqual([expect.objectContaining({ reason: "total_not_covered" })])
  })

  it("that is placed is captured for what arrived, and what is outstanding is reported", async () => {
    const { sandbox, merchant } = store
    const heard = listen(store, "onchain.order_underpaid")
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await editQuantity(store, orderId, 2)
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    const { outstanding } = await merchant.order(orderId)
    expect(outstanding).toBeGreaterThan(0)
    const stored = await storedPayment(store, sessionId)
    expect(heard).toEqual([
      {
        order_id: orderId,
        payment_id: stored.id,
        session_id: sessionId,
        outstanding_amount: String(outstanding),
        currency_code: "usd",
      },
    ])
    expect(stored).toMatchObject({ state: "captured", order_outstanding_amount: String(outstanding) })
    const view = () => merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)
    expect((await view()).order.outstanding).toEqual({ amount: String(outstanding), currency_code: "usd" })

    // It stays in the list until it is paid, and is reported once.
    await followUpNow(store, [sessionId])
    expect(heard).toHaveLength(1)
    expect((await storedPayment(store, sessionId)).order_check_at).toEqual(expect.any(Date))
    await editQuantity(store, orderId, 1)
    await followUpNow(store, [sessionId])
    expect(await storedPayment(store, sessionId)).toMatchObject({
      order_outstanding_amount: null,
      order_check_at: null,
    })
    expect((await view()).order.outstanding).toBeNull()
  })
})

storeSuite("a pay link for an order that became more expensive", {}, (store) => {
  it("is not made while money is being confirmed: its session would be deleted", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await store.sandbox.pay(invoiceId)
    await eventually(async () => {
      expect(await storedPayment(store, sessionId)).toMatchObject({ state: "confirming" })
    })
    await editQuantity(store, orderId, 2)
    await expect(payLink(store, orderId)).rejects.toMatchObject({
      response: { data: { type: "not_allowed" } },
    })
    await store.sandbox.settle(invoiceId)
    await store.quiet()
    const { captures, outstanding } = await store.merchant.order(orderId)
    expect(captures).toEqual([17])
    const second = await store.shopper.openLink((await payLink(store, orderId)).page_link.token)
    expect(second.payment).toMatchObject({ status: "choose", fiat_amount: String(outstanding) })
  })

  it("is for a new payment when the amount is that of the paid one, whatever else its payer had chosen", async () => {
    const { orderId, sessionId } = await placePurchase(store)
    await store.shopper.attempt(sessionId, "evm:bnb-mainnet:USDT")
    await store.sandbox.payInFull((await store.sandbox.invoices()).at(-1)?.id ?? "")
    await store.quiet()
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [17] })
    await editQuantity(store, orderId, 2)
    const { outstanding } = await store.merchant.order(orderId)
    // As if one more piece cost what was paid.
    await store.db("onchain_payment").update({ fiat_amount: String(outstanding) })
    const second = await store.shopper.openLink((await payLink(store, orderId)).page_link.token)
    expect(second.payment).toMatchObject({ status: "choose", fiat_amount: String(outstanding) })
    expect(second.sessionId).not.toBe(sessionId)
  })
})
