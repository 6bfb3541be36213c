import type { Shape } from "../shape"

/** Server actions. Errors are returned, because Next.js masks thrown ones. */
export const actions = ({ lib }: Shape): string => `"use server"

import { sdk } from "${lib}/config"
import { getAuthHeaders, getCacheTag, getCartId, removeCartId } from "${lib}/data/cookies"
import { HttpTypes } from "@medusajs/types"
import { revalidateTag } from "next/cache"
import { redirect, RedirectType } from "next/navigation"
import { orderPath } from "./order-state"
import { createPageLink, keepToken, pageUrl, readToken, rememberOrder } from "./server"

type Failure = { error: string }

/** Medusa's error for a cart that must be paid first (placeOrder: "after_payment"). */
const PAY_FIRST = "was not authorized with the provider"

/**
 * Places the order and sends the shopper to the payment page.
 *
 * The link is created first: once the cart is an order, a guest can no longer use its id. With
 * placeOrder: "after_payment" the shopper pays first and the return page places the order.
 */
export async function placeOnchainOrder(cartId: string): Promise<Failure> {
  try {
    const link = await createPageLink({ cart_id: cartId })
    if (link) await keepToken(cartId, link.token, link.expires_at)
  } catch {
    // A guest could not pay an order without a link.
    return { error: "The payment page is not available right now. Your order was not placed. Please try again." }
  }
  const token = await readToken(cartId)
  const result = await completeCart(cartId)
  if ("order" in result) {
    const path = await keepOrder(cartId, result.order)
    redirect(token ? pageUrl(token) : path)
  }
  if (token && result.error.includes(PAY_FIRST)) redirect(pageUrl(token))
  return result
}

/** Places the order of a paid cart, or finds the one the webhook placed. */
export async function finishOnchainCart(cartId: string): Promise<Failure> {
  const result = await completeCart(cartId)
  if ("order" in result) redirect(await keepOrder(cartId, result.order), RedirectType.replace)
  return result
}

async function completeCart(
  cartId: string
): Promise<{ order: HttpTypes.StoreOrder } | Failure> {
  try {
    const answer = await sdk.store.cart.complete(cartId, {}, { ...(await getAuthHeaders()) })
    if (answer.type === "order") return { order: answer.order }
    return { error: answer.error.message }
  } catch (error) {
    return { error: error instanceof Error ? error.message : "The order could not be placed." }
  }
}

async function keepOrder(cartId: string, order: HttpTypes.StoreOrder): Promise<string> {
  const countryCode = order.shipping_address?.country_code?.toLowerCase() ?? ""
  const token = await readToken(cartId)
  if (token) await keepToken(order.id, token)
  await rememberOrder(countryCode, order.id, cartId)
  if ((await getCartId()) === cartId) await removeCartId()
  revalidateTag(await getCacheTag("carts"))
  revalidateTag(await getCacheTag("orders"))
  return orderPath(countryCode, order.id)
}
`
