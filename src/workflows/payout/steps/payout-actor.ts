import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { PayoutActor } from "../../../domain/payout-gate"

/** Whoever a request says it is from, as Medusa has authenticated it. `type` such as `user` or `api-key`. */
export type RequestActor = { id: string; type: string }

/**
 * Finds out who somebody is who wants to move money out: by key, the user who made the key is meant too, or one person
 * could be two.
 *
 * An identifier that names nobody stays without an email and without an owner.
 */
export async function loadPayoutActor(
  container: MedusaContainer,
  { id, type }: RequestActor
): Promise<PayoutActor> {
  const ownerId = type === "api-key" ? await findOwner(container, id) : null
  const userId = type === "user" ? id : ownerId
  return { id, type, ownerId, email: userId === null ? null : await findEmail(container, userId) }
}

async function findOwner(container: MedusaContainer, keyId: string): Promise<string | null> {
  if (keyId === "") return null
  const keys = await container
    .resolve(Modules.API_KEY)
    .listApiKeys({ id: [keyId] }, { select: ["created_by"] })
  return keys[0]?.created_by || null
}

async function findEmail(container: MedusaContainer, userId: string): Promise<string | null> {
  if (userId === "") return null
  const users = await container.resolve(Modules.USER).listUsers({ id: [userId] }, { select: ["email"] })
  return users[0]?.email ?? null
}
