import { parseAssumptions, type Assumptions } from "../../../src/gateway/assumptions"
import type { AssumptionSet } from "../assumption-sets/assumption-sets"
import type { Scene } from "../story/scene"
import { fillService, lastDelivery, probe } from "./busy-service"

const proposed = new Map<string, Promise<Assumptions>>()

/**
 * The settings that the doctor proposes for a service, from its reads, one payment and one webhook.
 *
 * @param open the service, which is filled and closed again
 */
export function proposedSettings(
  set: AssumptionSet,
  open: () => Promise<Scene & { close(): Promise<void> }>
): Promise<Assumptions> {
  const known = proposed.get(set.name) ?? askDoctor(open)
  proposed.set(set.name, known)
  return known
}

async function askDoctor(open: () => Promise<Scene & { close(): Promise<void> }>): Promise<Assumptions> {
  const scene = await open()
  try {
    await fillService(scene)
    const secret = scene.sandbox.credentials.webhookSecret
    const delivery = { captured: lastDelivery(scene, "withdrawal."), secret }
    return parseAssumptions((await probe(scene, { isCreating: true, delivery })).assumptions)
  } finally {
    await scene.close()
  }
}
