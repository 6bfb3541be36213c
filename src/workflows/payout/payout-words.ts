import type { DestinationProblem, TextProblem } from "../../domain/payout/destination"
import type { Difference, DoubtAboutAbsence, ReasonAgainstBeing } from "../../domain/payout/payout-evidence"
import type {
  ApprovalProblem,
  AssetProblem,
  DestinationObstacle,
  PayoutRefusal,
  UseProblem,
} from "../../domain/payout/payout-gate"
import {
  UNREADABLE_FOR_DAYS,
  type WithdrawalObstacle,
  type WithdrawalRefusal,
} from "../../domain/payout/withdrawal-decisions"
import { type Mismatch, saysItHasIt } from "../../domain/payout/withdrawal-lifecycle"
import type { Assumptions } from "../../gateway/assumptions"
import type { OnchainCreateDestinationBody } from "../../types/http"
import { inEnglish, isSentence, joined, say, sayProblem, sentence, type Words } from "../../words/say"
import { namedCode, unknownCode } from "../refusal-code"

export const payoutRefusalInWords = (refusal: PayoutRefusal) => sayProblem("payout", refusal)
export const approvalProblemInWords = (problem: ApprovalProblem) => sayProblem("payout", problem)
export const assetProblemInWords = (problem: AssetProblem) => sayProblem("asset", problem)
export const destinationObstacleInWords = (obstacle: DestinationObstacle) => sayProblem("payout", obstacle)
export const useProblemInWords = (problem: UseProblem) => sayProblem("destination", problem)

export function fieldOf({ code }: DestinationProblem): keyof OnchainCreateDestinationBody {
  if (code === "memo_differs") return "memo_again"
  if (code === "address_differs") return "address_again"
  if (code.startsWith("memo_")) return "memo"
  return code === "unknown_network" || code === "test_network" ? "network_id" : "address"
}

export function destinationProblemInWords(problem: DestinationProblem): Words {
  switch (problem.code) {
    case "whitespace":
    case "homoglyph":
      return textProblemInWords(problem)
    case "muxed":
      return sayProblem("address", problem, problem.suggestion)
    case "wrong_chain":
    case "length":
      return sayProblem("address", { ...problem, reason: problem.chain })
    default:
      return sayProblem("address", problem)
  }
}

function textProblemInWords({ code, character, position, isLast }: TextProblem): Words {
  const codePoint = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
  if (code === "homoglyph") return say("address.homoglyph", { character, codePoint, position })
  const what = sentence(character === " " ? "address.blank" : "address.invisible", { codePoint })
  const where = position === 1 ? "first" : isLast ? "last" : "inside"
  return say(`address.whitespace.${where}`, { position, what })
}

export function obstacleInWords(obstacle: WithdrawalObstacle): Words {
  if ("otherPayout" in obstacle) {
    const { id, state, mismatch } = obstacle.otherPayout
    return say("payout.already_done", { id, mismatch, what: sentence(`payout.other.${state}`) })
  }
  return sayProblem("payout", obstacle, {
    ...("figures" in obstacle ? { figures: joined("and", obstacle.figures) } : {}),
    ...("difference" in obstacle ? { difference: termsOf(obstacle.difference) } : {}),
    ...("sent" in obstacle && obstacle.networkId !== null ? { where: sentence("on_network", obstacle) } : {}),
  })
}

export function refusalInWords({ past, why }: WithdrawalRefusal, nameOf: (actorId: string) => string): Words {
  if (past === null && why === null) return say("payout.just_changed")
  return [
    ...(past ? say(`payout.past.${past.verb}`, { by: nameOf(past.by), at: past.at }) : []),
    ...(why ? obstacleInWords(why) : []),
  ]
}

/** Why a payout that the provider does not show cannot be called not sent, or unpaid. */
export const doubtInWords = (doubt: DoubtAboutAbsence) => sayProblem("not_sent", doubt, idsOf(doubt))
export const doubtAboutUnpaidInWords = (doubt: DoubtAboutAbsence) => sayProblem("unpaid", doubt, idsOf(doubt))

const idsOf = (doubt: DoubtAboutAbsence) => ("ids" in doubt ? { ids: joined("or", doubt.ids) } : {})

/** Why a payout older than its key is not sent. */
export function doubtBeforeSendingInWords(doubt: DoubtAboutAbsence): Words {
  return doubt.code === "may_be"
    ? say("sent_before.may_be", { ids: joined("and", doubt.ids) })
    : say("sent_before.unread")
}

/**
 * Tells the operator what a search without a match means. The last answer is part of it: the provider may
 * have said that it has the withdrawal.
 *
 * @param search.lastAnswerCode of the last failed create
 */
export function notFoundInWords(search: {
  mayBe: readonly string[]
  isComplete: boolean
  lastAnswerCode: string | null
}): string {
  const { mayBe, isComplete, lastAnswerCode } = search
  return inEnglish([
    sentence("search.not_named"),
    ...(isComplete ? [] : [sentence("search.not_all_read")]),
    ...(mayBe.length > 0 ? [sentence("search.may_be", { ids: joined("or", mayBe) })] : []),
    ...(saysItHasIt(lastAnswerCode) ? [sentence("search.has_it", { code: lastAnswerCode })] : []),
    sentence("search.waits"),
  ])
}

/** Why a sent withdrawal waits, where the provider has no call that shows one, and what an operator can do. */
export function unconfirmedInWords({ fields: { transaction } }: Pick<Assumptions, "fields">): string {
  const isNamed = transaction.reference !== null || transaction.withdrawalId !== null
  const code = isNamed ? "unconfirmed.named" : "unconfirmed.unnamed"
  return inEnglish(say(code, { days: UNREADABLE_FOR_DAYS }))
}

export const reasonAgainstBeingInWords = (reason: ReasonAgainstBeing) =>
  sayProblem("not_this_one", reason, "difference" in reason ? { difference: termsOf(reason.difference) } : {})

const termsOf = (difference: Difference) => difference.map((term) => sentence(`term.${term}`))

export function mismatchesInWords(mismatches: readonly Mismatch[]): string | null {
  const words = mismatches.flatMap(({ code, ...values }) => {
    const difference = "difference" in values ? termsOf(values.difference) : null
    return say(`mismatch.${code}`, { ...values, difference })
  })
  return words.length === 0 ? null : inEnglish(words)
}

export type WithdrawalStep = "quote" | "create"

type WithdrawalRefusalFacts = {
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
