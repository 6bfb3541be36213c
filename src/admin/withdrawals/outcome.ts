import type {
  OnchainWithdrawalAction,
  OnchainWithdrawalDetail,
  OnchainWithdrawalState,
} from "../../types/http"
import type { Translate } from "../i18n/translate"
import { withdrawalAmount } from "./figures"

/** States in which a step has led to what it was meant for; a step that is not here always has. */
const DONE: Partial<Record<OnchainWithdrawalAction, readonly OnchainWithdrawalState[]>> = {
  quote: ["quoted", "awaiting_approval"],
  confirm: ["awaiting_approval", "sent", "completed"],
  approve: ["sent", "completed"],
}

/**
 * Whether a step has led to what it was meant for. A quote that did not come has not, and neither has money whose answer is
 * missing, that was refused, or whose quote the service did not take any more.
 */
export function isDone(
  action: OnchainWithdrawalAction,
  { state }: Pick<OnchainWithdrawalDetail, "state">
): boolean {
  return DONE[action]?.includes(state) ?? true
}

/**
 * Says what an action has come to.
 *
 * @param withdrawal as it is after the action
 * @param locale BCP 47
 */
export function describeOutcome(
  action: OnchainWithdrawalAction,
  withdrawal: OnchainWithdrawalDetail,
  t: Translate,
  locale: string
): string {
  const amount = withdrawalAmount(withdrawal, locale)
  const { state } = withdrawal
  if (!isDone(action, withdrawal)) {
    return action === "quote" && state === "requested"
      ? t("payout.quote.waiting")
      : t(`withdrawalState.${state}.sentence`)
  }
  if (action === "confirm" && state === "awaiting_approval") return t("payout.confirm.secondDone")
  return t(`payout.${action}.done`, { amount })
}

const BEFORE_SENDING: readonly OnchainWithdrawalState[] = ["requested", "quoted", "awaiting_approval"]

/** Whether nothing of a withdrawal has left yet, so that it is still worth a second look. */
export function isBeforeSending({ state }: Pick<OnchainWithdrawalDetail, "state">): boolean {
  return BEFORE_SENDING.includes(state)
}
