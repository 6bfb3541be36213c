import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../../types/http"
import type { Translate } from "../../i18n/translate"

/**
 * What an action is called and what it does.
 *
 * @param needsApproval whether another user has to approve what one confirms
 */
export function actionWords(
  action: OnchainWithdrawalAction,
  { quote }: Pick<OnchainWithdrawalDetail, "quote">,
  needsApproval: boolean,
  t: Translate
): { title: string; text: string; button: string } {
  if (action === "confirm" && needsApproval) {
    return {
      title: t("payout.confirm.secondTitle"),
      text: t("payout.confirm.secondText"),
      button: t("payout.confirm.secondButton"),
    }
  }
  return {
    title: action === "quote" && !quote ? t("payout.quote.first") : t(`payout.${action}.title`),
    text: t(`payout.${action}.text`),
    button: t(action === "quote" && quote ? "payout.quote.title" : `payout.${action}.button`),
  }
}
