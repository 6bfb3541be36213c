import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund-row"

/** @throws MedusaError `not_found` */
export async function mustFindRefund(
  container: MedusaContainer,
  id: string
): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const { refunds, payments } = container.resolve("onchain")
  const refund = await refunds.find(id)
  if (!refund) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${id}.`)
  const payment = await payments.find({ id: refund.payment_id })
  if (!payment) throw new Error(`refund ${id} is of payment ${refund.payment_id}, which is not there`)
  return { refund, payment }
}
