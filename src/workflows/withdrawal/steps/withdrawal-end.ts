import type { MedusaContainer } from "@medusajs/framework/types"
import type { Withdrawal } from "../../../gateway/contract"
import type { ClaimedWithdrawal } from "../../../modules/onchain/withdrawal-claims"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { countWithdrawal } from "./count-withdrawal"
import { recordWithdrawal } from "./follow-withdrawal"
import { newsOf } from "./withdrawal-news"

/**
 * Stores what the service has of a withdrawal, as the answer to its call.
 *
 * A webhook may have told it before: then the two are compared. One that was ended here meanwhile is paid all the same, and
 * comes back. An identifier that belongs to another withdrawal of ours ends nothing.
 *
 * @param askedAt before the call, by the database's clock
 */
export async function settleWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  withdrawal: Withdrawal,
  askedAt: Date
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
  if (owner && owner.id !== claim.id) {
    const reason = `The service answered with ${withdrawal.id}, which is ${owner.id}.`
    await answers.noteAccepted(claim)
    await answers.noteMismatch(claim.id, reason)
    return giveUpWithdrawal(container, claim, { code: null, reason })
  }
  const row = await store.mustFind(claim.id)
  // The same answer may be an old one: what was told of the withdrawal itself is newer.
  if (row.gateway_withdrawal_id === withdrawal.id) return row
  return recordWithdrawal(container, row, withdrawal, askedAt)
}

/** Ends a call that certainly did nothing. One that outlived its lease, or any doubt, ends nothing. */
export async function releaseWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  to: "refused" | "requested",
  answer: { code: string; reason: string }
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const released = await answers.release(claim, to, answer)
  if (released) countWithdrawal(container, claim.state, released)
  return released ?? store.mustFind(claim.id)
}

/** Leaves the call to the job, which repeats it after a pause. */
export async function postponeWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  reason: string,
  pause: { code: string; pauseMs: number; mayHaveActed: boolean }
): Promise<WithdrawalRow> {
  const { claims, store } = container.resolve("onchain").payouts.withdrawals
  await claims.postpone(claim, reason, pause)
  return store.mustFind(claim.id)
}

/** Leaves it to a person: it may not be repeated, and it was not found. */
export async function giveUpWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  answer: { code: string | null; reason: string }
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  return (await answers.giveUp(claim, answer)) ?? store.mustFind(claim.id)
}
