import { isSentence, say, sentence, type Words } from "../../words/say"
import { namedCode, unknownCode } from "../refusal-code"

export type WithdrawalStep = "quote" | "create"

export type WithdrawalRefusalFacts = {
  token: string
  /** What can be paid out by the service's account, in token units; null when unknown. */
  balance?: string | null
  /** Of the service, where a setting translated its code. */
  serviceCode?: string | undefined
  requestId?: string | undefined
  /** The service has refused an earlier quote of this withdrawal. */
  isAgain?: boolean
}

/** Codes that mean the same to an operator. */
const SAME: Readonly<Record<string, string>> = {
  INVALID_REQUEST: "VALIDATION_ERROR",
  IDEMPOTENCY_KEY_MISMATCH: "DUPLICATE_REQUEST",
  NETWORK_ERROR: "NO_ANSWER",
  TIMEOUT: "NO_ANSWER",
  SERVICE_UNAVAILABLE: "NO_ANSWER",
  INTERNAL_SERVER_ERROR: "NO_ANSWER",
  CACHE_COORDINATION_UNAVAILABLE: "NO_ANSWER",
}

/** Says why the service refused a payout, for the operator. @param code of the service, or one of ours */
export function withdrawalRefusalInWords(
  step: WithdrawalStep,
  code: string,
  facts: WithdrawalRefusalFacts
): Words {
  const why = explain(step, code, facts)
  return say(`refused.${step}`, { why, code: namedCode({ ...facts, code }) })
}

function explain(step: WithdrawalStep, code: string, facts: WithdrawalRefusalFacts) {
  const { token, balance, serviceCode = code, isAgain = false } = facts
  if (code === "INSUFFICIENT_BALANCE")
    return balance
      ? sentence("why.balance_known", { balance, token })
      : sentence("why.balance_unknown", { token })
  const ofStep = `why.${code}.${step}`
  // Two new quotes that are refused one after the other did not both expire.
  if (isSentence(ofStep)) return sentence(isAgain ? "why.not_the_quote" : ofStep)
  const known = `why.${SAME[code] ?? code}`
  if (isSentence(known)) return sentence(known)
  const advice = unknownCode(serviceCode)
  if (isAgain) return sentence("why.unknown.again", { advice })
  return sentence(step === "create" ? "why.unknown.create" : "why.unknown", { advice })
}
