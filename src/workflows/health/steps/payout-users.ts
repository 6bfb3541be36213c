import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { SetupCheck } from "../../../modules/onchain/setup-checks"
import { findOwner } from "../../payout/steps/payout-actor"

/**
 * Checks that whoever `payouts.users` names is there: a mistyped name lets nobody pay out, and says nothing. Where it takes
 * two persons, they have to be two: one who is named by id and by email is one, and so are a user and their key.
 */
export async function checkPayoutUsers(container: MedusaContainer): Promise<SetupCheck> {
  const { payouts } = container.resolve("onchain").options
  if (payouts.users === undefined)
    return { id: "payout_users", status: "ok", message: "Who may use the admin may move money out." }
  const { unknown, persons } = await resolveNames(container, payouts.users)
  if (unknown.length > 0)
    return warn(
      `These names in payouts.users are no user of this store: ${unknown.join(", ")}. Give the email or the id of a user, ` +
        `as under Settings > Users.`
    )
  if (payouts.approval === "second_user" && persons < 2)
    return warn(
      `All names in payouts.users are one person, and payouts.approval takes a second one: nothing can be approved. Name ` +
        `another user.`
    )
  return {
    id: "payout_users",
    status: "ok",
    message: "Everybody in payouts.users is a user or an API key.",
  }
}

const warn = (message: string): SetupCheck => ({ id: "payout_users", status: "warning", message })

/** Whom the names stand for: an id of a user, or none. A store has few users, and emails are compared in any case. */
async function resolveNames(
  container: MedusaContainer,
  names: readonly string[]
): Promise<{ unknown: string[]; persons: number }> {
  const [users, keys] = await Promise.all([
    container.resolve(Modules.USER).listUsers({}, { select: ["id", "email"], take: null }),
    container.resolve(Modules.API_KEY).listApiKeys({ id: [...names] }, { select: ["id"], take: null }),
  ])
  const owners = await Promise.all(keys.map(async ({ id }) => [id, await findOwner(container, id)] as const))
  const personOf = new Map<string, string | null>([
    ...owners,
    ...users.flatMap(({ id, email }) => [[id, id] as const, [email.toLowerCase(), id] as const]),
  ])
  const found = names.map((name) => personOf.get(name) ?? personOf.get(name.toLowerCase()))
  const ids = new Set(users.map(({ id }) => id))
  return {
    unknown: names.filter((name) => !personOf.has(name) && !personOf.has(name.toLowerCase())),
    persons: new Set(found.filter((person) => person != null && ids.has(person))).size,
  }
}
