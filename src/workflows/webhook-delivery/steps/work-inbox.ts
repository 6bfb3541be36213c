import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { DeliveryFailure } from "../../../modules/onchain/inbox-worker"
import { announceDead, announceForgotten } from "./announce-dead"
import { handleDelivery } from "./handle-delivery"
import { reasonOf } from "../../../modules/onchain/error-reason"

export const workInboxStepId = "work-onchain-inbox"

/** Works on every delivery that is due, in this process, with bounded concurrency. */
export const workInboxStep = createStep(workInboxStepId, async (_: void, { container }) => {
  const { inbox, inboxWorker, counters } = container.resolve("onchain")
  const givenUp = await inbox.recover()
  const handled = await inboxWorker.wake(
    async (delivery) => {
      const outcome = await handleDelivery(container, delivery)
      counters.add(`deliveries_${outcome.state}`)
      return outcome
    },
    (failure) => report(container, failure)
  )
  // After the work: an event bus that is down must not keep anything from being worked on.
  for (const id of givenUp) await announceDead(container, id, "its worker was killed every time")
  await announceForgotten(container)
  return new StepResponse({ handled })
})

async function report(
  container: MedusaContainer,
  { delivery, error, state }: DeliveryFailure
): Promise<void> {
  const reason = reasonOf(error)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `onchain: delivery ${delivery.id} (${delivery.event}) failed at attempt ${delivery.attempts}: ${reason}`
    )
  container.resolve("onchain").counters.add("deliveries_failed")
  if (state === "dead") await announceDead(container, delivery.id, reason)
}
