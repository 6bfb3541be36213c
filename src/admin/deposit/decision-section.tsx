import { RadioGroup, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainAssignmentCandidate, OnchainDepositAction, OnchainDepositDetail } from "../../types/http"
import { ActionRow, RepeatNotice } from "../ui/action-row"
import { Confirmation } from "../ui/confirmation"
import { DrawerSection } from "../ui/drawer"
import { FailureAlert } from "../ui/failure"
import { formatAge, formatFiat, formatTokens } from "../ui/format"
import { describeDifference, orderName } from "../ui/names"
import { useTexts } from "../ui/texts"
import { depositAmount } from "./amount"
import { type Decision, useDepositAction } from "./api"
import { describeConfirmation } from "./confirmation"

export function DecisionSection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t, locale, texts } = useTexts()
  const [intentId, setIntentId] = useState<string | null>(null)
  const [asked, setAsked] = useState<OnchainDepositAction | null>(null)
  const { mutate, error, isPending } = useDepositAction(deposit.id)
  const { candidates, choices, state, action } = deposit
  const repeated = action && toDecision(action)
  const chosen = candidates.find((candidate) => candidate.intent_id === intentId)

  const send = (decision: Decision) =>
    mutate(decision, {
      onSuccess: () => {
        const facts = { amount: depositAmount(deposit, texts), order: orderName(chosen?.order ?? null, t) }
        toast.success(t(`action.${decision.action}.done`, facts))
      },
      onSettled: () => setAsked(null),
    })
  const confirm = () => {
    if (asked === "assign" && chosen) send({ action: asked, intentId: chosen.intent_id })
    else if (asked === "accept" || asked === "refund") send({ action: asked })
  }

  if (!error && state !== "in_review" && state !== "processing") return null
  return (
    <DrawerSection title={t("detail.decision")}>
      <FailureAlert error={error} />
      {state === "processing" && action && (
        <RepeatNotice
          title={t("processing.title")}
          text={t("processing.text", {
            who: action.by ?? t("detail.user"),
            action: t(`action.${action.name}.title`),
            age: formatAge(action.at, Date.now(), locale),
          })}
          reason={deposit.last_error}
          button={t("processing.repeat")}
          isBusy={isPending}
          onRepeat={repeated && (() => send(repeated))}
        />
      )}
      {state === "in_review" && (
        <div className="divide-y">
          <ActionRow
            words="action.assign"
            choice={choices.assign}
            missing={chosen ? null : t("action.assign.choose")}
            onAsk={() => setAsked("assign")}
          >
            <CandidateList deposit={deposit} value={intentId} onChange={setIntentId} />
          </ActionRow>
          {(["accept", "refund"] as const).map((name) => (
            <ActionRow
              key={name}
              words={`action.${name}`}
              choice={choices[name]}
              onAsk={() => setAsked(name)}
            />
          ))}
        </div>
      )}
      <Confirmation
        words={asked && describeConfirmation({ deposit, action: asked, candidate: chosen }, texts)}
        isDangerous={asked === "refund"}
        isBusy={isPending}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </DrawerSection>
  )
}

function toDecision({ name, intent_id }: NonNullable<OnchainDepositDetail["action"]>): Decision | null {
  if (name !== "assign") return { action: name }
  return intent_id ? { action: name, intentId: intent_id } : null
}

type CandidateListProps = {
  deposit: OnchainDepositDetail
  value: string | null
  onChange: (intentId: string) => void
}

function CandidateList({ deposit, value, onChange }: CandidateListProps) {
  const { t, locale, texts } = useTexts()
  const describe = ({ order, expected_amount: amount, token, created_at }: OnchainAssignmentCandidate) => {
    const facts = {
      amount: formatTokens(amount, token, locale),
      age: formatAge(created_at, Date.now(), locale),
    }
    const arrived = { amount: deposit.amount, token: deposit.token, expected: { amount, token } }
    const difference = describeDifference(arrived, texts)
    if (!order) return `${t("action.candidate", facts)} ${difference}`
    const total = formatFiat(order.total, order.currency_code, locale)
    return `${t("action.candidateTotal", { ...facts, total })} ${difference}`
  }
  return (
    <RadioGroup value={value ?? ""} onValueChange={onChange} aria-label={t("action.orders")}>
      {deposit.candidates.map((candidate) => (
        <RadioGroup.ChoiceBox
          key={candidate.intent_id}
          value={candidate.intent_id}
          label={orderName(candidate.order, t)}
          description={describe(candidate)}
        />
      ))}
    </RadioGroup>
  )
}
