import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { DepositRow } from "../../../modules/onchain/deposit-row"
import { loadActorNames } from "./actor-names"
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
    loadCustomers(container, deposits),
  ])
  return { networkName, actorName, customer }
}

/** A customer who is gone from Medusa is still named by the identifier. */
async function loadCustomers(
  container: MedusaContainer,
  deposits: readonly DepositRow[]
): Promise<DepositNames["customer"]> {
  const ids = [...new Set(deposits.flatMap(({ customer_id: id }) => (id === null ? [] : [id])))]
  if (ids.length === 0) return unnamed
  const found = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers({ id: ids }, { select: ["id", "email", "first_name", "last_name"] })
  const customers = new Map(
    found.map(({ id, email, first_name, last_name }) => {
      const name = [first_name, last_name].filter(Boolean).join(" ")
      return [id, { id, email: email ?? null, name: name || null }]
    })
  )
  return (customerId) => customers.get(customerId) ?? unnamed(customerId)
}

function unnamed(id: string) {
  return { id, email: null, name: null }
}
