import type { OnchainWithdrawal } from "../../types/http"
import type { Translate } from "../i18n/translate"

/** Says how a withdrawal stands and, while it is not over, what it waits for. */
export function describeStanding(
  { state, waits_for: wait }: Pick<OnchainWithdrawal, "state" | "waits_for">,
  t: Translate
): string[] {
  const sentence = t(`withdrawalState.${state}.sentence`)
  return wait === null || SAYS_IT.has(state) ? [sentence] : [sentence, t(`withdrawalWait.${wait}`)]
}

/** Their sentence says already what they wait for. */
const SAYS_IT = new Set<OnchainWithdrawal["state"]>(["sending", "unclear"])
