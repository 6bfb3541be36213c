import type { MedusaContainer } from "@medusajs/framework/types"
import type { DestinationRow } from "../../../modules/onchain/destination-row"
import { loadActorNames } from "../../deposit/steps/actor-names"
import { loadCustomerNames } from "../../deposit/steps/customer-names"
import type { DestinationNames } from "./destination-to-view"

/**
 * Loads the names that some destinations are shown with, each kind with one read.
 *
 * @param otherActors admins to be named beside those of the destinations
 */
export async function loadDestinationNames(
  container: MedusaContainer,
  rows: readonly DestinationRow[],
  otherActors: readonly (string | null)[] = []
): Promise<DestinationNames> {
  const { networkNames, payouts } = container.resolve("onchain")
  const [networkName, actorName, customer, lastUsed] = await Promise.all([
    networkNames.load(),
    loadActorNames(container, [
      ...rows.flatMap(({ created_by, approved_by }) => [created_by, approved_by]),
      ...otherActors,
    ]),
    loadCustomerNames(
      container,
      rows.map(({ customer_id }) => customer_id)
    ),
    payouts.destinations.lastUsed(rows.map(({ id }) => id)),
  ])
  return { networkName, actorName, customer, lastUsed }
}
