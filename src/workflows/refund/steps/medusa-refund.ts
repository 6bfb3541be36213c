import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { compareAmounts } from "../../../gateway/amount"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import { findOrderOfPayment } from "../../order/steps/find-order-of-payment"

const medusaRefund = z.object({ id: z.string(), raw_amount: z.object({ value: z.string() }) })

/**
 * Whether Medusa does not have a refund any more that is recorded here, or has it with another amount. Core takes its own
 * back when something fails after our provider was asked, and whoever refunds then again has it owed twice.
 *
 * Of an order that was never placed nobody can refund again, so what core took back there is owed all the same.
 */
export async function isGoneInMedusa(
  container: MedusaContainer,
  { id, kind, fiat_amount }: Pick<RefundRow, "id" | "kind" | "fiat_amount">,
  payment: PaymentRow
): Promise<boolean> {
  if (kind !== "order" || fiat_amount === null) return false
  // One that Medusa has put away since is a refund all the same.
  const listed = await container.resolve(Modules.PAYMENT).listRefunds({ id: [id] }, { withDeleted: true })
  const [refund] = z.array(medusaRefund).parse(listed)
  if (refund) return compareAmounts(refund.raw_amount.value, fiat_amount) !== 0
  return (await findOrderOfPayment(container, payment)) !== null
}
