import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { NewDestination } from "../../../modules/onchain/destinations"
import { findRefundOwner } from "../../refund/steps/refund-owner"

/** What a destination is for, and whose it is. */
export type DestinationOwner = Pick<NewDestination, "purpose" | "customer_id" | "order_id">

const Refunds = z.object({ payment_id: z.string() })

/**
 * Finds out whose a new destination is: the merchant's own, or that of the customer who is owed a refund.
 *
 * @param networkId of the destination; money goes back on the network that it came on
 * @throws MedusaError `not_found`; `invalid_data` on another network than the refund's
 */
export async function findDestinationOwner(
  container: MedusaContainer,
  { refundId, networkId }: { refundId: string | undefined; networkId: string }
): Promise<DestinationOwner> {
  if (refundId === undefined) return { purpose: "treasury", customer_id: null, order_id: null }
  const { refunds, payments } = container.resolve("onchain")
  const found = await refunds.find(refundId)
  const payment = found && (await payments.find({ id: Refunds.parse(found).payment_id }))
  if (!payment) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${refundId}.`)
  if (payment.network_id !== networkId)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The money came on ${payment.network_id} and goes back there. Enter an address of that network.`,
      "destination_wrong_network"
    )
  const { orderId, customerId } = await findRefundOwner(container, payment)
  return { purpose: "refund", customer_id: customerId, order_id: orderId }
}
