import { businessSettingsSchema } from "../business/business"
import { parseInput } from "../sandbox-error"
import type { World } from "../world"
import { change, view } from "./dashboard-action"
import { z } from "zod"

/** The plan is changed through billing. */
const settingsSchema = businessSettingsSchema.omit({ plan: true })
const someSettings = z.record(z.string(), z.unknown())

/** What the business has set. A change names the settings it is about; the others stay. */
export const settingsActions = [
  view("/settings", ({ business }) => business),
  change("/settings", someSettings, changeSettings),
]

function changeSettings({ business }: World, settings: Record<string, unknown>): World["business"] {
  const { plan: _, ...current } = business
  return Object.assign(business, parseInput(settingsSchema, { ...current, ...settings }))
}
