import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * Names of admins for other admins: a user's email, an API key's title, else the identifier.
 *
 * @returns a name for each identifier that is asked for
 */
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
