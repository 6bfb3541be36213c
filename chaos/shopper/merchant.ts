import { z } from "zod"
import type { AdminLogin } from "../../demo/store/seed"
import { callOnce, insist, type Patience } from "./patient-api"

const Token = z.object({ token: z.string() })
const Order = z.object({ order: z.object({ status: z.string() }) })
const patienceMs = 240_000

/** The store's merchant, who retries too. */
export interface Merchant {
  cancelOrder(orderId: string): Promise<void>
  get(path: string): Promise<unknown>
}

/** Logs in to the admin API. */
export async function logIn(origin: string, login: AdminLogin): Promise<Merchant> {
  const patience: Patience = { retries: 0, startedOver: [] }
  const patiently = <T>(attempt: () => Promise<T>) => insist(patienceMs, patience, attempt)
  const answer = await patiently(() => callOnce(origin, "POST", "/auth/user/emailpass", { body: login }))
  const headers = { authorization: `Bearer ${Token.parse(answer).token}` }
  const get = (path: string) => patiently(() => callOnce(origin, "GET", path, { headers }))
  const isCancelled = async (orderId: string) =>
    Order.parse(await get(`/admin/orders/${orderId}?fields=status`)).order.status === "canceled"
  return {
    get,
    // A cancelled order cannot be cancelled again; after a lost answer this refusal means success.
    cancelOrder: (orderId) =>
      patiently(async () => {
        if (await isCancelled(orderId)) return
        await callOnce(origin, "POST", `/admin/orders/${orderId}/cancel`, { headers, body: {} })
      }),
  }
}
