import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { refundPaymentsWorkflow } from "@medusajs/medusa/core-flows"
import type { CollectedPayment, OrderRecord } from "./order-record"

const PROVIDER_PREFIX = "pp_onchain_"

/**
 * Books the refund of what a cancelled order still holds of our payments.
 *
 * Core refunds what it sees when it begins to cancel; a capture that came in that moment is not among it. Nothing
 * moves: our provider records each refund as due. The caller holds the order's lock, and core itself never books more
 * than was captured.
 */
export async function refundCancelledOrder(container: MedusaContainer, order: OrderRecord): Promise<void> {
  const ours = order.payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ provider_id }) => provider_id.startsWith(PROVIDER_PREFIX))
  const input = ours.flatMap((payment) => {
    const amount = keptAmount(payment)
    return amount === null ? [] : [{ payment_id: payment.id, amount, note: NOTE }]
  })
  if (input.length === 0) return
  await refundPaymentsWorkflow(container).run({ input })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`onchain: order ${order.id} was cancelled at the moment it was paid; its refund is due`)
}

const NOTE = "The order was cancelled at the moment it was paid"

/** @returns decimal text in major units, null when nothing is kept */
function keptAmount({ captures, refunds }: CollectedPayment): string | null {
  const kept = MathBN.sub(sum(captures), sum(refunds))
  return MathBN.gt(kept, 0) ? kept.toFixed() : null
}

const sum = (rows: { raw_amount: { value: string } }[]) => MathBN.sum(...rows.map((row) => row.raw_amount))
