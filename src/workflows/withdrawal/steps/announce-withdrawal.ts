import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  REFUND_PAID,
  WITHDRAWAL_APPROVAL_REQUIRED,
  WITHDRAWAL_UPDATED,
} from "../../../modules/onchain/events"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

/**
 * Tells who listens where a withdrawal is now, unless they know.
 *
 * At least once: the note that they were told comes after. A process that dies in between leaves it to a job. Of states that
 * follow each other in that moment only the last is told.
 */
export async function announceWithdrawal(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  const { id, state, gateway_status, refund_id } = row
  if (row.announced_state === state) return
  const bus = container.resolve(Modules.EVENT_BUS)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: withdrawal ${id} is ${state}${gateway_status === null ? "" : ` (${gateway_status})`}`)
  await bus.emit({ name: WITHDRAWAL_UPDATED, data: { id, state, gateway_status, refund_id } })
  if (state === "awaiting_approval") await bus.emit({ name: WITHDRAWAL_APPROVAL_REQUIRED, data: { id } })
  if (state === "completed" && refund_id !== null) await announcePaidRefund(container, row, refund_id)
  await container.resolve("onchain").payouts.withdrawals.store.noteAnnounced(row)
}

/** Of a refund that was withdrawn before its payout turned out to be paid, the mismatch of the withdrawal tells. */
async function announcePaidRefund(container: MedusaContainer, { id }: WithdrawalRow, refundId: string) {
  const refund = await container.resolve("onchain").refunds.find(refundId)
  if (!refund) return
  const { payment_id, session_id } = refund
  await container.resolve(Modules.EVENT_BUS).emit({
    name: REFUND_PAID,
    data: { refund_id: refundId, payment_id, session_id, withdrawal_id: id },
  })
}
