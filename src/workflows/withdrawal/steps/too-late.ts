import type { MedusaContainer } from "@medusajs/framework/types"
import type { MedusaError } from "@medusajs/framework/utils"
import type { WithdrawalAction } from "../../../domain/withdrawal-choices"
import { tooLateInWords, type Deed } from "../../../domain/withdrawal-conflict"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { loadActorNames } from "../../deposit/steps/actor-names"
import { payoutError } from "../../payout/steps/payout-error"
import { loadWithdrawalChoices } from "./withdrawal-options"

/** Says to somebody who comes second what became of the withdrawal, by whom and when. */
export async function tooLate(
  container: MedusaContainer,
  withdrawalId: string,
  action: WithdrawalAction
): Promise<MedusaError> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const row = await store.mustFind(withdrawalId)
  const choices = await loadWithdrawalChoices(container, row, null)
  const deeds = await loadDeeds(container, row)
  return payoutError(tooLateInWords(choices[action].reason, lastOf(row, deeds)))
}

/** Who has confirmed, approved and cancelled a withdrawal, and when. */
export type Deeds = Record<"confirmed" | "approved" | "cancelled", Deed | null>

export async function loadDeeds(container: MedusaContainer, row: WithdrawalRow): Promise<Deeds> {
  const { confirmed_by, approved_by, resolved_by } = row
  const canceller = row.state === "cancelled" ? resolved_by : null
  const nameOf = await loadActorNames(container, [confirmed_by, approved_by, canceller])
  const deed = (by: string | null, at: Date | null): Deed | null =>
    by === null ? null : { by, name: nameOf(by) ?? by, at }
  return {
    confirmed: deed(confirmed_by, row.confirmed_at),
    approved: deed(approved_by, row.approved_at),
    cancelled: deed(canceller, row.state_at),
  }
}

function lastOf(
  row: WithdrawalRow,
  { confirmed, approved, cancelled }: Deeds
): { deed: string; who: Deed } | null {
  if (cancelled) return { deed: "cancelled", who: cancelled }
  if (row.state === "requested" || row.state === "quoted") return null
  if (approved) return { deed: "approved", who: approved }
  return confirmed && row.state !== "awaiting_approval" ? { deed: "confirmed", who: confirmed } : null
}
