import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { OWN_ADDRESS } from "../../../domain/destination-problem"
import type { PayoutProblem } from "../../../domain/payout-codes"
import type { DestinationRow } from "../../../modules/onchain/destination-row"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

/** @throws MedusaError `not_found` */
export async function findDestination(container: MedusaContainer, id: string): Promise<DestinationRow> {
  const row = await container.resolve("onchain").payouts.destinations.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no destination ${id}.`)
}

/** Why money cannot go to the destination of a withdrawal any more; null when it can. */
export async function findDestinationProblem(
  container: MedusaContainer,
  row: Pick<WithdrawalRow, "destination_id" | "chain" | "destination_address">
): Promise<PayoutProblem | null> {
  const { destinations } = container.resolve("onchain").payouts
  const { state } = await findDestination(container, row.destination_id)
  if (state === "archived")
    return { code: "destination_archived", words: "Its destination is archived. Ask for a new one." }
  if (state === "pending")
    return { code: "destination_not_approved", words: "Its destination waits to be approved." }
  return (await destinations.ownAddress(row.chain, row.destination_address)) ? OWN_ADDRESS : null
}
