import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { PayoutActor } from "../../../domain/payout-gate"

/** Whoever a request says it is from, as Medusa has authenticated it. `type` such as `user` or `api-key`. */
export type RequestActor = { id: string; type: string }

/** A key can make a key, and that one another. Longer chains are nobody's. */
const MOST_KEYS = 10

/**
 * Finds out who somebody is who wants to move money out: by key, the user who made the key is meant too, or one person
 * could be two. A key that was made by a key is of whoever made that one.
 *
 * A user who was deleted is nobody any more, although their token may still be good, and so is the maker of a key.
 */
export async function loadPayoutActor(
  container: MedusaContainer,
  { id, type }: RequestActor
): Promise<PayoutActor> {
  const ownerId = type === "api-key" ? await findOwner(container, id) : null
  const user = await findUser(container, type === "user" ? id : ownerId)
  return { id, type, ownerId, isKnown: user !== undefined, email: user?.email ?? null }
}

/** @returns who made the first key of the chain: a user, or a text that names nobody; null when it does not say */
export async function findOwner(container: MedusaContainer, keyId: string): Promise<string | null> {
  let maker: string | null = null
  let next: string | undefined = keyId
  for (let count = 0; next !== undefined && count < MOST_KEYS; count++) {
    const madeBy = await findMaker(container, next)
    if (madeBy !== undefined) maker = madeBy
    next = madeBy ?? undefined
  }
  return next === undefined ? maker : null
}

/** @returns undefined when there is no such key, not even a deleted one; null when it does not say who made it */
async function findMaker(container: MedusaContainer, keyId: string): Promise<string | null | undefined> {
  if (keyId === "") return undefined
  const keys = await container
    .resolve(Modules.API_KEY)
    .listApiKeys({ id: [keyId] }, { select: ["id", "created_by"], withDeleted: true })
  return keys[0] === undefined ? undefined : keys[0].created_by || null
}

async function findUser(
  container: MedusaContainer,
  userId: string | null
): Promise<{ email: string } | undefined> {
  if (userId === null || userId === "") return undefined
  const users = await container.resolve(Modules.USER).listUsers({ id: [userId] }, { select: ["id", "email"] })
  return users[0]
}
