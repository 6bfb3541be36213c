import type {
  OnchainAttentionResponse,
  OnchainOrderResponse,
  OnchainPaymentDetailResponse,
  OnchainPaymentListResponse,
} from "../../src/types/http"
import { pageText } from "./support/page-text"
import { placePurchase } from "./support/purchase"
import { storeSuite } from "./support/store-suite"
import { paidTooLate, paymentId } from "./support/unallocated"

storeSuite("an amount with more digits than its currency", {}, (store) => {
  /** Medusa computes taxes with more digits than a currency has. */
  const reprice = async (id: string, amount: string, currency: string) => {
    await store.db("onchain_payment").where({ id }).update({ fiat_amount: amount, currency_code: currency })
    await store.db("onchain_attempt").where({ payment_id: id }).update({ asked_fiat_amount: amount })
  }
  it("is shown in the unit of its currency everywhere, which has two decimals or none", async () => {
    const { merchant, shopper } = store
    const { sessionId, orderId } = await placePurchase(store)
    const id = await paymentId(store, sessionId)
    for (const [code, exact, shown] of [
      ["eur", "38.755", "38.76"],
      ["jpy", "1083.24", "1083"],
    ] as const) {
      await reprice(id, exact, code)
      expect(await shopper.payment(sessionId)).toMatchObject({ fiat_amount: shown, currency_code: code })
      const page = pageText(await shopper.page(sessionId)).replaceAll(",", "")
      expect(page).toContain(shown)
      expect(page).not.toContain(exact)

      const sum = { fiat_amount: shown, status: { params: { fiat: shown } } }
      const { payments } = await merchant.get<OnchainPaymentListResponse>("/admin/onchain/payments")
      expect(payments.find((one) => one.id === id)).toMatchObject(sum)
      const { payment } = await merchant.get<OnchainPaymentDetailResponse>(`/admin/onchain/payments/${id}`)
      expect(payment).toMatchObject(sum)
      const { order } = await merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)
      expect(order.payments).toMatchObject([{ fiat_amount: shown }])
      const csv = await merchant.get<string>("/admin/onchain/payments/export")
      expect(csv).toContain(`,${shown},${code.toUpperCase()},`)
      expect(csv + JSON.stringify({ payments, payment, order })).not.toContain(exact)
    }
  })

  it("is shown so in attention and among the money without an order", async () => {
    const { id } = await paidTooLate(store)
    await reprice(id, "17.004", "usd")
    const { items } = await store.merchant.get<OnchainAttentionResponse>("/admin/onchain/attention")
    expect(items).toMatchObject([{ kind: "unmatched", fiat_amount: "17" }])
    expect(await store.merchant.unmatched.view(id)).toMatchObject({
      fiat_amount: "17",
      fiat_value: "17",
    })
  })
})
