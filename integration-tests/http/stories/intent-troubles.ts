import { STORED } from "../support/payment-rows"
import { pay, placeIntent, signUp } from "../support/intent-purchase"
import { expectCaptured, expectUnpaid, storedPayment } from "../support/purchase"
import { eventually } from "../support/eventually"
import type { StoreUnderTest } from "../support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"

export function intentTroublesStories(store: StoreUnderTest): void {
  const finding = async (id: string) =>
    (await store.merchant.health()).checks.find((check) => check.id === id)

  it("of one new customer at ten checkouts at once create one customer and one active intent", async () => {
    const { customer } = await signUp(store)
    const carts = await Promise.all(Array.from({ length: 10 }, () => customer.fillCart()))
    const checkouts = await Promise.all(carts.map((cartId) => customer.choose(cartId, USDC_ON_BASE)))
    expect(await store.sandbox.calls("createCustomer")).toHaveLength(1)
    expect(await store.sandbox.customers()).toHaveLength(1)

    const { rows } = await store.db.raw(`SELECT session_id, state FROM ${STORED}`)
    const awaiting = rows.filter(({ state }: { state: string }) => state === "awaiting")
    expect(rows).toHaveLength(checkouts.length)
    expect(awaiting).toHaveLength(1)
    const active = (await store.sandbox.intents()).filter(({ status }) => status === "active")
    expect(active.map(({ externalOrderId }) => externalOrderId)).toEqual([awaiting[0].session_id])
  })

  it("whose answer never arrives supersede the older one, whose page says so", async () => {
    const { customer } = await signUp(store)
    const older = await placeIntent(customer, USDC_ON_BASE)
    await store.sandbox.fault({ kind: "drop_response", endpoint: "createIntent", count: 10 })
    const cartId = await customer.fillCart()
    await expect(customer.choose(cartId, USDC_ON_BASE)).rejects.toMatchObject({ response: { status: 400 } })
    await store.sandbox.clearFaults()
    expect(await customer.payment(older.sessionId)).toMatchObject({ status: "superseded" })

    const newest = await customer.choose(cartId, USDC_ON_BASE)
    expect(await customer.payment(newest.sessionId)).toMatchObject({ status: "awaiting_payment" })
    const { rows } = await store.db.raw(`SELECT state FROM ${STORED} ORDER BY created_at`)
    expect(rows.map(({ state }: { state: string }) => state)).toEqual([
      "superseded",
      "superseded",
      "awaiting",
    ])
  })

  it("of a customer whom the service knows under another key become invoices, and the merchant is notified", async () => {
    const { customer, customerId } = await signUp(store)
    const { gateway } = store.container.resolve("onchain")
    await gateway.createCustomer({ externalRef: customerId }, { idempotencyKey: "another_key" })
    const { orderId, sessionId } = await placeIntent(customer, USDC_ON_BASE)
    expect(await storedPayment(store, sessionId)).toMatchObject({ kind: "invoice", customer_id: customerId })
    expect(await finding("customers")).toMatchObject({
      status: "error",
      message: expect.stringMatching(/Customers without.*externalRef.*dashboard.*gateway_customer_id/),
    })
    await store.sandbox.payInFull((await store.sandbox.invoices()).at(-1)?.id ?? "")
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("are never captured in a business that assigns nothing, and the health check says why", async () => {
    await store.sandbox.changeSettings({ assignmentMode: "ledger_only" })
    const { customer } = await signUp(store)
    const { orderId, payment } = await placeIntent(customer, USDC_ON_BASE)
    expect(await finding("collection")).toMatchObject({ status: "ok" })
    await pay(store, payment)
    await expectUnpaid(store, orderId)
    await eventually(async () =>
      expect(await finding("collection")).toMatchObject({
        status: "error",
        message: expect.stringContaining("The provider does not assign deposits to orders (ledger_only)"),
      })
    )
  })
}
