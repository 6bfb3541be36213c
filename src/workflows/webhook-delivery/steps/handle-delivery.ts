import type { MedusaContainer } from "@medusajs/framework/types"
import type { ClaimedDelivery } from "../../../modules/onchain/inbox"
import type { DeliveryOutcome } from "../../../modules/onchain/inbox-worker"
import { handleDepositEvent } from "./handle-deposit-event"
import { handleInvoiceEvent } from "./handle-invoice-event"
import { handleWithdrawalEvent } from "./handle-withdrawal-event"

/** Works on deliveries of one kind. */
export type EventHandler = (container: MedusaContainer, delivery: ClaimedDelivery) => Promise<DeliveryOutcome>

/** Which events are handled, by what their names begin with. Those of withdrawals are not documented. */
function handlersOf(container: MedusaContainer): readonly { prefix: string; handle: EventHandler }[] {
  const { withdrawalPrefix } = container.resolve("onchain").options.assumptions.events
  return [
    { prefix: "invoice.", handle: handleInvoiceEvent },
    { prefix: "deposit.", handle: handleDepositEvent },
    { prefix: withdrawalPrefix, handle: handleWithdrawalEvent },
  ]
}

/**
 * Works on one delivery. It is only a hint: what it names is fetched, and its own data decides nothing.
 *
 * @throws when the work could not be finished; the inbox then tries again
 */
export async function handleDelivery(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  const kind = handlersOf(container).find(({ prefix }) => delivery.event.startsWith(prefix))
  if (!kind) return { state: "ignored", note: `no handler for ${delivery.event}` }
  return kind.handle(container, delivery)
}
