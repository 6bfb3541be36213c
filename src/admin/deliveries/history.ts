import type { Translate } from "../i18n/translate"

/** Entries there are words for, by the names the server gives them. */
export const DELIVERY_HISTORY_WORDING = { rerun: "Run again" } as const

/** Says what an entry of the history means. One without words is shown as it came. */
export function describeDeliveryHistory(action: string, t: Translate): string {
  const name = action.replace(/^(?:delivery|webhook|webhook_delivery)\./, "")
  return Object.hasOwn(DELIVERY_HISTORY_WORDING, name) ? t(`deliveryHistory.${name}`) : action
}
