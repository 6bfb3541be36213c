import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

type Capture = { id: string; amount: number; raw_amount?: { value: string } }

/**
 * Makes sure that each capture of a session is booked on its order exactly once.
 *
 * Core books them itself, but in a second step: a process that died in between leaves an order that
 * is captured and still looks unpaid. The caller holds the lock, so nobody books at the same time.
 */
export async function recordOrderTransactions(
  container: MedusaContainer,
  input: { orderId: string; sessionId: string }
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: [
      "payment.currency_code",
      "payment.captures.id",
      "payment.captures.amount",
      "payment.captures.raw_amount",
    ],
    filters: { id: input.sessionId },
  })
  const payment = sessions[0]?.payment
  const captures: Capture[] = payment?.captures ?? []
  if (!payment || captures.length === 0) throw new Error(`session ${input.sessionId} has no capture to book`)
  const orderModule = container.resolve(Modules.ORDER)
  const booked = await orderModule.listOrderTransactions({
    order_id: input.orderId,
    reference: "capture",
    reference_id: captures.map((capture) => capture.id),
  })
  const missing = captures.filter((capture) => !booked.some((row) => row.reference_id === capture.id))
  if (missing.length === 0) return
  await orderModule.addOrderTransactions(
    missing.map((capture) => ({
      order_id: input.orderId,
      amount: capture.raw_amount ?? capture.amount,
      currency_code: payment.currency_code,
      reference: "capture",
      reference_id: capture.id,
    }))
  )
}
