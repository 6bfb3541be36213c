import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../../types/http"
import type { Translate } from "../../i18n/translate"

/**
 * What an action is called and what it does.
 *
 * @param needsApproval whether another user has to approve what one confirms
 */
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
        ? t("payout.confirm.thirdText", { by: by ?? t("acting.somebody") })
        : t("payout.confirm.secondText"),
      button: t("payout.confirm.secondButton"),
    }
  }
  if (action === "end" && state === "unclear") {
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

/** What is still to be written or chosen before an action, where it needs something. */
export function missingWords(
  action: OnchainWithdrawalAction,
  { state }: Pick<OnchainWithdrawalDetail, "state">,
  t: Translate
): string | null {
  if (action === "end" && state === "unclear") return t("payout.end.lostWrite")
  switch (action) {
    case "adopt":
    case "write_off":
    case "acknowledge":
    case "end":
      return t(`payout.${action}.write`)
    case "quote":
    case "confirm":
    case "approve":
    case "cancel":
    case "check":
      return null
  }
}
