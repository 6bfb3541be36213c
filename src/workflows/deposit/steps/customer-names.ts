import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

export type CustomerName = { id: string; email: string | null; name: string | null }

/** A customer who is gone from Medusa is still named by the identifier. */
export async function loadCustomerNames(
  container: MedusaContainer,
  customerIds: readonly (string | null)[]
): Promise<(customerId: string) => CustomerName> {
  const ids = [...new Set(customerIds.flatMap((id) => (id === null ? [] : [id])))]
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

function unnamed(id: string): CustomerName {
  return { id, email: null, name: null }
}
