import { createCartWorkflow } from "@medusajs/medusa/core-flows"
import type { OnchainPaymentOptionsResponse } from "../../src/types/http"
import { pay, signUp } from "./support/intent-purchase"
import { expectCaptured, USDC_ON_BASE } from "./support/purchase"
import { GUEST, type Shopper } from "./support/shopper"
import { storeSuite, type StoreUnderTest } from "./support/store-suite"

/** A cart with one thing that needs no shipping. */
async function fillCart({ container, seed }: StoreUnderTest, total: number, shopper?: Shopper) {
  const { result } = await createCartWorkflow(container).run({
    input: {
      region_id: seed.regionId,
      sales_channel_id: seed.salesChannelId,
      email: shopper?.account?.email ?? GUEST,
      customer_id: shopper?.account?.customerId,
      items: [{ title: "A sticker", quantity: 1, unit_price: total, requires_shipping: false }],
    },
  })
  return result.id
}

const optionsOf = ({ shopper }: StoreUnderTest, cartId: string) =>
  shopper.get<OnchainPaymentOptionsResponse>(`/store/onchain/payment-options?cart_id=${cartId}`)

storeSuite("a service with minimums", { jobs: true }, (store) => {
  beforeEach(() => store.sandbox.changeSettings({ autoInvoiceMinUsd: "5" }))

  it("3 USD red", async () => {
    const { customer } = await signUp(store)
    const checkout = await customer.choose(await fillCart(store, 3, customer), USDC_ON_BASE)
    const payment = await customer.payment(checkout.sessionId)
    const orderId = await customer.placeOrder(checkout.cartId)
    await pay(store, payment)
    console.log(JSON.stringify(await store.sandbox.ledger()), payment)
    await expectCaptured(store, orderId)
  })

  it.each([0, 0.05, 0.08, 0.1])("total %d", async (total) => {
    const cartId = await fillCart(store, total)
    const answer = await optionsOf(store, cartId)
    console.log(JSON.stringify(answer).slice(0, 300))
    const offered = answer.payment_options
    for (const { id } of offered.slice(0, 3))
      await store.shopper.choose(cartId, id).catch((error) => console.log(error.response.data))
    expect(offered).toEqual([])
  })
})
