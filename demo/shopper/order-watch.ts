import { z } from "zod"
import type { AdminLogin } from "../store/seed"
import { logIn } from "./log-in"

const Order = z.object({
  order: z.object({
    payment_status: z.string(),
    payment_collections: z.array(
      z.object({
        payments: z.array(
          z.object({ captures: z.array(z.object({ created_at: z.iso.datetime() })).nullish() })
        ),
      })
    ),
  }),
})
const fields = "payment_status,payment_collections.payments.captures.created_at"

/** An order as the merchant sees it. */
export interface OrderPayment {
  /** Medusa's own status, such as `captured`. */
  status: string
  /** When each capture was recorded, epoch milliseconds. */
  capturedAt: number[]
}

/**
 * Logs in to the admin API and returns a function that reads an order's payment.
 *
 * @example const readPayment = await watchOrders(storeUrl, admin); (await readPayment(orderId)).status
 */
export async function watchOrders(storeUrl: string, login: AdminLogin) {
  const admin = await logIn(storeUrl, "user", login)
  return async (orderId: string): Promise<OrderPayment> => {
    const { order } = Order.parse(await admin.get(`/admin/orders/${orderId}?fields=${fields}`))
    const payments = order.payment_collections.flatMap((collection) => collection.payments)
    const captures = payments.flatMap((payment) => payment.captures ?? [])
    return { status: order.payment_status, capturedAt: captures.map((c) => Date.parse(c.created_at)) }
  }
}
