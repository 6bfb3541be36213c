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
import { describeWithdrawalConfirmation, type WithdrawalQuestion } from "../../withdrawals/confirmation"
import type { WithdrawalDecision } from "../../withdrawals/decision"
import { offeredActions } from "../../withdrawals/offered-actions"
import { describeOutcome, isBeforeSending, isDone } from "../../withdrawals/outcome"
import { ActionFailureAlert } from "../action-failure-alert"
import { ActionRow } from "../action-row"
import { Confirmation } from "../confirmation"
import { DrawerSection } from "../drawer-section"
import { NoteField } from "../note-field"
import { TextField } from "../text-field"
import { actionWords } from "./action-words"
import { QuoteChange } from "./quote-change"
import { SimilarNotice } from "./similar-notice"

/** What an operator can do about a withdrawal, each step with its reason when it cannot be done now. */
export function DecisionSection({ withdrawal }: { withdrawal: OnchainWithdrawalDetail }) {
  const { t, locale } = useTexts()
  const { data: payouts } = usePayouts()
  const [question, setQuestion] = useState<WithdrawalQuestion | null>(null)
  const [earlier, setEarlier] = useState<OnchainWithdrawalQuote | null>(null)
  const [found, setFound] = useState("")
  const [note, setNote] = useState("")
  const { mutate, error, isPending, variables } = useWithdrawalAction(withdrawal.id)
  const { quote, choices, similar, token } = withdrawal
  const needsApproval = payouts?.approval === "second_user"
  const actions = offeredActions(withdrawal, payouts?.is_on ?? false)

  const send = (decision: WithdrawalDecision) =>
    mutate(decision, {
      onSuccess: ({ withdrawal: now }) => {
        const words = describeOutcome(decision.action, withdrawal, now, t, locale)
        if (isDone(decision.action, withdrawal, now)) toast.success(words)
        else toast.info(words)
      },
      onSettled: () => setQuestion(null),
    })
  const ask = (action: OnchainWithdrawalAction) => {
    if (action === "quote") {
      setEarlier(quote)
      send({ action })
    } else if (action === "check") send({ action })
    else if (action === "cancel") setQuestion({ action })
    else if (action === "adopt") setQuestion({ action, gatewayWithdrawalId: found.trim() })
    else if (action === "write_off") setQuestion({ action, note: note.trim() })
    else if (quote && (action === "confirm" || action === "approve"))
      setQuestion({ action, quoteId: quote.id })
  }
  const missing = {
    adopt: found.trim() ? null : t("payout.adopt.write"),
    write_off: note.trim() ? null : t("payout.write_off.write"),
  }
  // What was read is what is confirmed: when the quote or the step is another one by now, the question goes away.
  const isCurrent =
    question !== null &&
    actions.includes(question.action) &&
    (!("quoteId" in question) || question.quoteId === quote?.id)
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
            missing={action === "adopt" || action === "write_off" ? missing[action] : null}
            isBusy={isPending && variables.action === action && question === null}
            onAsk={() => ask(action)}
          >
            {action === "adopt" && (
              <TextField label={t("payout.adopt.label")} value={found} onChange={setFound} isExact />
            )}
            {action === "write_off" && (
              <NoteField
                label={t("payout.write_off.label")}
                placeholder={t("payout.write_off.placeholder")}
                value={note}
                onChange={setNote}
              />
            )}
          </ActionRow>
        ))}
      </div>
      <Confirmation
        words={asked && describeWithdrawalConfirmation(withdrawal, asked, needsApproval, t, locale)}
        isDangerous={asked?.action === "write_off"}
        isBusy={isPending}
        onConfirm={() => asked && send(asked)}
        onCancel={() => setQuestion(null)}
      />
    </DrawerSection>
  )
}
