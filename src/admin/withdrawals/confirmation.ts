import type { OnchainWithdrawalDetail } from "../../types/http"
import type { ConfirmationFact, ConfirmationWords } from "../components/confirmation"
import type { Translate } from "../i18n/translate"
import { orderName } from "../naming/order-name"
import type { WithdrawalDecision } from "./decision"
import { feeAndNet, toldAmount, withdrawalAmount } from "./figures"
import { refundTermFacts, senderWarning } from "./refund-terms"

/** Decisions that are asked about first. A quote and a look move nothing. */
export type WithdrawalQuestion = Exclude<WithdrawalDecision, { action: "quote" | "check" }>

/** Whether a decision is asked about before it is sent. */
export function isQuestion(decision: WithdrawalDecision): decision is WithdrawalQuestion {
  return decision.action !== "quote" && decision.action !== "check"
}

/**
 * Says what a decision about a withdrawal does: amount, fee, what arrives and where, before any money moves.
 *
 * @param needsApproval whether another user has to approve what one confirms
 * @param locale BCP 47
 */
export function describeWithdrawalConfirmation(
  withdrawal: OnchainWithdrawalDetail,
  question: WithdrawalQuestion,
  needsApproval: boolean,
  t: Translate,
  locale: string
): ConfirmationWords {
  const amount = withdrawalAmount(withdrawal, locale)
  const words = { destination: null, note: null, warning: null, isFinal: true }
  switch (question.action) {
    case "confirm":
      return {
        ...words,
        title: t(`payoutQuestion.confirm.${needsApproval ? "secondTitle" : "title"}`, { amount }),
        text:
          needsApproval && withdrawal.needs_third_user
            ? t("payoutQuestion.confirm.thirdText", { by: withdrawal.requested_by ?? t("acting.somebody") })
            : t(`payoutQuestion.confirm.${needsApproval ? "secondText" : "text"}`),
        facts: moneyFacts(withdrawal, t, locale),
        warning: warningsOf(withdrawal, t),
        isFinal: !needsApproval,
        button: t(`payout.confirm.${needsApproval ? "secondButton" : "button"}`),
      }
    case "approve":
      return {
        ...words,
        title: t("payoutQuestion.approve.title", { amount }),
        text: t("payoutQuestion.approve.text", { by: withdrawal.requested_by ?? t("acting.somebody") }),
        facts: moneyFacts(withdrawal, t, locale),
        warning: warningsOf(withdrawal, t),
        button: t("payout.approve.button"),
      }
    case "cancel":
      return {
        ...words,
        title: t("payoutQuestion.cancel.title", { amount }),
        text: t("payoutQuestion.cancel.text"),
        button: t("payout.cancel.button"),
      }
    case "adopt":
      return {
        ...words,
        title: t("payoutQuestion.adopt.title", { amount }),
        text: t("payoutQuestion.adopt.text"),
        destination: question.gatewayWithdrawalId,
        button: t("payout.adopt.button"),
      }
    case "write_off":
      return {
        ...words,
        title: t("payoutQuestion.write_off.title", { amount }),
        text: t("payoutQuestion.write_off.text"),
        note: question.note,
        button: t("payout.write_off.button"),
      }
    case "acknowledge":
      return {
        ...words,
        title: t("payoutQuestion.acknowledge.title", { amount }),
        text: t("payoutQuestion.acknowledge.text", { what: question.mismatch }),
        note: question.note,
        isFinal: false,
        button: t("payout.acknowledge.button"),
      }
    case "end":
      return {
        ...words,
        title: t(`payoutQuestion.end.${question.outcome}.title`, { amount }),
        text: t(
          question.txHash === null
            ? `payoutQuestion.end.${question.outcome}.text`
            : "payoutQuestion.end.paid.lostText"
        ),
        facts:
          question.txHash === null
            ? []
            : [{ name: t("withdrawal.hash"), value: question.txHash, isExact: true }],
        note: question.note,
        button: t(question.txHash === null ? "payout.end.button" : "payout.end.lostButton"),
      }
  }
}

/** What leaves, what it costs, what arrives, and where: the address in full, for it is what has to be compared. */
export function moneyFacts(
  withdrawal: OnchainWithdrawalDetail,
  t: Translate,
  locale: string
): ConfirmationFact[] {
  const { destination, refund, token } = withdrawal
  const { fee, net } = feeAndNet(withdrawal)
  return [
    { name: t("withdrawal.amount"), value: withdrawalAmount(withdrawal, locale) },
    { name: t("withdrawal.fee"), value: toldAmount(fee, token, t, locale) },
    { name: t("withdrawal.net"), value: toldAmount(net, token, t, locale) },
    { name: t("withdrawal.network"), value: withdrawal.network_name },
    { name: t("withdrawal.destination"), value: destination.label },
    { name: t("withdrawal.address"), value: destination.address, isExact: true },
    ...(destination.memo ? [{ name: t("withdrawal.memo"), value: destination.memo, isExact: true }] : []),
    ...refundTermFacts(withdrawal, t, Date.now(), locale),
    ...(refund?.order ? [{ name: t("withdrawal.order"), value: orderName(refund.order, t) }] : []),
  ]
}

function warningsOf(withdrawal: OnchainWithdrawalDetail, t: Translate): string | null {
  const similar = withdrawal.similar.length > 0 ? t("withdrawal.similar") : null
  const warnings = [senderWarning(withdrawal, t), similar].filter((warning) => warning !== null)
  return warnings.length > 0 ? warnings.join(" ") : null
}
