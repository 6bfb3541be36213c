import type { OnchainRefundOrderResponse } from "../../src/types/http"
import { refused, sell } from "./support/refunds"
import { storeSuite } from "./support/store-suite"

storeSuite("a refund from the order", { jobs: true }, (store) => {
  const refundOrder = async (orderId: string, body: object) =>
    (await store.merchant.post<OnchainRefundOrderResponse>(`/admin/onchain/orders/${orderId}/refunds`, body))
      .refund
  const refunds = async () => (await store.db.raw("SELECT id, raw_amount FROM refund")).rows

  it("is made in Medusa and due here, once for each request, also when its answer was lost; above the payment or of another one it is refused", async () => {
    const { orderId } = await sell(store)
    for (const [change, words] of [
      [{ amount: "17.01" }, /amount: at most 17 USD/],
      [{ amount: "5", payment_id: "pay_other" }, /payment_id: expected/],
    ] as const) {
      const wrong = { request_id: "form_refused", ...change }
      await expect(refundOrder(orderId, wrong)).rejects.toMatchObject(refused(400, words))
      expect(await refunds()).toEqual([])
    }
    const body = { request_id: "form_12345", amount: "5.50", note: "One was broken" }
    const [one, same] = await Promise.all([refundOrder(orderId, body), refundOrder(orderId, body)])
    expect(one).toMatchObject({
      id: same.id,
      state: "due",
      fiat_amount: "5.5",
      sums: { fiat: "5.5", received_tokens: "5.5", tokens: null },
      payment_sums: { captured_fiat: "17" },
      choices: { quote: { is_possible: true }, ask_address: { is_possible: true } },
    })
    expect((await refundOrder(orderId, body)).id).toBe(one.id)
    expect(await refunds()).toMatchObject([{ id: one.id }])
    await expect(refundOrder(orderId, { ...body, amount: "6" })).rejects.toMatchObject(
      refused(409, /request_id/, "request_reused")
    )
  })
})
