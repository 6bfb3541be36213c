import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** A user's email, an API key's title, else the id. */
export async function loadActorNames(
  container: MedusaContainer,
  actorIds: readonly (string | null)[]
): Promise<(actorId: string | null) => string | null> {
  const ids = [...new Set(actorIds.flatMap((id) => (id === null ? [] : [id])))]
  if (ids.length === 0) return (actorId) => actorId
  const [users, keys] = await Promise.all([
    container.resolve(Modules.USER).listUsers({ id: ids }, { select: ["id", "email"] }),
    container.resolve(Modules.API_KEY).listApiKeys({ id: ids }, { select: ["id", "title"] }),
  ])
  const names = new Map([
    ...users.map(({ id, email }) => [id, email] as const),
    ...keys.map(({ id, title }) => [id, `API key "${title}"`] as const),
  ])
  return (actorId) => (actorId === null ? null : (names.get(actorId) ?? actorId))
}

export type CustomerName = { id: string; email: string | null; name: string | null }

/** A deleted customer keeps the id. */
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
