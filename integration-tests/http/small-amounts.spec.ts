import type { OnchainPaymentOptionsResponse } from "../../src/types/http"
import { payLink } from "./support/five-books"
import { pay, signUp } from "./support/intent-purchase"
import { USDC_ON_BASE } from "./support/purchase"
import { sell } from "./support/refunds"
import { expectPaid, fillCartOf, listOptions, reasonsOf, unrecorded } from "./support/small-carts"
import { storeSuite } from "./support/store-suite"

/** The service records no deposit of less. */
const assumptions = { minimums: { intentUsd: "5" } }

storeSuite("a service with minimums", { assumptions, jobs: true }, (store) => {
  it.each([0.2, 5.49])(
    "gives a signed-in shopper with %d USD to pay an invoice, which is paid and captured",
    async (total) => {
      const { customer } = await signUp(store)
      const checkout = await customer.choose(await fillCartOf(store, total, customer), USDC_ON_BASE)
      const payment = await customer.payment(checkout.sessionId)
      expect(payment).toMatchObject({ kind: "invoice", status: "awaiting_payment", amount: String(total) })
      const orderId = await customer.placeOrder(checkout.cartId)
      await pay(store, payment)
      await expectPaid(store, orderId, total)
      expect(await store.sandbox.intents()).toEqual([])
      expect(await unrecorded(store)).toEqual([])
    }
  )

  it("offers no rail for 0.1 USD, of which the fee leaves nothing", async () => {
    const cartId = await fillCartOf(store, 0.1)
    const answer = await listOptions(store, cartId)
    expect(answer.payment_options).toEqual([])
    expect(reasonsOf(answer)).toEqual(["below_minimum"])
    await expect(store.shopper.choose(cartId, USDC_ON_BASE)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("is not offered for this cart") } },
    })
    expect(await store.sandbox.requests("createInvoice")).toEqual([])
  })

  it("offers for 0.11 USD only rails that it then opens, one of each chain", async () => {
    const { payment_options } = await listOptions(store, await fillCartOf(store, 0.11))
    expect(payment_options.length).toBeGreaterThan(5)
    // The rule looks at the worth of an amount, and not at its network.
    const opened = [...new Map(payment_options.map(({ chain, id }) => [chain, id])).values()]
    expect(opened.length).toBeGreaterThan(1)
    for (const id of opened) {
      const { data } = await store.shopper.choose(await fillCartOf(store, 0.11), id)
      expect(data).toMatchObject({ kind: "invoice" })
    }
    expect(await store.sandbox.invoices()).toHaveLength(opened.length)
  })

  it("offers no rail for a remainder of 0.05 of an order, and the page says why", async () => {
    const { orderId } = await sell(store)
    const { merchant, seed } = store
    await merchant.post("/admin/order-edits", { order_id: orderId })
    await merchant.post(`/admin/order-edits/${orderId}/items`, {
      items: [{ variant_id: seed.variantIds[1], quantity: 1, unit_price: 0.05 }],
    })
    await merchant.post(`/admin/order-edits/${orderId}/confirm`, {})
    expect((await merchant.order(orderId)).outstanding).toBeCloseTo(0.05)
    const { page_link } = await payLink(store, orderId)
    const { data } = await store.api.get<OnchainPaymentOptionsResponse>(
      `/onchain/pay/${page_link.token}/options`
    )
    expect(data.payment_options).toEqual([])
    expect(reasonsOf(data)).toEqual(["below_minimum"])
    const page = await store.api.get<string>(`/onchain/pay/${page_link.token}`)
    expect(page.data).toContain("The amount is too small")
    expect(await store.sandbox.requests("createInvoice")).toHaveLength(1)
  })
})
