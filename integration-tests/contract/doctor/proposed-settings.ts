import { parseAssumptions, type Assumptions } from "../../../src/gateway/assumptions"
import type { AssumptionSet } from "../assumption-sets/assumption-sets"
import { openScene } from "../story/scene"
import { examine } from "./busy-service"

const proposed = new Map<string, Promise<Assumptions>>()

/**
 * The settings that the doctor proposes for a service, once per file of tests.
 *
 * The size of a page is the store's wish and nothing of the service, so it is the one of the set.
 */
export function proposedSettings(set: AssumptionSet): Promise<Assumptions> {
  const known = proposed.get(set.name) ?? askDoctor(set)
  proposed.set(set.name, known)
  return known
}

async function askDoctor(set: AssumptionSet): Promise<Assumptions> {
  const scene = await openScene(set, {})
  try {
    const { report } = await examine(scene)
    const settings = parseAssumptions(report.assumptions)
    return { ...settings, list: { ...settings.list, pageSize: set.assumptions.list.pageSize } }
  } finally {
    await scene.close()
  }
}
