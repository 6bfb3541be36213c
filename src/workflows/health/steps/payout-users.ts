import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { SetupCheck } from "../../../modules/onchain/setup-checks"

/** Checks that whoever `payouts.users` names is there: a mistyped name lets nobody pay out, and says nothing. */
export async function checkPayoutUsers(container: MedusaContainer): Promise<SetupCheck> {
  const { payouts } = container.resolve("onchain").options
  if (payouts.users === undefined)
    return { id: "payout_users", status: "ok", message: "Who may use the admin may move money out." }
  const unknown = await findUnknown(container, payouts.users)
  if (unknown.length === 0)
    return {
      id: "payout_users",
      status: "ok",
      message: "Everybody in payouts.users is a user or an API key.",
    }
  const message =
    `These names in payouts.users are no user of this store: ${unknown.join(", ")}. Give the email or the id of a user, ` +
    `as under Settings > Users.`
  return { id: "payout_users", status: "warning", message }
}

/** A store has few users, and their emails are compared in any case: all are read. */
async function findUnknown(container: MedusaContainer, names: readonly string[]): Promise<string[]> {
  const [users, keys] = await Promise.all([
    container.resolve(Modules.USER).listUsers({}, { select: ["id", "email"], take: null }),
    container.resolve(Modules.API_KEY).listApiKeys({ id: [...names] }, { select: ["id"], take: null }),
  ])
  const known = new Set([
    ...users.flatMap(({ id, email }) => [id, email.toLowerCase()]),
    ...keys.map(({ id }) => id),
  ])
  return names.filter((name) => !known.has(name) && !known.has(name.toLowerCase()))
}
