import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { CollectedPayment, OrderRecord } from "./order-record"

const bookings = z.array(z.object({ raw_amount: z.object({ value: z.string() }) }))

/**
 * Makes sure that the refunds of some payments are booked on their order.
 *
 * Core names the payment where it cancels an order, and the refund where a merchant refunds it; both count. It may have
 * booked a refund that failed, and then nothing is missing when it is made up for. The caller holds the order's lock.
 */
export async function bookMissingRefunds(
  container: MedusaContainer,
  { id: order_id, currency_code }: OrderRecord,
  payments: readonly CollectedPayment[]
): Promise<void> {
  const orderModule = container.resolve(Modules.ORDER)
  for (const { id, refunds } of payments) {
    const last = refunds.at(-1)
    if (!last) continue
    const rows = await orderModule.listOrderTransactions({
      order_id,
      reference: "refund",
      reference_id: [id, ...refunds.map((refund) => refund.id)],
    })
    const refunded = MathBN.sum(...refunds.map((refund) => refund.raw_amount))
    const booked = MathBN.sum(...bookings.parse(rows).map(({ raw_amount }) => raw_amount))
    // A refund is booked as a negative amount.
    const missing = MathBN.add(refunded, booked)
    if (MathBN.lte(missing, 0)) continue
    const amount = MathBN.mult(missing, -1)
    await orderModule.addOrderTransactions([
      { order_id, amount, currency_code, reference: "refund", reference_id: last.id },
    ])
  }
}
