import type { OnchainWithdrawalDetail } from "../../types/http"
import type { Translate } from "../i18n/translate"

type Standing = Pick<OnchainWithdrawalDetail, "state" | "waits_for" | "resolution" | "history">

/** Says how a withdrawal stands and, while it is not over, what it waits for. */
export function describeStanding(withdrawal: Standing, t: Translate): string[] {
  const { state, waits_for: wait, resolution, history } = withdrawal
  // That nothing was sent, or that the service failed, is not known of one that a person ended.
  if (state === "refused" && resolution !== null) return [t("withdrawal.writtenOff")]
  if (state === "failed" && history.some(({ action }) => action === "withdrawal.ended_not_paid")) {
    return [t("withdrawal.endedNotPaid")]
  }
  const sentence = t(`withdrawalState.${state}.sentence`)
  return wait === null || SAYS_IT.has(state) ? [sentence] : [sentence, t(`withdrawalWait.${wait}`)]
}

/** Their sentence says already what they wait for. */
const SAYS_IT = new Set<Standing["state"]>(["sending", "unclear"])
