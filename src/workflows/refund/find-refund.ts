import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { compareAmounts } from "../../gateway/amount"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { RefundRow } from "../../modules/onchain/refund/refund-ledger"
import { findOrderOfPayment } from "../payment/order-record"
import { loadActorNames } from "../person-names"
import { refundConflictInWords } from "./refund-words"
import { findUnbookedRefunds } from "./unbooked-refunds"

/** @throws MedusaError `not_found` */
export async function mustFindRefund(
  container: MedusaContainer,
  id: string
): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const { refunds, payments } = container.resolve("onchain")
  const refund = await refunds.find(id)
  if (!refund) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${id}.`)
  const payment = await payments.findOfRefund(refund)
  if (!payment) throw new Error(`refund ${id} is of payment ${refund.payment_id}, which is not there`)
  return { refund, payment }
}

/** Says who was faster. */
export async function refundConflict(container: MedusaContainer, refund: RefundRow): Promise<MedusaError> {
  const history = await container.resolve("onchain").payouts.refunds.payouts.history(refund.id)
  const isSettledElsewhere = refund.settled_by !== null
  const action = isSettledElsewhere ? "refund.settled_elsewhere" : "refund.payout_started"
  const earlier = history.filter((entry) => entry.action === action).at(-1)
  const actorId = earlier?.actor_id ?? null
  const nameOf = await loadActorNames(container, [actorId])
  const words = refundConflictInWords({
    state: refund.state,
    isSettledElsewhere,
    by: nameOf(actorId),
    at: earlier?.created_at ?? null,
  })
  return new MedusaError(MedusaError.Types.CONFLICT, words, "already_done")
}

/** The order that was paid, and its customer, guests included. */
export type RefundOwner = { orderId: string | null; customerId: string | null }

const Orders = z.array(z.object({ customer_id: z.string().nullish() })).max(1)

/** Medusa's customer of the order counts before the one who was signed in. */
export async function findRefundOwner(container: MedusaContainer, payment: PaymentRow): Promise<RefundOwner> {
  const orderId = await findOrderOfPayment(container, payment)
  if (orderId === null) return { orderId, customerId: payment.customer_id }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["customer_id"], filters: { id: orderId } })
  const [order] = Orders.parse(data)
  return { orderId, customerId: order?.customer_id ?? payment.customer_id }
}

const medusaRefund = z.object({ id: z.string(), raw_amount: z.object({ value: z.string() }) })

/**
 * Whether Medusa no longer has a recorded refund, has it with another amount, or has not booked it on its order. Core deletes its
 * own refund when something fails in the call to our provider, and leaves it when something fails later; refunded again, the money
 * would be owed twice.
 *
 * An order that was never placed cannot be refunded again, so its deleted refund is still owed.
 */
export async function isGoneInMedusa(
  container: MedusaContainer,
  { id, kind, fiat_amount }: Pick<RefundRow, "id" | "kind" | "fiat_amount">,
  payment: PaymentRow
): Promise<boolean> {
  if (kind !== "order" || fiat_amount === null) return false
  // A soft-deleted refund is still a refund.
  const listed = await container.resolve(Modules.PAYMENT).listRefunds({ id: [id] }, { withDeleted: true })
  const [refund] = z.array(medusaRefund).parse(listed)
  if (refund && compareAmounts(refund.raw_amount.value, fiat_amount) !== 0) return true
  const orderId = await findOrderOfPayment(container, payment)
  if (orderId === null || !refund) return orderId !== null
  return (await findUnbookedRefunds(container, orderId)).some((unbooked) => unbooked.id === id)
}
