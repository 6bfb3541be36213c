import type { MedusaContainer } from "@medusajs/framework/types"
import { isResultOf } from "../../../domain/deposit-answer"
import type { DepositState } from "../../../domain/deposit-lifecycle"
import { pauseBeforeRepeating } from "../../../domain/repeat-pause"
import type { ClaimedDeposit } from "../../../modules/onchain/deposit-claims"
import type { DepositRow } from "../../../modules/onchain/deposit-row"

/**
 * How an action ended for now: it is done; it waits for an answer and is repeated with its key; it did not happen and
 * the deposit is back in review; or somebody else has resolved the deposit, here or at the service.
 */
export type ActionEnd = { kind: "done" | "pending" | "refused" | "overtaken"; row: DepositRow }

/** Stores the state that the service has the deposit in, whoever brought it there. */
export async function settleAction(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  to: DepositState,
  status: string | undefined
): Promise<ActionEnd> {
  const { store } = container.resolve("onchain").deposits
  const moved = await store.move(claim, to, {
    action: `deposit.${to}`,
    actorId: isResultOf(claim.action, to) ? claim.action_by : null,
    facts: status === undefined ? {} : { resolution_status: status },
  })
  return endOf(claim, moved ?? (await store.mustFind(claim.id)))
}

/** Puts the deposit back in review. A call that outlived its lease changes nothing here. */
export async function releaseAction(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  reason: string
): Promise<ActionEnd> {
  const { store } = container.resolve("onchain").deposits
  const moved = await store.move(claim, "in_review", {
    action: `deposit.${claim.action}_refused`,
    actorId: null,
    reason,
    attempts: claim.action_attempts,
  })
  return endOf(claim, moved ?? (await store.mustFind(claim.id)))
}

/** Leaves the action to the job, which repeats the call after a pause. */
export async function postponeAction(
  container: MedusaContainer,
  claim: ClaimedDeposit,
  reason: string
): Promise<ActionEnd> {
  const { store, claims } = container.resolve("onchain").deposits
  await claims.postpone(claim, reason, pauseBeforeRepeating(claim.action_attempts))
  return endOf(claim, await store.mustFind(claim.id))
}

/** What a row says about an action that was claimed. */
export function endOf({ action }: Pick<ClaimedDeposit, "action">, row: DepositRow): ActionEnd {
  if (row.state === "acting") return { kind: "pending", row }
  if (row.state === "in_review") return { kind: "refused", row }
  return { kind: isResultOf(action, row.state) ? "done" : "overtaken", row }
}
