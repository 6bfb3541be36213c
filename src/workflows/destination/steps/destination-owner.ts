import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { NewDestination } from "../../../modules/onchain/destinations"
import { findRefundOwner } from "../../refund/steps/refund-owner"

/** What a destination is for, and whose it is, and whether money of the refund's payment was seen to come from it. */
export type DestinationOwner = Pick<
  NewDestination,
  "purpose" | "customer_id" | "order_id" | "payment_id" | "is_observed_sender"
>

const Refunds = z.object({ payment_id: z.string() })

/**
 * Finds out whose a new destination is: the merchant's own, or that of the customer who is owed a refund.
 *
 * @param networkId of the destination; money goes back on the network that it came on
 * @param address as its chain writes it: whether it is the sender's is found here, not taken from whoever enters it
 * @throws MedusaError `not_found`; `invalid_data` on another network than the refund's
 */
export async function findDestinationOwner(
  container: MedusaContainer,
  { refundId, networkId, address }: { refundId: string | undefined; networkId: string; address: string }
): Promise<DestinationOwner> {
  if (refundId === undefined) return OWN
  const { refunds, payments, payouts } = container.resolve("onchain")
  const found = await refunds.find(refundId)
  const payment = found && (await payments.find({ id: Refunds.parse(found).payment_id }))
  if (!payment) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${refundId}.`)
  if (payment.network_id !== networkId)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The money came on ${payment.network_id} and goes back there. Enter an address of that network.`,
      "destination_wrong_network"
    )
  const [{ orderId, customerId }, sender] = await Promise.all([
    findRefundOwner(container, payment),
    payouts.refunds.senders.find(payment),
  ])
  return {
    purpose: "refund",
    customer_id: customerId,
    order_id: orderId,
    payment_id: payment.id,
    is_observed_sender: sender === address,
  }
}

const OWN: DestinationOwner = {
  purpose: "treasury",
  customer_id: null,
  order_id: null,
  payment_id: null,
  is_observed_sender: false,
}
