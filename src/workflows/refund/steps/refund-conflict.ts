import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { refundConflictInWords } from "../../../domain/refund-conflict"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import { loadActorNames } from "../../deposit/steps/actor-names"

/** Says to an admin who comes second what became of the refund, by whom and when. */
export async function refundConflict(container: MedusaContainer, refund: RefundRow): Promise<MedusaError> {
  const history = await container.resolve("onchain").payouts.refunds.payouts.history(refund.id)
  const isSettledElsewhere = refund.settled_by !== null
  const action = isSettledElsewhere ? "refund.settled_elsewhere" : "refund.payout_started"
  const deed = history.filter((entry) => entry.action === action).at(-1)
  const nameOf = await loadActorNames(container, [deed?.actor_id ?? null])
  const words = refundConflictInWords({
    state: refund.state,
    isSettledElsewhere,
    by: nameOf(deed?.actor_id ?? null),
    at: deed?.created_at ?? null,
  })
  return new MedusaError(MedusaError.Types.CONFLICT, words, "already_done")
}
