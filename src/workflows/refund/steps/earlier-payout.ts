import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isOver } from "../../../domain/withdrawal-lifecycle"
import { GatewayError } from "../../../gateway/client/errors"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import { followWithdrawal } from "../../withdrawal/steps/follow-withdrawal"

/**
 * Asks the service once more about the payout that a refund had before, so that none is begun beside one that was sent
 * after all. One that the service never had an identifier for was ended by a person, or never sent.
 *
 * @throws MedusaError `not_allowed` when the service does not answer; `conflict` when that payout is under way
 */
export async function checkEarlierPayout(container: MedusaContainer, refund: RefundRow): Promise<void> {
  if (refund.withdrawal_id === null) return
  const { store } = container.resolve("onchain").payouts.withdrawals
  const earlier = await store.mustFind(refund.withdrawal_id)
  if (earlier.gateway_withdrawal_id === null) return
  await follow(container, earlier.gateway_withdrawal_id)
  const { state } = await store.mustFind(earlier.id)
  if (isOver(state) && state !== "completed") return
  throw new MedusaError(
    MedusaError.Types.CONFLICT,
    `Its earlier payout ${earlier.id} is under way after all. Read the refund again.`,
    "already_done"
  )
}

/** One that the service does not find cannot be followed; what was known of it stands. */
async function follow(container: MedusaContainer, gatewayId: string): Promise<void> {
  try {
    await followWithdrawal(container, gatewayId)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === "NOT_FOUND") return
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The service was asked about the earlier payout and did not answer (${error.code}). Nothing has changed; try again.`
    )
  }
}
