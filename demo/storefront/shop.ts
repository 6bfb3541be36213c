import Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/framework/types"

type Settings = {
  storeUrl: string
  publishableKey: string
  /** Login of the "Sign in as Ada" button. */
  customer: { email: string; password: string }
}
/** Injected into the bundle by the demo's server. */
declare const SETTINGS: Settings
export const settings = SETTINGS

/** The store API. A login is a token in the browser's storage, sent with every call. */
export const sdk = new Medusa({
  baseUrl: settings.storeUrl,
  publishableKey: settings.publishableKey,
  auth: { type: "jwt", jwtTokenStorageMethod: "local" },
})

export type Region = HttpTypes.StoreRegion
export type Cart = HttpTypes.StoreCart
export type Customer = HttpTypes.StoreCustomer

/** Medusa adds the totals of the items only on request. */
export const cartFields = { fields: "+items.total" }

/** Shared by all pages. */
export type Session = {
  regions: Region[]
  region: Region
  customer: Customer | null
  /** Null while it is empty. */
  cart: Cart | null
}

let regions: Region[] | undefined

export async function loadSession(): Promise<Session> {
  regions ??= (await sdk.store.region.list({ order: "created_at" })).regions
  const region = regions.find(({ id }) => id === localStorage.getItem("region")) ?? regions[0]
  if (!region) throw new Error("The store has no region")
  const [customer, cart] = await Promise.all([loadCustomer(), loadCart(region)])
  return { regions, region, customer, cart }
}

async function loadCustomer(): Promise<Customer | null> {
  if (!(await sdk.client.getToken())) return null
  try {
    return (await sdk.store.customer.retrieve({ fields: "*addresses" })).customer
  } catch {
    // A login from an earlier run of the demo, whose store is gone.
    await sdk.client.clearToken()
    return null
  }
}

/** Prices, countries and shipping options belong to a region: the cart follows the chosen one. */
async function loadCart(region: Region): Promise<Cart | null> {
  const id = localStorage.getItem("cart")
  if (!id) return null
  try {
    const { cart } = await sdk.store.cart.retrieve(id, cartFields)
    if (cart.region_id === region.id) return cart
    return (await sdk.store.cart.update(id, { region_id: region.id }, cartFields)).cart
  } catch {
    // From an earlier run of the demo, or already an order.
    localStorage.removeItem("cart")
    return null
  }
}

export async function addToCart({ cart, region }: Session, variantId: string, quantity: number) {
  const { id } = cart ?? (await sdk.store.cart.create({ region_id: region.id })).cart
  localStorage.setItem("cart", id)
  await sdk.store.cart.createLineItem(id, { variant_id: variantId, quantity })
}

/** @param quantity 0 takes the item out */
export async function changeQuantity(cart: Cart, itemId: string, quantity: number): Promise<void> {
  if (quantity === 0) await sdk.store.cart.deleteLineItem(cart.id, itemId)
  else await sdk.store.cart.updateLineItem(cart.id, itemId, { quantity })
}

export function chooseRegion({ id }: Region): void {
  localStorage.setItem("region", id)
}

/** @throws Error for a wrong e-mail address or password */
export async function signIn({ cart }: Session, login: { email: string; password: string }): Promise<void> {
  await sdk.auth.login("customer", "emailpass", login)
  if (cart) await sdk.store.cart.transferCart(cart.id)
}

/** Transfers the cart to the customer. */
export async function signOut(): Promise<void> {
  await sdk.auth.logout()
  localStorage.removeItem("cart")
}

/** @example money(17.5, "usd") // "$17.50" */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount)
}
