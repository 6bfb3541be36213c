import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { payoutRefusal, type PayoutActor, type PayoutRefusal } from "../../../domain/payout-gate"
import { loadPayoutActor, type RequestActor } from "./payout-actor"

/** Whether somebody may move money out. @returns null when nothing speaks against it */
export async function findPayoutRefusal(
  container: MedusaContainer,
  actor: RequestActor
): Promise<{ refusal: PayoutRefusal | null; actor: PayoutActor }> {
  const { options } = container.resolve("onchain")
  const known = await loadPayoutActor(container, actor)
  const refusal = payoutRefusal({
    hasPayoutKey: options.payoutApiKey !== undefined,
    actor: known,
    users: options.payouts.users,
    allowApiKeys: options.payouts.allowApiKeys,
    approval: options.payouts.approval,
  })
  return { refusal, actor: known }
}

/**
 * First thing that every workflow does which moves money out: a merchant's own code calls them without our routes.
 *
 * @returns who it is
 * @throws MedusaError `forbidden` with the code of the refusal
 */
export async function assertPayoutAllowed(
  container: MedusaContainer,
  actor: RequestActor
): Promise<PayoutActor> {
  const found = await findPayoutRefusal(container, actor)
  if (found.refusal === null) return found.actor
  throw new MedusaError(MedusaError.Types.FORBIDDEN, found.refusal.words, found.refusal.code)
}
