import type { OnchainPageLinkResponse } from "../../src/types/http"
import { eventually } from "./support/eventually"
import { editQuantity } from "./support/order-edits"
import { placePurchase, storedPayment } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

storeSuite("a pay link for an order that became more expensive", {}, (store) => {
  const payLink = (orderId: string) =>
    store.merchant.post<OnchainPageLinkResponse>(`/admin/onchain/orders/${orderId}/pay-link`, {})

  it("is not made while money is being confirmed: its session would be deleted", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await store.sandbox.pay(invoiceId)
    await eventually(async () => {
      expect(await storedPayment(store, sessionId)).toMatchObject({ state: "confirming" })
    })
    await editQuantity(store, orderId, 2)
    await expect(payLink(orderId)).rejects.toMatchObject({ response: { data: { type: "not_allowed" } } })
    await store.sandbox.settle(invoiceId)
    await store.quiet()
    const { captures, outstanding } = await store.merchant.order(orderId)
    expect(captures).toEqual([17])
    const second = await store.shopper.openLink((await payLink(orderId)).page_link.token)
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
    const second = await store.shopper.openLink((await payLink(orderId)).page_link.token)
    expect(second.payment).toMatchObject({ status: "choose", fiat_amount: String(outstanding) })
    expect(second.sessionId).not.toBe(sessionId)
  })
})
