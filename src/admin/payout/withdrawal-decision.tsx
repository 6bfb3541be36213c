import { toast } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainWithdrawalAction,
  OnchainWithdrawalDetail,
  OnchainWithdrawalQuote,
  OnchainWithdrawalResponse,
} from "../../types/http"
import { moneyFacts, reportedAmount, senderWarning, withdrawalAmount } from "./amounts"
import { usePayouts } from "./api"
import { formOf, offeredActions, primaryAction } from "./decision"
import { actionLabel, describeOutcome, isDone } from "./describe"
import type { ConfirmationWords } from "../ui/action/confirmation"
import { questionOf, reasonOf, type Step, StepFooter, useDecisions } from "../ui/action/step-footer"
import { apiPath } from "../ui/api"
import { orderName } from "../ui/names"
import { type Texts, useTexts } from "../ui/texts"

type WithdrawalProps = {
  withdrawal: OnchainWithdrawalDetail
  /** More steps behind "…". */
  more?: Record<string, Step>
  isBusy?: boolean
  /** The operator has just requested the quote, and is asked to confirm it. */
  isAskedAtOnce?: boolean
}

const DANGEROUS: readonly OnchainWithdrawalAction[] = ["cancel", "write_off", "end"]

export function WithdrawalActions(props: WithdrawalProps) {
  const { withdrawal, more = {}, isBusy = false, isAskedAtOnce = false } = props
  const { t, texts } = useTexts()
  const { data: payouts } = usePayouts()
  const [earlier, setEarlier] = useState<OnchainWithdrawalQuote | null>(null)
  const { post, ...decisions } = useDecisions<OnchainWithdrawalResponse>(
    apiPath("withdrawals", withdrawal.id)
  )
  const { quote, choices, mismatch } = withdrawal
  const needsApproval = payouts?.approval === "second_user"
  const actions = offeredActions(withdrawal, payouts?.is_on ?? false)
  const primary = primaryAction(actions)
  // Who has renewed a quote wanted to go on: the question with the new figures follows at once.
  const isRenewed = earlier !== null && quote !== null && earlier.id !== quote.id
  const isAsked = primary !== null && choices[primary].is_possible && (isRenewed || isAskedAtOnce)
  const change = isRenewed ? describeQuoteChange(earlier, quote, withdrawal.token, texts) : null
  const questionAbout = (action: WithdrawalQuestion) => {
    const words = describeWithdrawalConfirmation(withdrawal, action, needsApproval, texts)
    return { ...words, warning: joined(change, words.warning) }
  }
  const toStep = (action: OnchainWithdrawalAction): Step => {
    const { body, fields } = formOf(action, withdrawal)
    return {
      label: actionLabel(action, withdrawal, needsApproval, t),
      reason: reasonOf(choices[action], t("action.notPossible")),
      isDangerous: DANGEROUS.includes(action),
      question: isQuestion(action) ? questionAbout(action) : undefined,
      read: JSON.stringify([quote?.id, mismatch]),
      fields,
      run: post(action.replace("_", "-"), body, ({ withdrawal: now }) => {
        if (action === "quote") setEarlier(quote)
        const words = describeOutcome(action, withdrawal, now, texts)
        if (isDone(action, withdrawal, now)) toast.success(words)
        else toast.info(words)
      }),
    }
  }
  return (
    <StepFooter
      // A footer asks at once only when it is new.
      key={isRenewed ? quote.id : ""}
      steps={{ ...more, ...Object.fromEntries(actions.map((action) => [action, toStep(action)])) }}
      primary={primary}
      others={[...actions.filter((action) => action !== primary), ...Object.keys(more)]}
      first={isAsked && (primary === "confirm" || primary === "approve") ? primary : null}
      decisions={{ ...decisions, isBusy: decisions.isBusy || isBusy }}
    />
  )
}

/** Null where the renewed quote brings the same. */
export function describeQuoteChange(
  before: Pick<OnchainWithdrawalQuote, "net_amount">,
  now: Pick<OnchainWithdrawalQuote, "net_amount">,
  token: string,
  texts: Texts
): string | null {
  if (before.net_amount === now.net_amount) return null
  const amount = (value: string | null) => reportedAmount(value, token, texts)
  return texts.t("payout.quote.changed", { now: amount(now.net_amount), before: amount(before.net_amount) })
}

/** Null where there is none. */
const joined = (...warnings: (string | null | undefined)[]) => warnings.filter(Boolean).join(" ") || null

/** What is asked before a decision. A quote and a check move nothing, so they are not. */
type WithdrawalQuestion = Exclude<OnchainWithdrawalAction, "quote" | "check">

function isQuestion(action: OnchainWithdrawalAction): action is WithdrawalQuestion {
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
  const similar = withdrawal.similar.length > 0 ? t("withdrawal.similar") : null
  const warning = joined(senderWarning(withdrawal, t), similar)
  const money = { facts: moneyFacts(withdrawal, texts, order), warning }
  const what = withdrawal.mismatch ?? withdrawal.last_error ?? ""
  const words = questionOf(`payout.${action}`, { amount, by, what }, texts, {
    button: actionLabel(action, withdrawal, needsApproval, t),
    isFinal: action !== "acknowledge",
  })
  if (action === "acknowledge" && withdrawal.review === "failure")
    return { ...words, text: t("payout.acknowledge.failureText", { what }) }
  if (action === "approve") return { ...words, ...money }
  if (action === "end" && withdrawal.state === "unknown")
    return {
      ...words,
      title: t("payout.end.lostTitle", { amount }),
      text: t("payout.end.lostText"),
    }
  if (action !== "confirm") return words
  if (!needsApproval) return { ...words, ...money }
  return {
    ...words,
    ...money,
    title: t("payout.confirm.secondTitle", { amount }),
    text: withdrawal.needs_third_user
      ? t("payout.confirm.thirdText", { by })
      : t("payout.confirm.secondText"),
    isFinal: false,
  }
}
