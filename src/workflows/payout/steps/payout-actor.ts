import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { PayoutActor } from "../../../domain/payout-gate"

/** Whoever a request says it is from, as Medusa has authenticated it. `type` such as `user` or `api-key`. */
export type RequestActor = { id: string; type: string }

/**
 * Finds the person behind a request that moves money out: by key it is the user who made the key, or one person could be two.
 * A key that another key made has no person behind it.
 *
 * A user who was deleted is nobody any more, although their token may still be good, and so is the maker of a key.
 */
export async function loadPayoutActor(
  container: MedusaContainer,
  { id, type }: RequestActor
): Promise<PayoutActor> {
  const ownerId = type === "api-key" ? await findMaker(container, id) : null
  const isKnown = await isUser(container, type === "user" ? id : ownerId)
  return { id, type, ownerId, isKnown }
}

/** @returns null when there is no such key, or it does not say who made it */
async function findMaker(container: MedusaContainer, keyId: string): Promise<string | null> {
  if (keyId === "") return null
  const keys = await container
    .resolve(Modules.API_KEY)
    .listApiKeys({ id: [keyId] }, { select: ["id", "created_by"] })
  return keys[0]?.created_by || null
}

async function isUser(container: MedusaContainer, userId: string | null): Promise<boolean> {
  if (userId === null || userId === "") return false
  const users = await container.resolve(Modules.USER).listUsers({ id: [userId] }, { select: ["id"] })
  return users.some(({ id }) => id === userId)
}
