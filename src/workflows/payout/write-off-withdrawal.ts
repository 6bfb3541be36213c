import type { MedusaContainer } from "@medusajs/framework/types"
import { gapInProof, signAgainstAbsence } from "../../domain/payout/withdrawal-search"
import { signsOf } from "../../domain/payout/withdrawal-standing"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import type { RequestActor } from "./payout-access"
import { payoutError } from "./payout-access"
import { ruledOutOf, searchWithdrawal } from "./search-withdrawal"
import { explainUnreachable } from "./withdrawal-asset"
import { gapInProofInWords } from "./withdrawal-gateway-words"
import {
  assertMayEnd,
  conflictError,
  findWithdrawal,
  mustBeDone,
  type WithdrawalAnswer,
} from "./withdrawal-outcome"

type WriteOffWithdrawalInput = {
  withdrawal_id: string
  /** How the actor verified that the service has not sent it. */
  note: string
  /** IDs at the service that match and that the actor identified as other payouts. */
  not_this: string[]
  actor: RequestActor
}

/**
 * Ends a withdrawal that cannot be found as not sent, by a person's statement. The service is searched once
 * more before, to the end of its list, and for some days after: its state wins.
 *
 * @throws MedusaError `forbidden`, `not_found`, `conflict` when it was found or the service reports that it
 * has it, or `not_allowed` when the service does not answer, or the search does not prove that it has none
 * @see gapInProof
 */
export async function writeOffWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, note, not_this, actor }: WriteOffWithdrawalInput
): Promise<WithdrawalAnswer> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  const row = await findWithdrawal(container, withdrawal_id)
  const { id: actorId } = await assertMayEnd(container, row, actor)
  if (row.state !== "unknown" || signAgainstAbsence(signsOf(row)) !== null)
    throw await conflictError(container, row.id, "write_off")
  const ruledOut = ruledOutOf(row, not_this)
  const missing = await mustBeMissing(container, { ...row, ruled_out: ruledOut })
  await mustBeDone(container, await ends.writeOff(missing, { actorId, note }, ruledOut))
  return { withdrawal_id: row.id, is_pending: false }
}

/** An incomplete search proves nothing. */
async function mustBeMissing(container: MedusaContainer, lost: WithdrawalRow): Promise<WithdrawalRow> {
  const { row, ...search } = await searchWithdrawal(container, lost, { isThorough: true }).catch(
    explainUnreachable
  )
  if (row.state !== "unknown") throw await conflictError(container, row.id, "write_off")
  const [incomplete] = await container.resolve("onchain").listReadings.findIncomplete(["listTransactions"])
  const gap = gapInProof({ ...search, shortAfterRows: incomplete?.rowsRead ?? null })
  if (gap !== null) throw payoutError("absence_unproven", gapInProofInWords(gap))
  return row
}
