import { Alert, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainDepositAction, OnchainDepositDetail } from "../../../types/http"
import { depositAmount } from "../../deposits/amount"
import { describeConfirmation } from "../../deposits/confirmation"
import { orderName } from "../../naming/order-name"
import { toFailure } from "../../hooks/action-failure"
import { type Decision, useDepositAction } from "../../hooks/use-deposit-action"
import { useTexts } from "../../hooks/use-texts"
import { DrawerSection } from "../drawer-section"
import { ActingNotice } from "./acting-notice"
import { ActionRow } from "../action-row"
import { CandidateList } from "./candidate-list"
import { Confirmation } from "../confirmation"

/** What an operator can do, each action with its reason when it cannot be done now. */
export function DecisionSection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t, locale } = useTexts()
  const [intentId, setIntentId] = useState<string | null>(null)
  const [asked, setAsked] = useState<OnchainDepositAction | null>(null)
  const mutation = useDepositAction(deposit.id)
  const { candidates, choices } = deposit
  const chosen = candidates.find((candidate) => candidate.intent_id === intentId)
  const failure = mutation.error && toFailure(mutation.error)

  const words = (action: OnchainDepositAction) => ({
    title: t(`action.${action}.title`),
    text: t(`action.${action}.text`),
    button: t(`action.${action}.button`),
  })
  const send = (decision: Decision) =>
    mutation.mutate(decision, {
      onSuccess: () =>
        toast.success(
          t(`action.${decision.action}.done`, {
            amount: depositAmount(deposit, t, locale),
            order: orderName(chosen?.order ?? null, t),
          })
        ),
      onSettled: () => setAsked(null),
    })
  const confirm = () => {
    if (asked === "assign" && chosen) send({ action: asked, intentId: chosen.intent_id })
    else if (asked === "accept" || asked === "refund") send({ action: asked })
  }

  if (!failure && deposit.state !== "in_review" && deposit.state !== "acting") return null
  return (
    <DrawerSection title={t("detail.decision")}>
      {failure && <Alert variant="error">{t(`failure.${failure.kind}`, { message: failure.message })}</Alert>}
      {deposit.state === "acting" && (
        <ActingNotice deposit={deposit} isBusy={mutation.isPending} onRepeat={send} />
      )}
      {deposit.state === "in_review" && (
        <div className="divide-y">
          <ActionRow
            words={words("assign")}
            choice={choices.assign}
            missing={chosen ? null : t("action.assign.choose")}
            onAsk={() => setAsked("assign")}
          >
            <CandidateList deposit={deposit} value={intentId} onChange={setIntentId} />
          </ActionRow>
          {(["accept", "refund"] as const).map((action) => (
            <ActionRow
              key={action}
              words={words(action)}
              choice={choices[action]}
              onAsk={() => setAsked(action)}
            />
          ))}
        </div>
      )}
      <Confirmation
        words={asked && describeConfirmation({ deposit, action: asked, candidate: chosen }, t, locale)}
        isDangerous={asked === "refund"}
        isBusy={mutation.isPending}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </DrawerSection>
  )
}
