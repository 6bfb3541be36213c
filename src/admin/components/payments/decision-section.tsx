import { Alert, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainPaymentResolution, OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { toFailure } from "../../hooks/action-failure"
import { usePaymentDecision } from "../../hooks/use-payment-decision"
import { useTexts } from "../../hooks/use-texts"
import { orderName } from "../../naming/order-name"
import { paymentAmount } from "../../payments/amount"
import { describePaymentConfirmation, type PaymentQuestion } from "../../payments/confirmation"
import type { ChosenOrder, PaymentDecision } from "../../payments/decision"
import { standingOf } from "../../payments/standing"
import { ActionRow } from "../action-row"
import { Confirmation } from "../confirmation"
import { DrawerSection } from "../drawer-section"
import { NoteField } from "../note-field"
import { ApplyingNotice } from "./applying-notice"
import { OrderChoice } from "./order-choice"

/** What an operator can do, each choice with its reason when it cannot be made now. */
export function DecisionSection({ payment }: { payment: OnchainUnallocatedPaymentDetail }) {
  const { t, locale } = useTexts()
  const [order, setOrder] = useState<ChosenOrder | null>(null)
  const [note, setNote] = useState("")
  const [question, setQuestion] = useState<PaymentQuestion | null>(null)
  const { mutate, error, isPending } = usePaymentDecision(payment.id)
  const failure = error && toFailure(error)
  const standing = standingOf(payment)
  const { choices } = payment
  const isWaiting = standing === "waiting" || standing === "due_back"
  const writtenNote = note.trim()

  const words = (action: OnchainPaymentResolution) => ({
    title: t(`resolve.${action}.title`),
    text: t(`resolve.${action}.text`),
    button: t(`resolve.${action}.button`),
  })
  const send = (decision: PaymentDecision) =>
    mutate(decision, {
      onSuccess: ({ payment: now }) => {
        const { resolution } = now
        const facts = {
          amount: paymentAmount(now, t, locale),
          order: resolution?.order ? orderName(resolution.order, t) : t("payment.anOrder"),
        }
        const isStarted = standingOf(now) === "applying"
        toast.success(t(isStarted ? "resolve.apply.started" : `resolve.${decision.action}.done`, facts))
      },
      onSettled: () => setQuestion(null),
    })
  const confirm = () => {
    if (question?.action === "apply") send({ action: "apply", orderId: question.order.id })
    else if (question) send(question)
  }

  if (!failure && !isWaiting && standing !== "applying") return null
  return (
    <DrawerSection title={t("detail.decision")}>
      {failure && <Alert variant="error">{t(`failure.${failure.kind}`, { message: failure.message })}</Alert>}
      {standing === "applying" && (
        <ApplyingNotice
          payment={payment}
          isBusy={isPending}
          onRepeat={(orderId) => send({ action: "apply", orderId })}
        />
      )}
      {isWaiting && (
        <div className="divide-y">
          <ActionRow
            words={words("apply")}
            choice={choices.apply}
            missing={order ? null : t("resolve.apply.choose")}
            onAsk={() => order && setQuestion({ action: "apply", order })}
          >
            <OrderChoice payment={payment} onChange={setOrder} />
          </ActionRow>
          <ActionRow
            words={words("refund_due")}
            choice={choices.refund_due}
            onAsk={() => setQuestion({ action: "refund_due" })}
          />
          <ActionRow
            words={words("keep")}
            choice={choices.keep}
            missing={writtenNote ? null : t("resolve.keep.write")}
            onAsk={() => setQuestion({ action: "keep", note: writtenNote })}
          >
            <NoteField
              label={t("resolve.keep.label")}
              placeholder={t("resolve.keep.placeholder")}
              value={note}
              onChange={setNote}
            />
          </ActionRow>
        </div>
      )}
      <Confirmation
        words={question && describePaymentConfirmation(payment, question, t, locale)}
        isBusy={isPending}
        onConfirm={confirm}
        onCancel={() => setQuestion(null)}
      />
    </DrawerSection>
  )
}
