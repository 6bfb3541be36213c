import { useState } from "react"
import type { OnchainRefundDetail } from "../../types/http"
import { WithdrawalActions } from "../payout/withdrawal-decision"
import { ActionFooter } from "../ui/action/action-footer"
import { Confirmation, type ConfirmationWords } from "../ui/action/confirmation"
import { NoteField, TextField } from "../ui/form/fields"
import { type Texts, useTexts } from "../ui/texts"
import { proposalFacts } from "./link-section"
import { ASK_CUSTOMER, type RefundStep } from "./next-step"
import { refundAmount } from "./payout"
import type { RefundSteps } from "./use-refund-steps"

/** Steps that ask first. */
type Question = Extract<RefundStep, "approve_address" | "decline_address" | "settle">

const NOTHING = { note: "", hash: "" }

type RefundFooterProps = { refund: OnchainRefundDetail; steps: RefundSteps }

/** The next step of a refund: its own, or that of its payout. */
export function RefundFooter({ refund, steps }: RefundFooterProps) {
  const { t, texts } = useTexts()
  const [opened, setOpened] = useState<{ question: Question; revision: number } | null>(null)
  const [fields, setFields] = useState(NOTHING)
  const { next, reasonAgainst, isBusy } = steps
  const { address_request: request, withdrawal, state } = refund
  const revision = request?.proposal?.revision ?? 0
  // The question closes when the customer changes the address: the operator decides on what they read.
  const asked = opened?.revision === revision ? opened.question : null
  const open = (question: Question) => {
    setFields(NOTHING)
    setOpened({ question, revision })
  }
  const run: Record<RefundStep, () => void> = {
    quote: steps.quote,
    save_address: steps.saveAddress,
    ask_address: steps.askAddress,
    approve_address: () => open("approve_address"),
    decline_address: () => open("decline_address"),
    settle: () => open("settle"),
  }
  const toItem = (step: RefundStep) => {
    const reason = reasonAgainst(step)
    const isAgain = step === "ask_address" && request !== null
    return {
      label: t(isAgain ? "refundStep.ask_address.again" : `refundStep.${step}.button`),
      reason,
      isDisabled: reason !== null || isBusy,
      isDangerous: step === "decline_address",
      onSelect: run[step],
    }
  }
  // From the menu it is chosen first: a new link ends the earlier one.
  const others = next.others.map((step) =>
    step === "ask_address"
      ? { ...toItem(step), onSelect: () => steps.change({ to: ASK_CUSTOMER }) }
      : toItem(step)
  )
  const note = fields.note.trim()
  const close = () => setOpened(null)
  const confirm = () => {
    if (asked === "settle") {
      const hash = fields.hash.trim()
      const body = { note, ...(hash ? { tx_hash: hash } : {}) }
      steps.decide({ action: "settle", body }, t("refundStep.settle.done"), close)
    } else if (asked && request?.proposal) {
      const { address, memo } = request.proposal
      const decision =
        asked === "approve_address"
          ? { action: "approve" as const, requestId: request.id, body: { address, memo } }
          : { action: "decline" as const, requestId: request.id, body: { note } }
      steps.decide(decision, t(`refundStep.${asked}.done`), close)
    }
  }
  const primary = next.primary && { ...toItem(next.primary), isBusy: isBusy && asked === null }
  return (
    <>
      {state !== "due" && withdrawal ? (
        <WithdrawalActions
          key={withdrawal.id}
          withdrawal={withdrawal}
          isAskedAtOnce={steps.isQuoting}
          more={others}
        />
      ) : (
        <ActionFooter primary={primary} others={others} error={steps.error} />
      )}
      <Confirmation
        words={asked && questionWords(asked, refund, texts)}
        isDangerous={asked === "decline_address"}
        isBusy={isBusy}
        isReady={asked === "approve_address" || note !== ""}
        onConfirm={confirm}
        onCancel={close}
      >
        {asked === "decline_address" && (
          <NoteField
            label={t("refundStep.decline_address.note")}
            hint={t("refundStep.decline_address.noteHint")}
            value={fields.note}
            onChange={(text) => setFields({ ...fields, note: text })}
          />
        )}
        {asked === "settle" && (
          <>
            <NoteField
              label={t("refundStep.settle.note")}
              placeholder={t("refundStep.settle.placeholder")}
              value={fields.note}
              onChange={(text) => setFields({ ...fields, note: text })}
            />
            <TextField
              label={t("refundStep.settle.hash")}
              hint={t("refundStep.settle.hashHint")}
              isExact
              value={fields.hash}
              onChange={(hash) => setFields({ ...fields, hash })}
            />
          </>
        )}
      </Confirmation>
    </>
  )
}

function questionWords(
  question: Question,
  refund: OnchainRefundDetail,
  texts: Texts
): ConfirmationWords | null {
  const { t } = texts
  const amount = refundAmount(refund, texts)
  const proposal = refund.address_request?.proposal ?? null
  if (question !== "settle" && !proposal) return null
  return {
    title: t(`refundStep.${question}.question`, { amount }),
    text: t(`refundStep.${question}.effect`, { amount }),
    facts: question === "settle" || !proposal ? [] : proposalFacts(proposal, texts),
    warning:
      question === "approve_address" && proposal?.is_observed_sender ? t("withdrawal.senderWarning") : null,
    isFinal: question === "settle",
    button: t(`refundStep.${question}.button`),
  }
}
