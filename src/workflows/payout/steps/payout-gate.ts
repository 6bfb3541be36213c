import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { payoutRefusal, type PayoutActor, type PayoutRefusal } from "../../../domain/payout-gate"
import { loadPayoutActor, type RequestActor } from "./payout-actor"

/**
 * What somebody wants to do: move money out or say where to, or note what was paid by other means. That moves nothing and asks
 * the service nothing, so it takes no payout key: without one every refund is paid by other means.
 */
export type PayoutDeed = "moves" | "notes"

/** Whether somebody may move money out. @returns null when nothing speaks against it */
export async function findPayoutRefusal(
  container: MedusaContainer,
  actor: RequestActor,
  deed: PayoutDeed = "moves"
): Promise<{ refusal: PayoutRefusal | null; actor: PayoutActor }> {
  const { options } = container.resolve("onchain")
  const known = await loadPayoutActor(container, actor)
  const refusal = payoutRefusal({
    hasPayoutKey: deed === "notes" || options.payoutApiKey !== undefined,
    actor: known,
    allowedUsers: options.payouts.allowedUsers,
    allowApiKeys: options.payouts.allowApiKeys,
  })
  return { refusal, actor: known }
}

/**
 * First thing that every workflow does which moves money out: a merchant's own code calls them without our routes.
 *
 * Nothing moves under options that are not written down.
 *
 * @returns who it is
 * @throws MedusaError `forbidden` with the code of the refusal
 */
export async function assertPayoutAllowed(
  container: MedusaContainer,
  actor: RequestActor,
  deed?: PayoutDeed
): Promise<PayoutActor> {
  const found = await findPayoutRefusal(container, actor, deed)
  if (found.refusal === null) {
    await container.resolve("onchain").payouts.accessLog.note()
    return found.actor
  }
  throw new MedusaError(MedusaError.Types.FORBIDDEN, found.refusal.words, found.refusal.code)
}
