import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { PAYMENT_RESOLVED } from "../../../modules/onchain/events"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { unallocatedRefundId } from "../../../modules/onchain/refund-ids"
import { announceRefund } from "../../payment/steps/announce-refund"
import { oweSurplus } from "../../payment/steps/owe-surplus"
import { applyToOrder } from "./apply-to-order"

/** Longest wait for somebody else's work on the same payment, in seconds. */
const LOCK_TIMEOUT_S = 40

/** How a choice ended: carried out and told, or taken back for a reason that a person reads. */
export type ResolutionEnd = { isDone: true } | { isDone: false; reason: string }

/**
 * Carries out what was chosen for a payment, and tells who listens. Each part can be repeated, so whatever is cut off
 * is finished by whoever comes next.
 */
export function carryOutResolution(container: MedusaContainer, paymentId: string): Promise<ResolutionEnd> {
  return container
    .resolve(Modules.LOCKING)
    .execute([`onchain:payment:${paymentId}`], () => carryOut(container, paymentId), {
      timeout: LOCK_TIMEOUT_S,
    })
}

async function carryOut(container: MedusaContainer, paymentId: string): Promise<ResolutionEnd> {
  const { payments, resolutions, checks } = container.resolve("onchain")
  const payment = await payments.find({ id: paymentId })
  if (!payment?.resolution) return { isDone: false, reason: payment?.last_error ?? "It was taken back." }
  if (payment.resolution_done_at) return { isDone: true }
  if (payment.resolution === "apply" && payment.state === "unallocated") {
    const reason = await applyToOrder(container, payment)
    if (reason !== null) return { isDone: false, reason }
  }
  if (payment.resolution === "refund_due") await oweBack(container, payment)
  await oweSurplus(container, payment)
  await announce(container, payment)
  await checks.plan(payment.id)
  await resolutions.noteDone(payment.id)
  return { isDone: true }
}

/** Records the refund and moves nothing. The event is sent at least once. */
async function oweBack(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { unallocated_reason: reason, resolved_token_amount: tokens } = payment
  await container
    .resolve("onchain")
    .refunds.oweUnallocated(payment, reason === "asset_mismatch" ? null : tokens)
  await announceRefund(container, unallocatedRefundId(payment.id))
}

async function announce(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { id: payment_id, session_id, resolution, applied_order_id: order_id } = payment
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: PAYMENT_RESOLVED, data: { payment_id, session_id, resolution, order_id } })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: unallocated payment ${payment_id} is resolved: ${resolution}; no funds moved`)
}
