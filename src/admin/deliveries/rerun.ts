import type { OnchainDelivery } from "../../types/http"
import type { Translate } from "../i18n/translate"

/** Whether a webhook can be handled again, and if not why. One that is still worked on is handled anyway. */
export function rerunChoice(
  { state }: Pick<OnchainDelivery, "state">,
  t: Translate
): { is_possible: boolean; reason: string | null } {
  const isWorkedOn = state === "received" || state === "processing"
  return { is_possible: !isWorkedOn, reason: isWorkedOn ? t(`rerun.not.${state}`) : null }
}
