import type {
  OnchainWithdrawalAction,
  OnchainWithdrawalDetail,
  OnchainWithdrawalState,
} from "../../types/http"
import type { Texts, Translate } from "../ui/texts"
import { withdrawalAmount } from "./amounts"

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

type Standing = Pick<OnchainWithdrawalDetail, "state" | "waits_for" | "resolution" | "history">

export function describeStanding(withdrawal: Standing, t: Translate): string[] {
  const { state, waits_for: wait, resolution, history } = withdrawal
  // The provider may have sent one that a user ended.
  if (state === "refused" && resolution !== null) return [t("withdrawal.writtenOff")]
  if (state === "failed" && history.some(({ action }) => action === "withdrawal.ended_not_paid")) {
    return [t("withdrawal.endedNotPaid")]
  }
  const sentence = t(`withdrawalState.${state}.sentence`)
  return wait === null || SAYS_IT.has(state) ? [sentence] : [sentence, t(`withdrawalWait.${wait}`)]
}

/** States whose sentence already says what they wait for. */
const SAYS_IT = new Set<Standing["state"]>(["sending", "unknown"])

/** @param needsApproval whether another user has to approve a confirmation */
export function actionWords(
  action: OnchainWithdrawalAction,
  {
    state,
    quote,
    needs_third_user: needsThird,
    requested_by: by,
  }: Pick<OnchainWithdrawalDetail, "state" | "quote" | "needs_third_user" | "requested_by">,
  needsApproval: boolean,
  t: Translate
): { title: string; text: string; button: string } {
  if (action === "confirm" && needsApproval) {
    return {
      title: t("payout.confirm.secondTitle"),
      text: needsThird
        ? t("payout.confirm.thirdText", { by: by ?? t("detail.user") })
        : t("payout.confirm.secondText"),
      button: t("payout.confirm.secondButton"),
    }
  }
  if (action === "end" && state === "unknown") {
    return {
      title: t("payout.end.lostTitle"),
      text: t("payout.end.lostText"),
      button: t("payout.end.lostButton"),
    }
  }
  return {
    title: action === "quote" && !quote ? t("payout.quote.first") : t(`payout.${action}.title`),
    text: t(action === "check" && state === "sending" ? "payout.check.sendingText" : `payout.${action}.text`),
    button: t(action === "quote" && quote ? "payout.quote.title" : `payout.${action}.button`),
  }
}

const NEEDS_ENTRY = new Set<OnchainWithdrawalAction>(["adopt", "write_off", "acknowledge", "end"])

export function missingWords(
  action: OnchainWithdrawalAction,
  { state }: Pick<OnchainWithdrawalDetail, "state">,
  t: Translate
): string | null {
  if (action === "end" && state === "unknown") return t("payout.end.lostWrite")
  return NEEDS_ENTRY.has(action) ? t(`payout.${action}.write`) : null
}
