import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { momentInWords } from "../../../domain/moment-in-words"
import type { DestinationRow } from "../../../modules/onchain/destination-row"
import { loadActorNames } from "../../deposit/steps/actor-names"

/** Says to an admin who comes second what became of the destination, by whom and when. */
export async function destinationConflict(
  container: MedusaContainer,
  { state, approved_by, approved_at, archived_by, archived_at }: DestinationRow
): Promise<MedusaError> {
  const [by, at] = state === "archived" ? [archived_by, archived_at] : [approved_by, approved_at]
  const nameOf = await loadActorNames(container, [by])
  const when = at === null ? "" : ` ${momentInWords(at)}`
  return new MedusaError(
    MedusaError.Types.CONFLICT,
    `${nameOf(by) ?? "Somebody"} ${state} it${when}.`,
    "already_done"
  )
}
