import { toast } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainWithdrawalAction,
  OnchainWithdrawalDetail,
  OnchainWithdrawalQuote,
} from "../../types/http"
import { ActionFooter } from "../ui/action/action-footer"
import type { MenuAction } from "../ui/action/action-menu"
import { ComparisonTable } from "../ui/comparison-table"
import { Confirmation } from "../ui/action/confirmation"
import { useTexts } from "../ui/texts"
import { reportedAmount } from "./amounts"
import { usePayouts, useWithdrawalAction } from "./api"
import { describeWithdrawalConfirmation, isQuestion, type WithdrawalQuestion } from "./confirmation"
import {
  type DecisionEntries,
  NO_ENTRIES,
  offeredActions,
  primaryAction,
  toDecision,
  type WithdrawalDecision,
} from "./decision"
import { actionLabel, describeOutcome, isDone } from "./describe"
import { EntryFields } from "./entry-fields"

type WithdrawalProps = {
  withdrawal: OnchainWithdrawalDetail
  /** Asks for the confirmation at once, for an operator who has just requested the quote. */
  isAskedAtOnce?: boolean
  /** More actions behind "…". */
  more?: MenuAction[]
}

/** What was asked, and the quote and contradiction that the operator read. */
type Asked = { action: WithdrawalQuestion; quoteId: string | undefined; mismatch: string | null }

const DANGEROUS: readonly OnchainWithdrawalAction[] = ["cancel", "write_off", "end"]

/** For the footer of a drawer. */
export function WithdrawalActions({ withdrawal, isAskedAtOnce = false, more = [] }: WithdrawalProps) {
  const { t, texts } = useTexts()
  const { data: payouts } = usePayouts()
  const [asked, setAsked] = useState<Asked | null>(() =>
    isAskedAtOnce ? { action: "confirm", quoteId: withdrawal.quote?.id, mismatch: withdrawal.mismatch } : null
  )
  const [earlier, setEarlier] = useState<OnchainWithdrawalQuote | null>(null)
  const [entries, setEntries] = useState(NO_ENTRIES)
  const { mutate, error, isPending } = useWithdrawalAction(withdrawal.id)
  const { quote, choices, mismatch, state } = withdrawal
  const needsApproval = payouts?.approval === "second_user"
  const actions = offeredActions(withdrawal, payouts?.is_on ?? false)
  const primary = primaryAction(actions)

  const send = (decision: WithdrawalDecision) =>
    mutate(decision, {
      onSuccess: ({ withdrawal: now }) => {
        const words = describeOutcome(decision.action, withdrawal, now, texts)
        if (isDone(decision.action, withdrawal, now)) toast.success(words)
        else toast.info(words)
        setEntries(NO_ENTRIES)
      },
      onSettled: () => setAsked(null),
    })
  const ask = (action: OnchainWithdrawalAction) => {
    if (isQuestion(action)) return setAsked({ action, quoteId: quote?.id, mismatch })
    if (action === "quote") setEarlier(quote)
    const decision = toDecision(action, withdrawal, entries)
    if (decision) send(decision)
  }
  // The question closes when quote, contradiction or step change: the operator decides on what they read.
  const isCurrent =
    asked !== null &&
    actions.includes(asked.action) &&
    asked.quoteId === quote?.id &&
    asked.mismatch === mismatch
  const question = isCurrent ? asked.action : null
  const decision = question && toDecision(question, withdrawal, entries)
  const toItem = (action: OnchainWithdrawalAction) => ({
    label: actionLabel(action, withdrawal, needsApproval, t),
    isDisabled: !choices[action].is_possible,
    reason: choices[action].reason,
    isDangerous: DANGEROUS.includes(action),
    onSelect: () => ask(action),
  })

  return (
    <>
      <ActionFooter
        primary={primary && { ...toItem(primary), isBusy: isPending && question === null }}
        others={[...actions.filter((action) => action !== primary).map(toItem), ...more]}
        error={error}
      >
        {earlier && quote && earlier.id !== quote.id && (
          <QuoteChange before={earlier} now={quote} token={withdrawal.token} />
        )}
      </ActionFooter>
      <Confirmation
        words={question && describeWithdrawalConfirmation(withdrawal, question, needsApproval, texts)}
        isDangerous={question !== null && DANGEROUS.includes(question)}
        isBusy={isPending}
        isReady={decision !== null}
        onConfirm={() => decision && send(decision)}
        onCancel={() => setAsked(null)}
      >
        {question && (
          <EntryFields
            action={question}
            state={state}
            entries={entries}
            onChange={(part: Partial<DecisionEntries>) => setEntries((given) => ({ ...given, ...part }))}
          />
        )}
      </Confirmation>
    </>
  )
}

type QuoteChangeProps = { before: OnchainWithdrawalQuote; now: OnchainWithdrawalQuote; token: string }

function QuoteChange({ before, now, token }: QuoteChangeProps) {
  const { t, texts } = useTexts()
  const amount = (value: string | null) => reportedAmount(value, token, texts)
  return (
    <ComparisonTable
      title={t("withdrawal.quoteChange")}
      columns={[t("withdrawal.before"), t("withdrawal.now")]}
      rows={[
        [t("field.fee"), amount(before.fee), amount(now.fee)],
        [t("withdrawal.net"), amount(before.net_amount), amount(now.net_amount)],
      ]}
    />
  )
}
