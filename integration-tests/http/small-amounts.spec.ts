import { createCartWorkflow } from "@medusajs/medusa/core-flows"
import type { OnchainPageLinkResponse, OnchainPaymentOptionsResponse } from "../../src/types/http"
import { eventually } from "./support/eventually"
import { pay, signUp } from "./support/intent-purchase"
import { expectCaptured, placePurchase, USDC_ON_BASE } from "./support/purchase"
import { GUEST, type Shopper } from "./support/shopper"
import { storeSuite, type StoreUnderTest } from "./support/store-suite"

/** The service records no deposit of less. */
const assumptions = { minimums: { intentUsd: "5" } }

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

/** Why rails with a price are hidden. */
const reasonsOf = ({ unavailable }: OnchainPaymentOptionsResponse) => [
  ...new Set(unavailable.map(({ reason }) => reason).filter((reason) => reason !== "no_rate")),
]

async function expectPaid({ merchant }: StoreUnderTest, orderId: string, total: number): Promise<void> {
  expect(await merchant.order(orderId)).toMatchObject({
    ...{ payment_status: "captured", captures: [total], booked: [total], outstanding: 0 },
  })
}

/** What the service's ledger has outside of everything that it shows anybody. */
async function nowhere({ sandbox }: StoreUnderTest): Promise<string[]> {
  return (await sandbox.ledger()).map(({ accounts }) => accounts.unrecorded).filter((sum) => sum !== "0")
}

storeSuite("a service with minimums", { assumptions, jobs: true }, (store) => {
  it.each([3, 0.2, 5, 5.49])(
    "gives a signed-in shopper with %d USD to pay an invoice, which is paid and captured",
    async (total) => {
      const { customer } = await signUp(store)
      const checkout = await customer.choose(await fillCart(store, total, customer), USDC_ON_BASE)
      const payment = await customer.payment(checkout.sessionId)
      expect(payment).toMatchObject({ kind: "invoice", status: "awaiting_payment", amount: String(total) })
      const orderId = await customer.placeOrder(checkout.cartId)
      await pay(store, payment)
      await expectPaid(store, orderId, total)
      expect(await store.sandbox.intents()).toEqual([])
      expect(await nowhere(store)).toEqual([])
    }
  )

  it("gives a signed-in shopper above the minimum his reusable address", async () => {
    const { customer } = await signUp(store)
    const checkout = await customer.choose(await fillCart(store, 5.5, customer), USDC_ON_BASE)
    const payment = await customer.payment(checkout.sessionId)
    expect(payment).toMatchObject({ kind: "auto_deposit", amount: "5.5" })
    const orderId = await customer.placeOrder(checkout.cartId)
    await pay(store, payment)
    await expectPaid(store, orderId, 5.5)
    expect(await nowhere(store)).toEqual([])
  })

  it.each([0.05, 0.08, 0.1])("offers no rail for %d USD, of which the fee leaves nothing", async (total) => {
    const cartId = await fillCart(store, total)
    const answer = await optionsOf(store, cartId)
    expect(answer.payment_options).toEqual([])
    expect(reasonsOf(answer)).toEqual(["below_minimum"])
    await expect(store.shopper.choose(cartId, USDC_ON_BASE)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("is not offered for this cart") } },
    })
    expect(await store.sandbox.requests("createInvoice")).toEqual([])
  })

  it.each([0.11, 0.5])("offers for %d USD only rails that it then opens", async (total) => {
    const { payment_options } = await optionsOf(store, await fillCart(store, total))
    expect(payment_options.length).toBeGreaterThan(5)
    for (const { id } of payment_options) {
      const { data } = await store.shopper.choose(await fillCart(store, total), id)
      expect(data).toMatchObject({ kind: "invoice" })
    }
    expect(await store.sandbox.invoices()).toHaveLength(payment_options.length)
  })

  it("offers nothing for nothing", async () => {
    const cartId = await fillCart(store, 0)
    expect(await optionsOf(store, cartId)).toEqual({ payment_options: [], unavailable: [] })
    await expect(store.shopper.choose(cartId, USDC_ON_BASE)).rejects.toMatchObject({
      response: { status: 400 },
    })
    expect(await store.sandbox.requests("createInvoice")).toEqual([])
  })

  it("offers no rail for a remainder of 0.01 of an order, and the page says why", async () => {
    const { orderId, invoiceId } = await placePurchase(store)
    await store.sandbox.payInFull(invoiceId)
    await expectCaptured(store, orderId)
    const { merchant, seed } = store
    await merchant.post("/admin/order-edits", { order_id: orderId })
    await merchant.post(`/admin/order-edits/${orderId}/items`, {
      items: [{ variant_id: seed.variantIds[1], quantity: 1, unit_price: 0.01 }],
    })
    await merchant.post(`/admin/order-edits/${orderId}/confirm`, {})
    expect((await merchant.order(orderId)).outstanding).toBeCloseTo(0.01)
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
      (await optionsOf(store, await fillCart(store, total))).payment_options.map(({ id }) => id)
    expect(await offers(1.5)).toContain(USDC_ON_BASE)
    await expect(store.shopper.choose(await fillCart(store, 1.5), USDC_ON_BASE)).rejects.toMatchObject({
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

storeSuite(
  "a service with minimums, and reusable addresses only",
  { assumptions, jobs: true, plugin: { collection: "auto_deposit" } },
  (store) => {
    it("hides a rail below its minimum, and refuses to open it", async () => {
      const { customer } = await signUp(store)
      const cartId = await fillCart(store, 3, customer)
      const answer = await optionsOf(store, cartId)
      expect(answer.payment_options).toEqual([])
      expect(reasonsOf(answer)).toEqual(["below_minimum"])
      await expect(customer.choose(cartId, USDC_ON_BASE)).rejects.toMatchObject({ response: { status: 400 } })
      expect(await store.sandbox.requests("createIntent")).toEqual([])
    })

    it("offers it above, and the payment is captured", async () => {
      const { customer } = await signUp(store)
      const checkout = await customer.choose(await fillCart(store, 6, customer), USDC_ON_BASE)
      const orderId = await customer.placeOrder(checkout.cartId)
      await pay(store, await customer.payment(checkout.sessionId))
      await expectPaid(store, orderId, 6)
      expect(await nowhere(store)).toEqual([])
    })
  }
)
