import { pay, placeIntent, openIntent, signUp } from "../support/intent-purchase"
import { expectCaptured, expectUnpaid, findRail } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"

export function intentsStories(store: StoreUnderTest): void {
  it.each([
    ["evm", "base-mainnet", "USDC", /^0x[0-9a-fA-F]{40}$/],
    ["sol", "sol-mainnet", "USDC", /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
    ["stellar", "stellar-mainnet", "USDC", /^G[A-Z2-7]{55}$/],
  ])("pays by intent on %s and the order is captured", async (chain, networkId, token, address) => {
    const { sandbox } = store
    const { customer, customerId } = await signUp(store)
    const { orderId, sessionId, payment } = await placeIntent(
      customer,
      await findRail(store, networkId, token)
    )
    expect(payment).toMatchObject({
      kind: "auto_deposit",
      status: "awaiting_payment",
      chain,
      expires_at: null,
    })
    expect(payment.deposit_address).toMatch(address)
    expect(Boolean(payment.memo)).toBe(chain === "stellar")
    await expectUnpaid(store, orderId)

    await pay(store, payment)
    await expectCaptured(store, orderId)
    expect(await customer.payment(sessionId)).toMatchObject({ status: "paid" })
    expect(await sandbox.calls("createInvoice")).toHaveLength(0)
    expect(await sandbox.intents()).toEqual([
      expect.objectContaining({ externalOrderId: sessionId, expectedAmount: payment.amount }),
    ])
    expect(await sandbox.customers()).toEqual([expect.objectContaining({ externalRef: customerId })])
  })

  it("is linked to Medusa's own customer, by which the admin finds it", async () => {
    const { customer, customerId } = await signUp(store)
    await openIntent(customer, USDC_ON_BASE)
    const query = store.container.resolve("query")
    const { data } = await query.graph({
      entity: "customer",
      fields: ["id", "onchain_customer.gateway_customer_id"],
      filters: { id: customerId },
    })
    const [known] = await store.sandbox.customers()
    expect(data).toEqual([
      { id: customerId, onchain_customer: expect.objectContaining({ gateway_customer_id: known?.id }) },
    ])
  })

  it("gets no address with the session, where it would be stored, but with a display", async () => {
    const { sandbox } = store
    const { customer } = await signUp(store)
    const { data, sessionId, payment } = await openIntent(customer, USDC_ON_BASE)
    expect(JSON.stringify(data)).not.toContain(payment.deposit_address)
    const before = (await sandbox.calls("ensureAddress")).length
    await customer.payment(sessionId)
    expect(await customer.page(sessionId)).toContain(payment.deposit_address)
    expect(await sandbox.calls("ensureAddress")).toHaveLength(before)
    await customer.get(`${customer.pagePath(sessionId)}/status`)
    expect(await customer.payment(sessionId, { isFollowing: true })).toMatchObject({
      status: "awaiting_payment",
      deposit_address: null,
    })
    expect(await sandbox.calls("ensureAddress")).toHaveLength(before)
  })

  it.each([
    ["far less", -3],
    ["far more", 3],
  ])("pays %s than the amount: it is held for review, and the order stays unpaid", async (_, difference) => {
    const { customer } = await signUp(store)
    const { orderId, sessionId, payment } = await placeIntent(customer, USDC_ON_BASE)
    await pay(store, payment, { amount: String(Number(payment.amount) + difference) })
    await expectUnpaid(store, orderId)
    expect(await customer.payment(sessionId)).toMatchObject({ status: "needs_review" })
    expect(await store.sandbox.deposits()).toEqual([
      expect.objectContaining({
        assignment: expect.objectContaining({ status: "review_required_amount_mismatch" }),
      }),
    ])
  })
}
