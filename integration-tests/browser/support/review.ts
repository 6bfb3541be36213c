import type { OnchainAddressResponse, OnchainDepositListResponse } from "../../../src/types/http"
import { eventually } from "../../http/support/eventually"
import { USDC_ON_BASE } from "../../http/support/purchase"
import type { Shopper } from "../../http/support/shopper"
import type { Shop } from "./shop"

/** Long enough for any network of the sandbox to make a payment final. */
export const UNTIL_FINAL_MS = 120_000

let customers = 0

/** A customer with an account and an email of their own. */
export function signUp({ shopper }: Shop): Promise<Shopper> {
  return shopper.signUp(`customer-${(customers += 1)}@example.com`)
}

/** Money that a customer sends without an open order: it goes to review. @returns the deposit's id */
export async function sendUnasked(shop: Shop, customer: Shopper, amount: string): Promise<string> {
  const { address } = await customer.get<OnchainAddressResponse>(
    `/store/onchain/addresses?rail=${USDC_ON_BASE}`
  )
  const { depositId } = await shop.sandbox.transfer({
    toAddress: address.address,
    chain: address.chain,
    networkId: address.network_id,
    token: address.token,
    amount,
  })
  if (!depositId) throw new Error("the money went to no customer")
  await shop.sandbox.advance(UNTIL_FINAL_MS)
  await eventually(async () => {
    const { deposits } = await shop.merchant.get<OnchainDepositListResponse>(
      `/admin/onchain/deposits?q=${depositId}`
    )
    expect(deposits).toHaveLength(1)
  })
  return depositId
}

/** What one filled cart costs, as a decimal of USDC. */
export async function priceOfCart(customer: Shopper): Promise<string> {
  const options = await customer.paymentOptions(await customer.fillCart())
  const option = options.find(({ id }) => id === USDC_ON_BASE)
  if (!option) throw new Error(`${USDC_ON_BASE} is not offered`)
  return option.amount
}

/** Places an order that waits for its money. */
export async function placeOrder(customer: Shopper): Promise<{ orderId: string; number: number }> {
  const cartId = await customer.fillCart()
  await customer.choose(cartId, USDC_ON_BASE)
  const orderId = await customer.placeOrder(cartId)
  const { order } = await customer.get<{ order: { display_id: number } }>(`/store/orders/${orderId}`)
  return { orderId, number: order.display_id }
}
