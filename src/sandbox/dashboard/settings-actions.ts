import { z } from "zod"
import { changeSettings } from "../business/settings-change"
import { change, view } from "./dashboard-action"

/** What the business has set. A change names the settings it is about; the others stay. */
export const settingsActions = [
  view("/settings", ({ business }) => business),
  change("/settings", z.record(z.string(), z.unknown()), changeSettings),
]
