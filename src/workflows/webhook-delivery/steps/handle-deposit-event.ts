import type { MedusaContainer } from "@medusajs/framework/types"
import { eventResource, parseDepositRecord, webhookEnvelopeSchema } from "../../../gateway/contract"
import { parsePlainJson } from "../../../gateway/contract/plain-text"
import type { ClaimedDelivery } from "../../../modules/onchain/inbox"
import type { DeliveryOutcome } from "../../../modules/onchain/inbox-worker"
import { recordDepositEventWorkflow } from "../../deposit/workflows/record-deposit-event"

/**
 * Works on a delivery about a deposit. There is no call that fetches one deposit, so what the event describes is
 * recorded, and what an event cannot prove is looked up in a list.
 *
 * @throws ContractError naming the fields of a deposit that cannot be read; the inbox keeps it
 */
export async function handleDepositEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  const { assumptions } = container.resolve("onchain").options
  const envelope = webhookEnvelopeSchema.parse(parsePlainJson(delivery.raw_body))
  const deposit = parseDepositRecord(eventResource(envelope, assumptions), assumptions)
  await recordDepositEventWorkflow(container).run({ input: { event: delivery.event, deposit } })
  return { state: "processed" }
}
