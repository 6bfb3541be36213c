import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { DestinationRow } from "../../../modules/onchain/destination-row"

/** @throws MedusaError `not_found` */
export async function mustFindDestination(container: MedusaContainer, id: string): Promise<DestinationRow> {
  const row = await container.resolve("onchain").payouts.destinations.find(id)
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no destination ${id}.`)
  return row
}
