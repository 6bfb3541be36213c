import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { conflictInWords } from "../../../domain/deposit-refusal"
import { isResultOf } from "../../../domain/deposit-answer"
import type { DepositRow } from "../../../modules/onchain/deposit-row"
import { loadActorNames } from "./actor-names"

/** Says to an admin who comes second what became of the deposit, by whom and when. */
export async function depositConflict(container: MedusaContainer, deposit: DepositRow): Promise<MedusaError> {
  const nameOf = await loadActorNames(container, [deposit.action_by])
  const { state, action, action_at, state_at } = deposit
  const isOurs = action !== null && (state === "acting" || isResultOf(action, state))
  const message = conflictInWords({
    state,
    action: isOurs ? action : null,
    by: isOurs ? nameOf(deposit.action_by) : null,
    at: isOurs ? action_at : state_at,
  })
  return new MedusaError(MedusaError.Types.CONFLICT, message)
}
