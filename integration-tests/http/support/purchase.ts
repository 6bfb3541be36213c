import { STORED } from "./payment-rows"
import type { Checkout } from "./shopper"
import type { StoreUnderTest } from "./store-suite"

export const USDC_ON_BASE = "evm:base-mainnet:USDC"

export type Purchase = Checkout & { invoiceId: string }

export async function openPurchase(
  { shopper, sandbox }: Pick<StoreUnderTest, "shopper" | "sandbox">,
  rail: string = USDC_ON_BASE
): Promise<Purchase> {
  const checkout = await shopper.choose(await shopper.fillCart(), rail)
  const invoice = (await sandbox.invoices()).at(-1)
  if (!invoice) throw new Error("no invoice was opened")
  return { ...checkout, invoiceId: invoice.id }
}

export async function placePurchase(
  store: Pick<StoreUnderTest, "shopper" | "sandbox">,
  rail: string = USDC_ON_BASE
): Promise<Purchase & { orderId: string }> {
  const purchase = await openPurchase(store, rail)
  return { ...purchase, orderId: await store.shopper.placeOrder(purchase.cartId) }
}

/** Rail id of an option by network and token, as a storefront would find it. */
export async function findRail(store: StoreUnderTest, networkId: string, token: string): Promise<string> {
  const options = await store.shopper.paymentOptions(await store.shopper.fillCart())
  const option = options.find((rail) => rail.network_id === networkId && rail.token === token)
  if (!option) throw new Error(`${token} on ${networkId} is not offered`)
  return option.id
}

/** Expects an order that was captured once, in full, with its goods reserved. */
export async function expectCaptured(store: StoreUnderTest, orderId: string, orders = 1): Promise<void> {
  const order = await store.merchant.order(orderId)
  expect(order).toMatchObject({ status: "pending", payment_status: "captured", outstanding: 0 })
  expect(order.captures).toHaveLength(1)
  expect(order.booked).toEqual(order.captures)
  expect(order.paid).toBe(order.captures[0])
  expect(await store.merchant.orderIds()).toHaveLength(orders)
  expect(await store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")).toBe(orders)
}

export async function expectUnpaid(store: StoreUnderTest, orderId: string): Promise<void> {
  const order = await store.merchant.order(orderId)
  expect(order).toMatchObject({ status: "pending", captures: [], booked: [], paid: 0 })
  expect(order.payment_status).not.toBe("captured")
  expect(await store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")).toBe(1)
}

export async function storedPayment(
  { db }: StoreUnderTest,
  sessionId: string
): Promise<Record<string, unknown>> {
  const { rows } = await db.raw(`SELECT * FROM ${STORED} WHERE session_id = ?`, [sessionId])
  expect(rows).toHaveLength(1)
  return rows[0]
}
