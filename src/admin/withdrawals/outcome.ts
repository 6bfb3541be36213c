import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../types/http"
import type { Translate } from "../i18n/translate"
import { withdrawalAmount } from "./figures"

/** Whether the service has answered what was asked. A quote that did not come is none; a payment that was sent is followed. */
export function isAnswered(
  action: OnchainWithdrawalAction,
  { quote, state }: Pick<OnchainWithdrawalDetail, "quote" | "state">
): boolean {
  return action !== "quote" || (state !== "requested" && quote !== null)
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
  if (!isAnswered(action, withdrawal)) return t("payout.quote.waiting")
  if (action === "confirm" && withdrawal.state === "awaiting_approval") return t("payout.confirm.secondDone")
  if ((action === "confirm" || action === "approve") && withdrawal.state === "sending") {
    return t("withdrawalState.sending.sentence")
  }
  return t(`payout.${action}.done`, { amount })
}
