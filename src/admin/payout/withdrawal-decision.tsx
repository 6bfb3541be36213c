import { Alert, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainWithdrawalAction,
  OnchainWithdrawalDetail,
  OnchainWithdrawalQuote,
} from "../../types/http"
import { ActionRow } from "../ui/action-row"
import { ComparisonTable } from "../ui/comparison-table"
import { Confirmation } from "../ui/confirmation"
import { DrawerSection } from "../ui/drawer"
import { FailureAlert } from "../ui/failure"
import { formatAge } from "../ui/format"
import { TextLink } from "../ui/links"
import { useTexts } from "../ui/texts"
import { reportedAmount } from "./amounts"
import { usePayouts, useWithdrawalAction } from "./api"
import { describeWithdrawalConfirmation, isQuestion, type WithdrawalQuestion } from "./confirmation"
import {
  type DecisionEntries,
  NO_ENTRIES,
  offeredActions,
  toDecision,
  type WithdrawalDecision,
} from "./decision"
import { actionWords, describeOutcome, isBeforeSending, isDone, missingWords } from "./describe"
import { EntryFields } from "./entry-fields"
import { pathTo } from "../ui/paths"

export function DecisionSection({ withdrawal }: { withdrawal: OnchainWithdrawalDetail }) {
  const { t, texts } = useTexts()
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
        const words = describeOutcome(decision.action, withdrawal, now, texts)
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
  // The question closes when the quote, the mismatch or the step changes: the operator decides on what they
  // read.
  const isCurrent =
    question !== null &&
    actions.includes(question.action) &&
    (!("quoteId" in question) || question.quoteId === quote?.id) &&
    (!("mismatch" in question) || question.mismatch === withdrawal.mismatch)
  const asked = isCurrent ? question : null

  if (!error && actions.length === 0) return null
  return (
    <DrawerSection title={t("detail.decision")}>
      <FailureAlert error={error} />
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
        words={asked && describeWithdrawalConfirmation(withdrawal, asked, needsApproval, texts)}
        isDangerous={asked?.action === "write_off" || asked?.action === "end"}
        isBusy={isPending}
        onConfirm={() => asked && send(asked)}
        onCancel={() => setQuestion(null)}
      />
    </DrawerSection>
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

function SimilarNotice({ similar }: Pick<OnchainWithdrawalDetail, "similar">) {
  const { t, locale } = useTexts()
  if (similar.length === 0) return null
  return (
    <Alert variant="warning">
      <Text size="small">{t("withdrawal.similar")}</Text>
      <ul>
        {similar.map(({ id, state, by, at }) => (
          <li key={id}>
            <TextLink to={pathTo.withdrawal(id)} className="underline">
              {t("withdrawal.similarOne", {
                state: t(`withdrawalState.${state}.name`),
                by: by ?? t("detail.user"),
                age: formatAge(at, Date.now(), locale),
              })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
