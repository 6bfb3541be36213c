import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../types/http"
import type { ConfirmationWords } from "../ui/action/confirmation"
import { orderName } from "../ui/names"
import type { Texts, Translate } from "../ui/texts"
import { moneyFacts, senderWarning, withdrawalAmount } from "./amounts"
import { actionLabel } from "./describe"

/** What is asked before a decision. A quote and a check move nothing, so they are not. */
export type WithdrawalQuestion = Exclude<OnchainWithdrawalAction, "quote" | "check">

export function isQuestion(action: OnchainWithdrawalAction): action is WithdrawalQuestion {
  return action !== "quote" && action !== "check"
}

/**
 * Says what a decision does before any money moves. @param needsApproval whether another user has to approve
 * it
 */
export function describeWithdrawalConfirmation(
  withdrawal: OnchainWithdrawalDetail,
  action: WithdrawalQuestion,
  needsApproval: boolean,
  texts: Texts
): ConfirmationWords {
  const { t, locale } = texts
  const amount = withdrawalAmount(withdrawal, locale)
  const by = withdrawal.requested_by ?? t("detail.user")
  const order = withdrawal.refund?.order ? orderName(withdrawal.refund.order, t) : null
  const money = { facts: moneyFacts(withdrawal, texts, order), warning: warningsOf(withdrawal, t) }
  const words = {
    title: t(`payoutQuestion.${action}.title`, { amount }),
    text: t(`payoutQuestion.${action}.text`, { by, what: withdrawal.mismatch ?? "" }),
    button: actionLabel(action, withdrawal, needsApproval, t),
    isFinal: action !== "acknowledge",
  }
  if (action === "approve") return { ...words, ...money }
  if (action === "end" && withdrawal.state === "unknown")
    return {
      ...words,
      title: t("payoutQuestion.end.lostTitle", { amount }),
      text: t("payoutQuestion.end.lostText"),
    }
  if (action !== "confirm") return words
  if (!needsApproval) return { ...words, ...money }
  return {
    ...words,
    ...money,
    title: t("payoutQuestion.confirm.secondTitle", { amount }),
    text: withdrawal.needs_third_user
      ? t("payoutQuestion.confirm.thirdText", { by })
      : t("payoutQuestion.confirm.secondText"),
    isFinal: false,
  }
}

function warningsOf(withdrawal: OnchainWithdrawalDetail, t: Translate): string | null {
  const similar = withdrawal.similar.length > 0 ? t("withdrawal.similar") : null
  const warnings = [senderWarning(withdrawal, t), similar].filter((warning) => warning !== null)
  return warnings.length > 0 ? warnings.join(" ") : null
}
