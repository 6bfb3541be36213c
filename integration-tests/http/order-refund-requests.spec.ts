import type { OnchainRefundOrderResponse } from "../../src/types/http"
import { refused, sell } from "./support/refunds"
import { storeSuite } from "./support/store-suite"

storeSuite("a refund from the order", { jobs: true }, (store) => {
  const refundOrder = async (orderId: string, body: object) =>
    (await store.merchant.post<OnchainRefundOrderResponse>(`/admin/onchain/orders/${orderId}/refunds`, body))
      .refund
  const refunds = async () => (await store.db.raw("SELECT id, raw_amount FROM refund")).rows

  it("is made in Medusa and due here, once for each request", async () => {
    const { orderId } = await sell(store)
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
    expect(await refunds()).toMatchObject([{ id: one.id }])
    await expect(refundOrder(orderId, { ...body, amount: "6" })).rejects.toMatchObject(
      refused(409, /request_id/, "request_reused")
    )
  })

  it("is the same once its answer was lost", async () => {
    const { orderId } = await sell(store)
    const body = { request_id: "form_12345", amount: "5" }
    const { id } = await refundOrder(orderId, body)
    expect((await refundOrder(orderId, body)).id).toBe(id)
    expect(await refunds()).toHaveLength(1)
  })

  it.each([
    [{ amount: "17.01" }, /amount: at most 17 USD/],
    [{ amount: "5", payment_id: "pay_other" }, /payment_id: expected/],
  ])("of %j is refused and changes nothing", async (change, words) => {
    const { orderId } = await sell(store)
    await expect(refundOrder(orderId, { request_id: "form_12345", ...change })).rejects.toMatchObject(
      refused(400, words)
    )
    expect(await refunds()).toEqual([])
  })
})
