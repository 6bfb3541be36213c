import type { MedusaContainer } from "@medusajs/framework/types"
import type { Reading } from "../../../domain/unpaid-order"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { linkDeposits } from "../../deposit/steps/announce-deposit"
import { depositListeners } from "../../deposit/steps/deposit-listeners"

/** An older reading knows nothing of what came while the order was held. */
const RECENT_MS = 60_000

/**
 * Makes sure that a deposit in review which may be meant for an order is known before the order is given up: the webhook
 * that told of it may be lost, and the list is read by a job only now and then.
 *
 * Any order can have one: late or wrong money to the address of an invoice is in review too. Orders that are looked at within
 * a minute share a reading.
 *
 * @param payments all payments of the order
 * @param overAt when its time was over
 * @returns `busy` when another process reads the list just now: look again later
 * @throws GatewayError when the list cannot be read
 */
export async function readDepositsInReview(
  container: MedusaContainer,
  payments: readonly PaymentRow[],
  overAt: Date
): Promise<Reading> {
  if (payments.length === 0) return "read"
  const { store, sync } = container.resolve("onchain").deposits
  // A server whose clock is ahead of the database's sees a time as over that the database does not.
  const now = await store.now()
  const since = Math.min(Math.max(overAt.getTime(), now.getTime() - RECENT_MS), now.getTime())
  const isRead = await sync.ensureReviewRead(depositListeners(container), new Date(since))
  await linkDeposits(container)
  return isRead
}
