import type {
  OnchainWithdrawalAction,
  OnchainWithdrawalDetail,
  OnchainWithdrawalState,
} from "../../types/http"
import type { Translate } from "../i18n/translate"
import { withdrawalAmount } from "./figures"

type Shown = Pick<OnchainWithdrawalDetail, "state" | "quote">

/** States in which a step has led to what it was meant for; a step that is not here always has. */
const DONE: Partial<Record<OnchainWithdrawalAction, readonly OnchainWithdrawalState[]>> = {
  quote: ["quoted", "awaiting_approval"],
  confirm: ["awaiting_approval", "sent", "completed"],
  approve: ["sent", "completed"],
}

/**
 * Whether a step has led to what it was meant for. Money whose answer is missing, that was refused, or whose quote the
 * service did not take any more has not; neither has a quote that did not come, and the one that was there before is none.
 *
 * @param before as it was when the step was asked for
 * @param now as it is after it
 */
export function isDone(action: OnchainWithdrawalAction, before: Shown, now: Shown): boolean {
  if (action === "quote" && !hasNewQuote(before, now)) return false
  return DONE[action]?.includes(now.state) ?? true
}

function hasNewQuote(before: Shown, { quote }: Shown): boolean {
  return quote !== null && !quote.is_expired && quote.id !== before.quote?.id
}

/**
 * Says what an action has come to.
 *
 * @param before as it was when the action was asked for
 * @param now as it is after it
 * @param locale BCP 47
 */
export function describeOutcome(
  action: OnchainWithdrawalAction,
  before: Shown,
  now: OnchainWithdrawalDetail,
  t: Translate,
  locale: string
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

/** Whether nothing of a withdrawal has left yet, so that it is still worth a second look. */
export function isBeforeSending({ state }: Pick<OnchainWithdrawalDetail, "state">): boolean {
  return BEFORE_SENDING.includes(state)
}
