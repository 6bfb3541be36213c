import type { AuditEntry } from "../../../modules/onchain/audit-log"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import type { WithdrawalNames } from "./withdrawal-names"

/** By these a person has said what became of a withdrawal. */
const RESOLUTIONS: readonly string[] = [
  "withdrawal.adopted",
  "withdrawal.written_off",
  "withdrawal.ended_paid",
  "withdrawal.ended_not_paid",
]

/** What a person has made of a withdrawal, with their words; null where nobody had to. */
export function resolutionToView(
  { resolution_note }: WithdrawalRow,
  history: readonly AuditEntry[],
  names: WithdrawalNames
): OnchainWithdrawalDetail["resolution"] {
  const entry = history.filter(({ action }) => RESOLUTIONS.includes(action)).at(-1)
  if (!entry) return null
  return { by: names.actorName(entry.actor_id), at: entry.created_at.toISOString(), note: resolution_note }
}

/** Who has looked at a mismatch; null while nobody has. */
export function seenToView(
  { mismatch_seen_at, mismatch_seen_by, mismatch_seen_note }: WithdrawalRow,
  names: WithdrawalNames
): OnchainWithdrawalDetail["mismatch_seen"] {
  if (mismatch_seen_at === null) return null
  return {
    by: names.actorName(mismatch_seen_by),
    at: mismatch_seen_at.toISOString(),
    note: mismatch_seen_note ?? "",
  }
}
