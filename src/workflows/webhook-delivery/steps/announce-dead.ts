import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { WEBHOOK_DEAD } from "../../../modules/onchain/events"

/** Whoever gave a delivery up has this long to tell it. */
const GRACE_MS = 30_000
/** In one run; what is left is told by the next. */
const BATCH = 50

/**
 * Tells who listens that a delivery was given up and waits for a person.
 *
 * At least once: the note that they were told comes after. A process that dies in between leaves it to a job.
 */
export async function announceDead(container: MedusaContainer, id: string, reason: string): Promise<void> {
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(`onchain: delivery ${id} is given up and waits for a person: ${reason}`)
  container.resolve("onchain").counters.add("deliveries_dead")
  await container.resolve(Modules.EVENT_BUS).emit({ name: WEBHOOK_DEAD, data: { id } })
  await container.resolve("onchain").deliveries.noteAnnounced(id)
}

/** Tells what a process that died could not. */
export async function announceForgotten(container: MedusaContainer): Promise<void> {
  const { deliveries } = container.resolve("onchain")
  for (const { id, reason } of await deliveries.listUnannounced(GRACE_MS, BATCH))
    await announceDead(container, id, reason)
}
