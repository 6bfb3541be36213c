import type { Translate } from "../i18n/translate"

/** Entries there are words for, by the names the server gives them. */
export const DESTINATION_HISTORY_WORDING = {
  created: "Added",
  approved: "Approved",
  archived: "Archived",
} as const

/** Says what an entry of the history means. One without words is shown as it came. */
export function describeDestinationHistory(action: string, t: Translate): string {
  const name = action.replace(/^destination\./, "")
  return Object.hasOwn(DESTINATION_HISTORY_WORDING, name) ? t(`destinationHistory.${name}`) : action
}
