import { parseInput } from "../sandbox-error"
import { businessSettingsSchema, type BusinessSettings } from "./business"

/** The plan is changed through billing. */
const changeableSchema = businessSettingsSchema.omit({ plan: true })

/**
 * Changes what the business has set. Settings that are not named stay as they are.
 *
 * @throws SandboxError naming each setting that is not valid
 */
export function changeSettings(
  { business }: { business: BusinessSettings },
  settings: Record<string, unknown>
): BusinessSettings {
  const { plan: _, ...current } = business
  return Object.assign(business, parseInput(changeableSchema, { ...current, ...settings }))
}
