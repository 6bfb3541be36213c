import type { OnchainWithdrawalDetail } from "../../types/http"
import type { ConfirmationWords } from "../ui/confirmation"
import { orderName } from "../ui/names"
import type { Texts, Translate } from "../ui/texts"
import { moneyFacts, senderWarning, withdrawalAmount } from "./amounts"
import type { WithdrawalDecision } from "./decision"

/** Decisions that are confirmed first. A quote and a check move nothing. */
export type WithdrawalQuestion = Exclude<WithdrawalDecision, { action: "quote" | "check" }>

export function isQuestion(decision: WithdrawalDecision): decision is WithdrawalQuestion {
  return decision.action !== "quote" && decision.action !== "check"
}

/**
 * Says what a decision does before any money moves. @param needsApproval whether another user has to approve
 * it
 */
export function describeWithdrawalConfirmation(
  withdrawal: OnchainWithdrawalDetail,
  question: WithdrawalQuestion,
  needsApproval: boolean,
  texts: Texts
): ConfirmationWords {
  const { t, locale } = texts
  const { action } = question
  const amount = withdrawalAmount(withdrawal, locale)
  const by = withdrawal.requested_by ?? t("detail.user")
  const order = withdrawal.refund?.order ? orderName(withdrawal.refund.order, t) : null
  const words = {
    title: t(
      action === "end" ? `payoutQuestion.end.${question.outcome}.title` : `payoutQuestion.${action}.title`,
      {
        amount,
      }
    ),
    button: t(`payout.${action}.button`),
    isFinal: true,
  }
  switch (action) {
    case "confirm": {
      const money = { facts: moneyFacts(withdrawal, texts, order), warning: warningsOf(withdrawal, t) }
      if (!needsApproval) return { ...words, ...money, text: t("payoutQuestion.confirm.text") }
      return {
        ...words,
        ...money,
        title: t("payoutQuestion.confirm.secondTitle", { amount }),
        text: withdrawal.needs_third_user
          ? t("payoutQuestion.confirm.thirdText", { by })
          : t("payoutQuestion.confirm.secondText"),
        isFinal: false,
        button: t("payout.confirm.secondButton"),
      }
    }
    case "approve":
      return {
        ...words,
        text: t("payoutQuestion.approve.text", { by }),
        facts: moneyFacts(withdrawal, texts, order),
        warning: warningsOf(withdrawal, t),
      }
    case "cancel":
      return { ...words, text: t("payoutQuestion.cancel.text") }
    case "adopt":
      return { ...words, text: t("payoutQuestion.adopt.text"), destination: question.gatewayWithdrawalId }
    case "write_off":
      return { ...words, text: t("payoutQuestion.write_off.text"), note: question.note }
    case "acknowledge":
      return {
        ...words,
        text: t("payoutQuestion.acknowledge.text", { what: question.mismatch }),
        note: question.note,
        isFinal: false,
      }
    case "end": {
      const { note, outcome, txHash } = question
      if (txHash === null) return { ...words, text: t(`payoutQuestion.end.${outcome}.text`), note }
      return {
        ...words,
        text: t("payoutQuestion.end.paid.lostText"),
        facts: [[t("withdrawal.hash"), txHash, "exact"]],
        note,
        button: t("payout.end.lostButton"),
      }
    }
  }
}

function warningsOf(withdrawal: OnchainWithdrawalDetail, t: Translate): string | null {
  const similar = withdrawal.similar.length > 0 ? t("withdrawal.similar") : null
  const warnings = [senderWarning(withdrawal, t), similar].filter((warning) => warning !== null)
  return warnings.length > 0 ? warnings.join(" ") : null
}
