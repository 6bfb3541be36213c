import type { ActionRefusal, DepositAction, DepositState } from "../../domain/deposit/deposit-lifecycle"
import { DEPOSIT_TOLERANCE_BPS, type LinkRefusal } from "../../domain/deposit/deposit-link"
import { isSentence, say, sayProblem, sentence, type Words } from "../../words/say"
import { namedCode, type RefusalFacts, unknownCode } from "../refusal-code"

export function refusalInWords(refusal: ActionRefusal | LinkRefusal): Words {
  if ("state" in refusal)
    return say(`deposit.${refusal.code}`, { state: sentence(`deposit.state.${refusal.state}`) })
  return sayProblem("deposit", refusal, { percent: DEPOSIT_TOLERANCE_BPS / 100 })
}

export type ListedDeposit = "in_review" | "absent"

/** Says why the provider refused an action: the same action again would be refused again, so each says what to do instead. */
export function gatewayRefusalInWords(
  action: DepositAction,
  facts: RefusalFacts,
  listed: ListedDeposit | null = null
): Words {
  const { code, serviceCode = code } = facts
  const cause = code === "NETWORK_ERROR" || code === "TIMEOUT" ? "NO_ANSWER" : code
  const known = [`why_deposit.${cause}.${action}`, `why_deposit.${cause}`].find(isSentence)
  const reason = known ? sentence(known) : sentence("why.unknown", { advice: unknownCode(serviceCode) })
  const why = listed === "absent" ? sentence("why_deposit.absent") : reason
  return say(`refused.${action}`, { why, code: namedCode(facts) })
}

export type EarlierAction = {
  state: DepositState
  action: DepositAction | null
  /** Name or id of the operator; null for the provider or its dashboard. */
  by: string | null
  at: Date | null
}

export function conflictInWords({ state, action, by, at }: EarlierAction): Words {
  if (action === null || by === null)
    return say("deposit.by_provider", { state: sentence(`deposit.state.${state}`), at })
  return say(`deposit.${state === "processing" ? "chosen" : "done"}.${action}`, { by, at })
}
