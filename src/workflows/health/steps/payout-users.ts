import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { momentInWords } from "../../../domain/moment-in-words"
import type { OnchainOptions } from "../../../modules/onchain/options"
import type { SetupCheck } from "../../../modules/onchain/setup-checks"
import type { OnchainPayoutUser } from "../../../types/http"

/** So many are named in one message; the settings page lists all. */
const NAMED = 10

/** Lists the users of the store with the ids that `payouts.allowedUsers` takes, oldest first. A store has few. */
export async function listPayoutUsers(container: MedusaContainer): Promise<OnchainPayoutUser[]> {
  const { allowedUsers } = container.resolve("onchain").options.payouts
  const users = await container
    .resolve(Modules.USER)
    .listUsers({}, { select: ["id", "email", "created_at"], order: { created_at: "ASC" }, take: null })
  const emails = users.map(({ email }) => folded(email))
  return users.map(({ id, email, created_at }) => ({
    id,
    email,
    created_at: new Date(created_at).toISOString(),
    is_allowed: allowedUsers.includes(id),
    is_email_unusual:
      !PLAIN_EMAIL.test(email) || emails.filter((other) => other === folded(email)).length > 1,
  }))
}

const PLAIN_EMAIL = /^[!-?A-~]+@[!-?A-~]+$/
const folded = (email: string) => email.normalize("NFKC").trim().toLowerCase()

/**
 * Checks that the users whom `payouts.allowedUsers` names are there: a mistyped id lets nobody pay out, and says nothing. Where
 * it takes a second user there have to be two.
 *
 * @param changedAt when the options that say so last changed between two starts
 */
export function describePayoutUsers(
  { payouts, payoutApiKey }: Pick<OnchainOptions, "payouts" | "payoutApiKey">,
  users: readonly OnchainPayoutUser[],
  changedAt: Date | null
): SetupCheck {
  const { allowedUsers, approval } = payouts
  if (allowedUsers.length === 0)
    return {
      id: "payout_users",
      status: payoutApiKey === undefined ? "ok" : "warning",
      message:
        `Nobody may move money out, deposit refunds included: payouts.allowedUsers is empty. Copy the ids of the users who may ` +
        `into the options of the plugin. Users of this store: ${namesOf(users)}.`,
    }
  const allowed = users.filter(({ is_allowed }) => is_allowed)
  const unknown = allowedUsers.filter((id) => !allowed.some((user) => user.id === id))
  if (unknown.length > 0)
    return warn(
      `These ids in payouts.allowedUsers are no user of this store and allow nobody: ${unknown.join(", ")}. Remove them, or copy ` +
        `the right ones. Users of this store: ${namesOf(users)}.`
    )
  if (approval === "second_user" && allowed.length < 2)
    return warn(
      `payouts.allowedUsers names one user, and payouts.approval takes a second one: nothing can be approved. Add the id of ` +
        `another user.`
    )
  return {
    id: "payout_users",
    status: "ok",
    message:
      `These users may move money out: ${namesOf(allowed)}.` +
      (changedAt ? ` The options that say so last changed ${momentInWords(changedAt)}.` : ""),
  }
}

const warn = (message: string): SetupCheck => ({ id: "payout_users", status: "warning", message })

function namesOf(users: readonly OnchainPayoutUser[]): string {
  const names = users
    .slice(0, NAMED)
    .map(({ id, email, is_email_unusual }) => `${id} (${email}${is_email_unusual ? ", unusual email" : ""})`)
  return users.length > NAMED ? `${names.join(", ")} and ${users.length - NAMED} more` : names.join(", ")
}
