import type { OnchainPaymentView } from "../../../src/types/http"
import { eventually } from "./eventually"
import type { Checkout, Shopper } from "./shopper"
import type { StoreUnderTest } from "./store-suite"

/** Long enough for a transfer to be final on every network, short enough for the signatures of its webhooks. */
const UNTIL_FINAL_MS = 120_000

export async function signUp({
  shopper,
}: Pick<StoreUnderTest, "shopper">): Promise<{ customer: Shopper; customerId: string }> {
  const customer = await shopper.signUp()
  return { customer, customerId: customer.account?.customerId ?? "" }
}

export async function openIntent(
  customer: Shopper,
  rail: string,
  { pieces = 1 } = {}
): Promise<Checkout & { payment: OnchainPaymentView }> {
  const checkout = await customer.choose(await customer.fillCart({ pieces }), rail)
  return { ...checkout, payment: await customer.payment(checkout.sessionId) }
}

export async function placeIntent(customer: Shopper, rail: string, options: { pieces?: number } = {}) {
  const checkout = await openIntent(customer, rail, options)
  return { ...checkout, orderId: await customer.placeOrder(checkout.cartId) }
}

/** Sends what a payment page shows, except for the given changes. */
export const transfer = (
  sandbox: StoreUnderTest["sandbox"],
  payment: OnchainPaymentView,
  change: object = {}
) =>
  sandbox.transfer({
    toAddress: payment.deposit_address ?? "",
    chain: payment.chain ?? "",
    networkId: payment.network_id ?? "",
    token: payment.token ?? "",
    ...(payment.canonical_asset_id ? { canonicalAssetId: payment.canonical_asset_id } : {}),
    amount: payment.remaining_amount ?? "",
    ...(payment.memo ? { memo: payment.memo } : {}),
    ...change,
  })

export async function pay(store: StoreUnderTest, payment: OnchainPaymentView, change: object = {}) {
  const sent = await transfer(store.sandbox, payment, change)
  await store.sandbox.advance(UNTIL_FINAL_MS)
  await store.quiet()
  return sent
}

export function untilStatus(customer: Shopper, sessionId: string, status: OnchainPaymentView["status"]) {
  return eventually(async () => {
    const payment = await customer.payment(sessionId)
    expect(payment).toMatchObject({ status })
    return payment
  })
}
