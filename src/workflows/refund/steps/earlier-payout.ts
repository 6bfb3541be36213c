import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { WithdrawalState } from "../../../domain/withdrawal-lifecycle"
import { GatewayError } from "../../../gateway/client/errors"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { payoutError } from "../../payout/steps/payout-error"
import { followWithdrawal } from "../../withdrawal/steps/follow-withdrawal"
import { searchWithdrawal } from "../../withdrawal/steps/search-withdrawal"
import { isWrittenOff } from "../../withdrawal/steps/withdrawal-options"

/**
 * Asks the service once more about the payouts that a refund had before, so that none is begun beside one that was sent
 * after all. One that a person wrote off is searched for: nothing proves that it was not sent.
 *
 * @throws MedusaError `not_allowed` when the service does not answer; `conflict` when such a payout is under way, or the
 *   service says otherwise of one and nobody has looked at it
 */
export async function checkEarlierPayout(container: MedusaContainer, refund: RefundRow): Promise<void> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  for (const earlier of await store.listOfRefund(refund.id)) {
    const mayBe = await askAbout(container, earlier)
    const words = reasonAgainst(await store.mustFind(earlier.id)) ?? doubtAbout(earlier, mayBe)
    if (words !== null) throw payoutError({ code: "already_done", words })
  }
}

/** One that somebody asks for in this moment is told where the new one is stored. */
const MAY_HAVE_PAID: readonly WithdrawalState[] = ["sending", "sent", "unclear", "completed"]

function reasonAgainst({ id, state, mismatch, mismatch_seen_at }: WithdrawalRow): string | null {
  if (MAY_HAVE_PAID.includes(state))
    return `Its earlier payout ${id} is under way after all. Read the refund again.`
  if (mismatch === null || mismatch_seen_at !== null) return null
  return `${mismatch} This is about its earlier payout ${id}. Look at that one first, and write down there what you found.`
}

/** One that was written off proves nothing once something fits it. */
function doubtAbout({ id }: WithdrawalRow, mayBe: readonly string[]): string | null {
  if (mayBe.length === 0) return null
  return `Its earlier payout ${id} was written off and may be ${mayBe.join(" or ")}. Compare in the provider's dashboard. If it is, settle the refund as paid outside; the payout is followed as soon as the provider names it.`
}

/** @returns withdrawals of the service that it may be */
async function askAbout(container: MedusaContainer, earlier: WithdrawalRow): Promise<string[]> {
  const { gateway_withdrawal_id } = earlier
  try {
    if (isWrittenOff(earlier)) return (await searchWithdrawal(container, earlier)).mayBe
    if (gateway_withdrawal_id !== null) await followWithdrawal(container, gateway_withdrawal_id)
    return []
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // One that the service does not find cannot be followed; what was known of it stands.
    if (error.code === "NOT_FOUND") return []
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The service was asked about the earlier payout and did not answer (${error.code}). Nothing has changed; try again.`
    )
  }
}
