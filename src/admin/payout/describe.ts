import type {
  OnchainWithdrawalAction,
  OnchainWithdrawalDetail,
  OnchainWithdrawalState,
} from "../../types/http"
import type { Texts, Translate } from "../ui/texts"
import { withdrawalAmount } from "./amounts"
import { isYourApproval } from "./decision"

type Shown = Pick<OnchainWithdrawalDetail, "state" | "quote">

/** An action that is not here has always succeeded. */
const DONE: Partial<Record<OnchainWithdrawalAction, readonly OnchainWithdrawalState[]>> = {
  quote: ["quoted", "awaiting_approval"],
  confirm: ["awaiting_approval", "sent", "completed"],
  approve: ["sent", "completed"],
}

/**
 * Whether a step has succeeded: not when the answer is missing, when the provider refused, or when a
 * requested quote did not come, even if an older quote is there.
 *
 * @param before the state when the step was requested
 */
export function isDone(action: OnchainWithdrawalAction, before: Shown, now: Shown): boolean {
  if (action === "quote" && !hasNewQuote(before, now)) return false
  return DONE[action]?.includes(now.state) ?? true
}

function hasNewQuote(before: Shown, { quote }: Shown): boolean {
  return quote !== null && !quote.is_expired && quote.id !== before.quote?.id
}

export function describeOutcome(
  action: OnchainWithdrawalAction,
  before: Shown,
  now: OnchainWithdrawalDetail,
  { t, locale }: Texts
): string {
  const { state } = now
  if (!isDone(action, before, now)) {
    if (action !== "quote" || !isBeforeSending(now)) return t(`withdrawalState.${state}.sentence`)
    return now.last_error === null
      ? t("payout.quote.waiting")
      : t("payout.quote.notGiven", { error: now.last_error })
  }
  if (action === "confirm" && state === "awaiting_approval") return t("payout.confirm.secondDone")
  return t(`payout.${action}.done`, { amount: withdrawalAmount(now, locale) })
}

const BEFORE_SENDING: readonly OnchainWithdrawalState[] = ["requested", "quoted", "awaiting_approval"]

export function isBeforeSending({ state }: Pick<OnchainWithdrawalDetail, "state">): boolean {
  return BEFORE_SENDING.includes(state)
}

type Standing = Pick<
  OnchainWithdrawalDetail,
  "state" | "waits_for" | "resolution" | "history" | "network_name" | "choices"
>

/** What is going on, or what it waits for, in one sentence. */
export function describeStanding(withdrawal: Standing, t: Translate): string {
  const { state, waits_for: wait, resolution, history, network_name: network } = withdrawal
  // The provider may have sent one that a user closed.
  if (state === "refused" && resolution !== null) return t("withdrawal.writtenOff")
  if (state === "failed" && history.some(({ action }) => action === "withdrawal.ended_not_paid"))
    return t("withdrawal.endedNotPaid")
  if (wait === null || SAYS_IT.has(state)) return t(`withdrawalState.${state}.sentence`)
  return t(isYourApproval(withdrawal) ? "withdrawal.yours" : `withdrawalWait.${wait}`, { network })
}

/** States whose sentence already says what they wait for. */
const SAYS_IT = new Set<Standing["state"]>(["sending", "unknown"])

/** @param needsApproval whether another user has to approve a confirmation */
export function actionLabel(
  action: OnchainWithdrawalAction,
  withdrawal: Pick<OnchainWithdrawalDetail, "state" | "quote" | "choices">,
  needsApproval: boolean,
  t: Translate
): string {
  const { state, quote } = withdrawal
  if (action === "quote" && quote && isYourApproval(withdrawal)) return t("payout.quote.approve")
  if (action === "confirm" && needsApproval) return t("payout.confirm.secondButton")
  if (action === "end" && state === "unknown") return t("payout.end.lostButton")
  return action === "quote" && quote ? t("payout.quote.again") : t(`payout.${action}.button`)
}
