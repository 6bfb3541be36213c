import type { OnchainPageLinkResponse, OnchainPaymentOptionsResponse } from "../../src/types/http"
import { eventually } from "./support/eventually"
import { pay, signUp } from "./support/intent-purchase"
import { expectCaptured, placePurchase, USDC_ON_BASE } from "./support/purchase"
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

  it("offers for 0.11 USD only rails that it then opens", async () => {
    const { payment_options } = await listOptions(store, await fillCartOf(store, 0.11))
    expect(payment_options.length).toBeGreaterThan(5)
    for (const { id } of payment_options) {
      const { data } = await store.shopper.choose(await fillCartOf(store, 0.11), id)
      expect(data).toMatchObject({ kind: "invoice" })
    }
    expect(await store.sandbox.invoices()).toHaveLength(payment_options.length)
  })

  it("offers no rail for a remainder of 0.05 of an order, and the page says why", async () => {
    const { orderId, invoiceId } = await placePurchase(store)
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    const { merchant, seed } = store
    await merchant.post("/admin/order-edits", { order_id: orderId })
    await merchant.post(`/admin/order-edits/${orderId}/items`, {
      items: [{ variant_id: seed.variantIds[1], quantity: 1, unit_price: 0.05 }],
    })
    await merchant.post(`/admin/order-edits/${orderId}/confirm`, {})
    expect((await merchant.order(orderId)).outstanding).toBeCloseTo(0.05)
    const { page_link } = await merchant.post<OnchainPageLinkResponse>(
      `/admin/onchain/orders/${orderId}/pay-link`,
      {}
    )
    const { data } = await store.api.get<OnchainPaymentOptionsResponse>(
      `/onchain/pay/${page_link.token}/options`
    )
    expect(data.payment_options).toEqual([])
    expect(reasonsOf(data)).toEqual(["below_minimum"])
    const page = await store.api.get<string>(`/onchain/pay/${page_link.token}`)
    expect(page.data).toContain("The amount is too small")
    expect(await store.sandbox.requests("createInvoice")).toHaveLength(1)
  })

  it("remembers an amount that was refused, for its rail, and health says so", async () => {
    await store.sandbox.changeSettings({ invoiceMinUsd: "2" })
    const offers = async (total: number) =>
      (await listOptions(store, await fillCartOf(store, total))).payment_options.map(({ id }) => id)
    expect(await offers(1.5)).toContain(USDC_ON_BASE)
    await expect(store.shopper.choose(await fillCartOf(store, 1.5), USDC_ON_BASE)).rejects.toMatchObject({
      response: { data: { code: "rail_unavailable" } },
    })
    await eventually(async () => expect(await offers(1.5)).not.toContain(USDC_ON_BASE))
    expect(await offers(1.2)).not.toContain(USDC_ON_BASE)
    expect(await offers(2)).toContain(USDC_ON_BASE)
    expect(await offers(1.5)).toContain("sol:sol-mainnet:USDC")
    const minimums = (await store.merchant.health()).checks.find(({ id }) => id === "minimums")
    expect(minimums).toMatchObject({ status: "warning" })
    expect(minimums?.message).toContain(`1.5 on ${USDC_ON_BASE}`)
  })
})
