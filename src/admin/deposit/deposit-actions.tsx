import { toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainAssignmentCandidate, OnchainDepositAction, OnchainDepositDetail } from "../../types/http"
import { ActionFooter } from "../ui/action/action-footer"
import { Confirmation } from "../ui/action/confirmation"
import { orderName } from "../ui/names"
import { useTexts } from "../ui/texts"
import { depositAmount } from "./amount"
import { type Decision, useDepositAction } from "./api"
import { describeConfirmation } from "./confirmation"

type DepositActionsProps = {
  deposit: OnchainDepositDetail
  /** The order that it would be assigned to. */
  chosen: OnchainAssignmentCandidate | undefined
}

/** For the footer: the next step by what is known, the other ones behind "…". */
export function DepositActions({ deposit, chosen }: DepositActionsProps) {
  const { t, texts } = useTexts()
  const [asked, setAsked] = useState<OnchainDepositAction | null>(null)
  const { mutate, error, isPending } = useDepositAction(deposit.id)
  const { choices, state, action } = deposit
  const repeated = state === "processing" && action ? toDecision(action) : null

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
  const toItem = (name: OnchainDepositAction) => {
    const isUnchosen = name === "assign" && choices.assign.is_possible && !chosen
    return {
      label:
        name === "assign" && chosen
          ? t("action.assign.to", { order: orderName(chosen.order, t) })
          : t(`action.${name}.button`),
      isDisabled: !choices[name].is_possible || isUnchosen,
      reason: isUnchosen ? t("action.assign.choose") : choices[name].reason,
      isDangerous: name === "refund",
      onSelect: () => setAsked(name),
    }
  }
  const primary = primaryOf(deposit, chosen)
  const isOpen = state === "in_review"
  const repeat = repeated && {
    label: t("processing.repeat"),
    isBusy: isPending,
    onSelect: () => send(repeated),
  }
  return (
    <>
      <ActionFooter
        primary={isOpen ? toItem(primary) : repeat}
        others={isOpen ? ACTIONS.filter((name) => name !== primary).map(toItem) : []}
        error={error}
      />
      <Confirmation
        words={asked && describeConfirmation({ deposit, action: asked, candidate: chosen }, texts)}
        isDangerous={asked === "refund"}
        isBusy={isPending}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

const ACTIONS = ["assign", "accept", "refund"] as const satisfies OnchainDepositAction[]

/** To assign it needs an order; what cannot be accepted can only be sent back. */
export function primaryOf(
  { choices }: Pick<OnchainDepositDetail, "choices">,
  chosen: OnchainAssignmentCandidate | undefined
): OnchainDepositAction {
  if (choices.assign.is_possible && chosen) return "assign"
  return choices.accept.is_possible || !choices.refund.is_possible ? "accept" : "refund"
}

function toDecision({ name, intent_id }: NonNullable<OnchainDepositDetail["action"]>): Decision | null {
  if (name !== "assign") return { action: name }
  return intent_id ? { action: name, intentId: intent_id } : null
}
