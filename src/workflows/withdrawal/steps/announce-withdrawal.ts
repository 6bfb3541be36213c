import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  REFUND_PAID,
  WITHDRAWAL_APPROVAL_REQUIRED,
  WITHDRAWAL_UPDATED,
} from "../../../modules/onchain/events"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

/** Longest wait for somebody else who tells of the same withdrawal, in seconds. */
const LOCK_TIMEOUT_S = 40

/**
 * Tells who listens where a withdrawal is now, unless they know.
 *
 * At least once: the note that they were told comes after. A process that dies in between leaves it to a job; those that
 * hear of it at the same moment take turns, and the first one tells. Of states that follow each other in that moment only
 * the last is told.
 */
export async function announceWithdrawal(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  if (isTold(row)) return
  await container
    .resolve(Modules.LOCKING)
    .execute([`onchain:withdrawal-news:${row.id}`], () => tell(container, row.id), {
      timeout: LOCK_TIMEOUT_S,
    })
}

async function tell(container: MedusaContainer, withdrawalId: string): Promise<void> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const row = await store.mustFind(withdrawalId)
  if (isTold(row)) return
  const { id, state, gateway_status, refund_id } = row
  const bus = container.resolve(Modules.EVENT_BUS)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: withdrawal ${id} is ${state}${gateway_status === null ? "" : ` (${gateway_status})`}`)
  await bus.emit({ name: WITHDRAWAL_UPDATED, data: { id, state, gateway_status, refund_id } })
  if (state === "awaiting_approval") await bus.emit({ name: WITHDRAWAL_APPROVAL_REQUIRED, data: { id } })
  if (state === "completed" && refund_id !== null) await announcePaidRefund(container, row, refund_id)
  await store.noteAnnounced(row)
}

function isTold({ state, announced_state }: WithdrawalRow): boolean {
  return announced_state === state
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
