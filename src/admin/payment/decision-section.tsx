import { toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainUnallocatedPaymentDetail } from "../../types/http"
import { ActionRow, RepeatNotice } from "../ui/action-row"
import { Confirmation } from "../ui/confirmation"
import { DrawerSection } from "../ui/drawer"
import { FailureAlert } from "../ui/failure"
import { NoteField } from "../ui/fields"
import { formatAge } from "../ui/format"
import { orderName } from "../ui/names"
import { useTexts } from "../ui/texts"
import { paymentAmount, standingOf } from "./amount"
import { type PaymentDecision, usePaymentDecision } from "./api"
import { type ChosenOrder, describePaymentConfirmation, type PaymentQuestion } from "./confirmation"
import { OrderChoice } from "./order-choice"

export function DecisionSection({ payment }: { payment: OnchainUnallocatedPaymentDetail }) {
  const { t, locale, texts } = useTexts()
  const [order, setOrder] = useState<ChosenOrder | null>(null)
  const [note, setNote] = useState("")
  const [question, setQuestion] = useState<PaymentQuestion | null>(null)
  const { mutate, error, isPending } = usePaymentDecision(payment.id)
  const standing = standingOf(payment)
  const { choices, resolution } = payment
  const target = resolution?.order ?? null
  const isWaiting = standing === "waiting" || standing === "due_back"
  const writtenNote = note.trim()

  const send = (decision: PaymentDecision) =>
    mutate(decision, {
      onSuccess: ({ payment: now }) => {
        const facts = {
          amount: paymentAmount(now, texts),
          order: now.resolution?.order ? orderName(now.resolution.order, t) : t("payment.anOrder"),
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

  if (!error && !isWaiting && standing !== "applying") return null
  return (
    <DrawerSection title={t("detail.decision")}>
      <FailureAlert error={error} />
      {standing === "applying" && resolution && (
        <RepeatNotice
          title={t("payment.applying")}
          text={t("payment.applyingText", {
            who: resolution.by ?? t("detail.user"),
            order: target ? orderName(target, t) : t("payment.anOrder"),
            age: formatAge(resolution.at, Date.now(), locale),
          })}
          reason={payment.last_error}
          button={t("payment.tryNow")}
          isBusy={isPending}
          onRepeat={target && (() => send({ action: "apply", orderId: target.id }))}
        />
      )}
      {isWaiting && (
        <div className="divide-y">
          <ActionRow
            words="resolve.apply"
            choice={choices.apply}
            missing={order ? null : t("resolve.apply.choose")}
            onAsk={() => order && setQuestion({ action: "apply", order })}
          >
            <OrderChoice payment={payment} onChange={setOrder} />
          </ActionRow>
          <ActionRow
            words="resolve.refund_due"
            choice={choices.refund_due}
            onAsk={() => setQuestion({ action: "refund_due" })}
          />
          <ActionRow
            words="resolve.keep"
            choice={choices.keep}
            missing={writtenNote ? null : t("resolve.keep.write")}
            onAsk={() => setQuestion({ action: "keep", note: writtenNote })}
          >
            <NoteField
              label={t("field.note")}
              placeholder={t("resolve.keep.placeholder")}
              value={note}
              onChange={setNote}
            />
          </ActionRow>
        </div>
      )}
      <Confirmation
        words={question && describePaymentConfirmation(payment, question, texts)}
        isBusy={isPending}
        onConfirm={confirm}
        onCancel={() => setQuestion(null)}
      />
    </DrawerSection>
  )
}
