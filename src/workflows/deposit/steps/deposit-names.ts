import type { MedusaContainer } from "@medusajs/framework/types"
import type { DepositRow } from "../../../modules/onchain/deposit-row"
import { loadActorNames } from "./actor-names"
import { loadCustomerNames } from "./customer-names"
import type { DepositNames } from "./deposit-to-view"

/**
 * Loads the names that some deposits are shown with, each kind with one read.
 *
 * @param otherActors admins to be named beside those of the deposits
 */
export async function loadDepositNames(
  container: MedusaContainer,
  deposits: readonly DepositRow[],
  otherActors: readonly (string | null)[] = []
): Promise<DepositNames> {
  const [networkName, actorName, customer] = await Promise.all([
    container.resolve("onchain").networkNames.load(),
    loadActorNames(container, [...deposits.map(({ action_by }) => action_by), ...otherActors]),
    loadCustomerNames(
      container,
      deposits.map(({ customer_id }) => customer_id)
    ),
  ])
  return { networkName, actorName, customer }
}
