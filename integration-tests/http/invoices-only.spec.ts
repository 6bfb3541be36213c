import { placeIntent, signUp } from "./support/intent-purchase"
import { storedPayment } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"

storeSuite("a store that collects by invoices only, as for a business that assigns nothing", {}, (store) => {
  const options = () => store.container.resolve("onchain").options
  beforeAll(() => {
    options().collection = "invoice"
  })
  afterAll(() => {
    options().collection = "auto"
  })

  it("accepts invoices from signed-in customers too, and the health check says so", async () => {
    const { customer, customerId } = await signUp(store)
    const { sessionId } = await placeIntent(customer, USDC_ON_BASE)
    expect(await storedPayment(store, sessionId)).toMatchObject({
      kind: "invoice",
      customer_id: customerId,
    })
    const [known] = await store.sandbox.customers()
    expect(known).toMatchObject({ externalRef: customerId })
    expect((await store.sandbox.invoices()).at(-1)).toMatchObject({ customerId: known?.id })
    expect((await store.merchant.health()).checks).toContainEqual(
      expect.objectContaining({
        id: "collection",
        status: "ok",
        message: "Every payment gets an invoice with its own address.",
      })
    )
    await expect(customer.get(`/store/onchain/addresses?rail=${USDC_ON_BASE}`)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("no reusable one") } },
    })
  })
})
