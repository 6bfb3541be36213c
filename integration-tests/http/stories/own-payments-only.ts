import { signUp } from "../support/intent-purchase"
import type { StoreUnderTest } from "../support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"
const USDC_ON_SOLANA = "sol:sol-mainnet:USDC"
const ADDRESSES = "/store/onchain/addresses"

export function ownPaymentsOnlyStories(store: StoreUnderTest): void {
  it("is an address per network, shown to the signed-in customer, and confirmed once for displays in quick succession", async () => {
    const { customer } = await signUp(store)
    const answer = await customer.get<{ address: object }>(`${ADDRESSES}?rail=${USDC_ON_SOLANA}`)
    expect(answer.address).toEqual({
      rail: USDC_ON_SOLANA,
      chain: "sol",
      network_id: "sol-mainnet",
      network_name: expect.any(String),
      token: "USDC",
      address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    })
    expect(await customer.get(`${ADDRESSES}?rail=${USDC_ON_SOLANA}`)).toEqual(answer)
    expect(await store.sandbox.calls("ensureAddress")).toHaveLength(1)
    expect(await store.sandbox.calls("createCustomer")).toHaveLength(1)
  })

  it("is not given to guests, whatever customer they name", async () => {
    const { customerId } = await signUp(store)
    for (const extra of ["", `&customer_id=${customerId}`])
      await expect(store.shopper.get(`${ADDRESSES}?rail=${USDC_ON_BASE}${extra}`)).rejects.toMatchObject({
        response: { status: 401 },
      })
    expect(await store.sandbox.calls("ensureAddress")).toHaveLength(0)
  })

  it("is created for account holders only, also when a workflow names a guest whom Medusa keeps as a customer", async () => {
    const cartId = await store.shopper.fillCart()
    const { rows } = await store.db.raw("SELECT customer_id FROM cart WHERE id = ?", [cartId])
    const { payment_collection } = await store.shopper.post<{ payment_collection: { id: string } }>(
      "/store/payment-collections",
      { cart_id: cartId }
    )
    const { createPaymentSessionsWorkflow } = await import("@medusajs/medusa/core-flows")
    expect(rows[0].customer_id).toMatch(/^cus_/)
    await createPaymentSessionsWorkflow(store.container).run({
      input: {
        payment_collection_id: payment_collection.id,
        provider_id: "pp_onchain_default",
        customer_id: rows[0].customer_id,
        data: { rail: USDC_ON_BASE },
      },
    })
    expect(await store.sandbox.calls("createInvoice")).toHaveLength(1)
    expect(await store.sandbox.customers()).toEqual([])
  })
}
