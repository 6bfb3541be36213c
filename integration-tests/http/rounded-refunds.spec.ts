import type { OnchainRefundOrderResponse } from "../../src/types/http"
import { placePurchase, storedPayment } from "./support/purchase"
import { fillTreasury, refused } from "./support/refunds"
import { storeSuite } from "./support/store-suite"

/** Of the goods; with shipping 38.751425, which is more digits than a dollar has. */
const PRICE = 33.751425
const TOTAL = "38.751425"

storeSuite("a refund of an order whose total has more digits than its currency", { jobs: true }, (store) => {
  async function sellLong() {
    const [variantId = ""] = store.seed.variantIds
    const { variants } = await store.merchant.get<{
      variants: { product_id: string; prices: { id: string; currency_code: string }[] }[]
    }>(`/admin/product-variants?id=${variantId}&fields=id,product_id,*prices`)
    const [variant] = variants
    const price = variant?.prices.find(({ currency_code }) => currency_code === "usd")
    await store.merchant.post(`/admin/products/${variant?.product_id}/variants/${variantId}`, {
      prices: [{ id: price?.id, currency_code: "usd", amount: PRICE }],
    })
    // The prepared carts have the earlier price.
    const cartId = await store.shopper.fillCart({ hasShipping: false })
    await store.shopper.addShipping(cartId)
    jest.spyOn(store.shopper, "fillCart").mockResolvedValueOnce(cartId)
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      fiat_amount: TOTAL,
      received_amount: TOTAL,
    })
    const { id } = await store.db("payment").where({ payment_session_id: sessionId }).first("id")
    return { orderId, id: String(id) }
  }
  const byMedusa = async (paymentId: string, amount: number) => {
    await store.merchant.post(`/admin/payments/${paymentId}/refund`, { amount })
    const { id } = await store.db("refund").where({ payment_id: paymentId }).orderBy("id", "desc").first("id")
    return String(id)
  }
  const byOurs = async (orderId: string, amount: string) => {
    const path = `/admin/onchain/orders/${orderId}/refunds`
    const body = { request_id: `form_${amount.replace(".", "_")}_long`, amount }
    return (await store.merchant.post<OnchainRefundOrderResponse>(path, body)).refund.id
  }
  const sent = async () => (await store.sandbox.withdrawals()).map(({ amount }) => amount)

  it.each<[string, (sale: { orderId: string; id: string }) => Promise<string>]>([
    ["Medusa's form, rounded up", ({ id }) => byMedusa(id, 38.76)],
    ["ours, rounded as it is shown", ({ orderId }) => byOurs(orderId, "38.75")],
  ])("by %s ends it in one step, to the last base unit, and nothing more is refunded", async (_, refund) => {
    await fillTreasury(store)
    const sale = await sellLong()
    const api = store.merchant.refunds
    expect(await api.payOut(store, await refund(sale))).toMatchObject({
      token_amount: TOTAL,
      payment_sums: { left_tokens: "0" },
    })
    expect(await sent()).toEqual([TOTAL])
    const more = refused(400, /amount: at most 0 USD/, "over_refund")
    await expect(byOurs(sale.orderId, "0.01")).rejects.toMatchObject(more)
    await expect(byMedusa(sale.id, 0.01)).rejects.toMatchObject(refused(400, /amount: at most 0 USD/))
    expect((await api.list("?state=due")).refunds).toEqual([])
  })

  it("in two steps is exact too, and one that Medusa accepts with a cent too much is not made", async () => {
    await fillTreasury(store)
    const { id } = await sellLong()
    const api = store.merchant.refunds
    await expect(byMedusa(id, 38.77)).rejects.toMatchObject(refused(400, /amount: at most 38.75 USD/))
    await api.payOut(store, await byMedusa(id, 20))
    await expect(byMedusa(id, 18.77)).rejects.toMatchObject(refused(400, /amount: at most 18.75 USD/))
    await api.payOut(store, await byMedusa(id, 18.76))
    expect(await sent()).toEqual(["20", "18.751425"])
  })
})
