import type { MedusaContainer } from "@medusajs/framework/types"
import { GatewayError } from "../../../gateway/client/errors"
import type { ClaimedDelivery } from "../../../modules/onchain/inbox"
import type { DeliveryOutcome } from "../../../modules/onchain/inbox-worker"
import { followWithdrawal, type Followed } from "../../withdrawal/steps/follow-withdrawal"

/** A withdrawal nobody knows is looked for again this often: the answer to our call may still be on the way. */
const UNKNOWN_WITHDRAWAL_ATTEMPTS = 4

/** Works on a delivery about a withdrawal. @throws when the work could not be finished; the inbox then tries again */
export async function handleWithdrawalEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  const gatewayId = delivery.resource_id
  if (!gatewayId) return { state: "ignored", note: "the delivery names no withdrawal" }
  const followed = await follow(container, gatewayId)
  if (followed.kind === "ours") return { state: "processed" }
  if (followed.kind === "foreign") return { state: "ignored", note: "not a withdrawal of this store" }
  if (delivery.attempts >= UNKNOWN_WITHDRAWAL_ATTEMPTS)
    return { state: "ignored", note: "not a withdrawal of this store, as far as the service tells" }
  throw new Error(`no withdrawal of this store is ${gatewayId}`)
}

/** One that the service does not know is nobody's, as far as can be told: unless it has told us of it before. */
async function follow(container: MedusaContainer, gatewayId: string): Promise<Followed> {
  try {
    return await followWithdrawal(container, gatewayId)
  } catch (error) {
    const { store } = container.resolve("onchain").payouts.withdrawals
    const isMissing = error instanceof GatewayError && error.status === 404
    if (isMissing && !(await store.findByGatewayId(gatewayId))) return { kind: "nameless" }
    throw error
  }
}
