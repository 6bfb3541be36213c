import { toast } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainWithdrawalAction,
  OnchainWithdrawalDetail,
  OnchainWithdrawalQuote,
} from "../../../types/http"
import { usePayouts } from "../../hooks/use-payouts"
import { useTexts } from "../../hooks/use-texts"
import { useWithdrawalAction } from "../../hooks/use-withdrawal-action"
import {
  describeWithdrawalConfirmation,
  isQuestion,
  type WithdrawalQuestion,
} from "../../withdrawals/confirmation"
import {
  type DecisionEntries,
  NO_ENTRIES,
  toDecision,
  type WithdrawalDecision,
} from "../../withdrawals/decision"
import { offeredActions } from "../../withdrawals/offered-actions"
import { describeOutcome, isBeforeSending, isDone } from "../../withdrawals/outcome"
import { ActionFailureAlert } from "../action-failure-alert"
import { ActionRow } from "../action-row"
import { Confirmation } from "../confirmation"
import { DrawerSection } from "../drawer-section"
import { actionWords, missingWords } from "./action-words"
import { EntryFields } from "./entry-fields"
import { QuoteChange } from "./quote-change"
import { SimilarNotice } from "./similar-notice"

/** What an operator can do about a withdrawal, each step with its reason when it cannot be done now. */
export function DecisionSection({ withdrawal }: { withdrawal: OnchainWithdrawalDetail }) {
  const { t, locale } = useTexts()
  const { data: payouts } = usePayouts()
  const [question, setQuestion] = useState<WithdrawalQuestion | null>(null)
  const [earlier, setEarlier] = useState<OnchainWithdrawalQuote | null>(null)
  const [entries, setEntries] = useState(NO_ENTRIES)
  const { mutate, error, isPending, variables } = useWithdrawalAction(withdrawal.id)
  const { quote, choices, similar, token } = withdrawal
  const needsApproval = payouts?.approval === "second_user"
  const actions = offeredActions(withdrawal, payouts?.is_on ?? false)
  const change = (part: Partial<DecisionEntries>) => setEntries((given) => ({ ...given, ...part }))

  const send = (decision: WithdrawalDecision) =>
    mutate(decision, {
      onSuccess: ({ withdrawal: now }) => {
        const words = describeOutcome(decision.action, withdrawal, now, t, locale)
        if (isDone(decision.action, withdrawal, now)) toast.success(words)
        else toast.info(words)
        setEntries(NO_ENTRIES)
      },
      onSettled: () => setQuestion(null),
    })
  const ask = (action: OnchainWithdrawalAction) => {
    const decision = toDecision(action, withdrawal, entries)
    if (!decision) return
    if (isQuestion(decision)) return setQuestion(decision)
    if (action === "quote") setEarlier(quote)
    send(decision)
  }
  // What was read is what is decided on: when the quote, the difference or the step is another one by now, the question
  // goes away.
  const isCurrent =
    question !== null &&
    actions.includes(question.action) &&
    (!("quoteId" in question) || question.quoteId === quote?.id) &&
    (!("mismatch" in question) || question.mismatch === withdrawal.mismatch)
  const asked = isCurrent ? question : null

  if (!error && actions.length === 0) return null
  return (
    <DrawerSection title={t("detail.decision")}>
      <ActionFailureAlert error={error} />
      {earlier && quote && earlier.id !== quote.id && (
        <QuoteChange before={earlier} now={quote} token={token} />
      )}
      {isBeforeSending(withdrawal) && <SimilarNotice similar={similar} />}
      <div className="divide-y">
        {actions.map((action) => (
          <ActionRow
            key={action}
            words={actionWords(action, withdrawal, needsApproval, t)}
            choice={choices[action]}
            missing={toDecision(action, withdrawal, entries) ? null : missingWords(action, withdrawal, t)}
            isBusy={isPending && variables.action === action && question === null}
            onAsk={() => ask(action)}
          >
            <EntryFields action={action} state={withdrawal.state} entries={entries} onChange={change} />
          </ActionRow>
        ))}
      </div>
      <Confirmation
        words={asked && describeWithdrawalConfirmation(withdrawal, asked, needsApproval, t, locale)}
        isDangerous={asked?.action === "write_off" || asked?.action === "end"}
        isBusy={isPending}
        onConfirm={() => asked && send(asked)}
        onCancel={() => setQuestion(null)}
      />
    </DrawerSection>
  )
}
