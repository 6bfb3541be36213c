const ORDER_ID = /order_[A-Za-z0-9]+/

/**
 * Finds the order that an operator means in what they pasted: its id, or the address of its page.
 *
 * @returns the order's id, or null
 * @example readOrderId("https://shop.example/app/orders/order_01ABC?x=1") // "order_01ABC"
 */
export function readOrderId(text: string): string | null {
  return ORDER_ID.exec(text)?.[0] ?? null
}
