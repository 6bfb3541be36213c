import type { MedusaContainer } from "@medusajs/framework/types"
import type { Withdrawal } from "../../../gateway/contract"
import type { ClaimedWithdrawal } from "../../../modules/onchain/withdrawal-claims"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { countWithdrawal } from "./count-withdrawal"
import { newsOf } from "./withdrawal-news"

/**
 * Stores what the service has of a withdrawal, as the answer to its call.
 *
 * A webhook may have told it before: then the two are compared. An identifier that belongs to another withdrawal of ours ends
 * nothing.
 */
export async function settleWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  withdrawal: Withdrawal
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const news = newsOf(container, claim, withdrawal, null)
  const recorded =
    (await answers.recordAnswer(claim, "sending", news)) ??
    (await answers.recordAnswer(claim, "unclear", news))
  if (recorded) {
    countWithdrawal(container, claim.state, recorded)
    return recorded
  }
  const owner = await store.findByGatewayId(withdrawal.id)
  if (owner && owner.id !== claim.id)
    return giveUpWithdrawal(
      container,
      claim,
      `The service answered with ${withdrawal.id}, which is ${owner.id}.`
    )
  const row = await store.mustFind(claim.id)
  const told = row.gateway_withdrawal_id
  if (told !== null && told !== withdrawal.id)
    await answers.noteMismatch(
      row.id,
      `The service has two withdrawals for it: ${told} and ${withdrawal.id}.`
    )
  return store.mustFind(claim.id)
}

/** Ends a call that certainly did nothing. One that outlived its lease, or any doubt, ends nothing. */
export async function releaseWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  to: "refused" | "requested",
  reason: string
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const released = await answers.release(claim, to, reason)
  if (released) countWithdrawal(container, claim.state, released)
  return released ?? store.mustFind(claim.id)
}

/** Leaves the call to the job, which repeats it after a pause. */
export async function postponeWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  reason: string,
  pause: { pauseMs: number; mayHaveActed: boolean }
): Promise<WithdrawalRow> {
  const { claims, store } = container.resolve("onchain").payouts.withdrawals
  await claims.postpone(claim, reason, pause)
  return store.mustFind(claim.id)
}

/** Leaves it to a person: it may not be repeated, and it was not found. */
export async function giveUpWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  reason: string
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  return (await answers.giveUp(claim, reason)) ?? store.mustFind(claim.id)
}
