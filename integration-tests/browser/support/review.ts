import type { OnchainAddressResponse, OnchainDepositListResponse } from "../../../src/types/http"
import { eventually } from "../../http/support/eventually"
import { USDC_ON_BASE } from "../../http/support/purchase"
import type { Shopper } from "../../http/support/shopper"
import type { Shop } from "./shop"

/** Long enough for any network of the sandbox to finalize a payment. */
export const UNTIL_FINAL_MS = 120_000

let customers = 0

/** A customer with their own account and email. */
export function signUp({ shopper }: Shop): Promise<Shopper> {
  return shopper.signUp(`customer-${(customers += 1)}@example.com`)
}

/** Money that a customer sends without an open order: it goes to review. @returns the deposit's id */
export async function sendUnasked(shop: Shop, customer: Shopper, amount: string): Promise<string> {
  const [id] = await sendAllUnasked(shop, customer, [amount])
  return id ?? ""
}

/** Several such transfers, final at once. @returns the deposits' ids, in order of sending */
export async function sendAllUnasked(shop: Shop, customer: Shopper, amounts: string[]): Promise<string[]> {
  const { address } = await customer.get<OnchainAddressResponse>(
    `/store/onchain/addresses?rail=${USDC_ON_BASE}`
  )
  const rail = { chain: address.chain, networkId: address.network_id, token: address.token }
  const ids: string[] = []
  for (const amount of amounts) {
    const { depositId } = await shop.sandbox.transfer({ toAddress: address.address, ...rail, amount })
    if (!depositId) throw new Error("the money went to no customer")
    ids.push(depositId)
  }
  await shop.sandbox.advance(UNTIL_FINAL_MS)
  await eventually(async () => {
    const { count } = await shop.merchant.get<OnchainDepositListResponse>(
      `/admin/onchain/deposits?customer_id=${customer.account?.customerId}`
    )
    expect(count).toBeGreaterThanOrEqual(ids.length)
  })
  return ids
}

/** The price of one filled cart, as a decimal of USDC. */
export async function priceOfCart(customer: Shopper): Promise<string> {
  const options = await customer.paymentOptions(await customer.fillCart())
  const option = options.find(({ id }) => id === USDC_ON_BASE)
  if (!option) throw new Error(`${USDC_ON_BASE} is not offered`)
  return option.amount
}

/** Places an unpaid order. */
export async function placeOrder(customer: Shopper): Promise<{ orderId: string; number: number }> {
  const cartId = await customer.fillCart()
  await customer.choose(cartId, USDC_ON_BASE)
  const orderId = await customer.placeOrder(cartId)
  const { order } = await customer.get<{ order: { display_id: number } }>(`/store/orders/${orderId}`)
  return { orderId, number: order.display_id }
}
