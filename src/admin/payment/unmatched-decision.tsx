import { ArchiveBox, ArrowUturnLeft } from "@medusajs/icons"
import { Alert, Button, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import type { OnchainUnallocatedPaymentDetail } from "../../types/http"
import { ActionMenu, type MenuAction } from "../ui/action/action-menu"
import { RepeatNotice } from "../ui/action/action-row"
import { Confirmation } from "../ui/action/confirmation"
import { DrawerSection } from "../ui/drawer"
import { FailureAlert } from "../ui/failure"
import { NoteField } from "../ui/form/fields"
import { formatAge } from "../ui/format"
import { orderName } from "../ui/names"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { paymentAmount, standingOf } from "./amount"
import { type PaymentDecision, usePaymentDecision } from "./api"
import { type ChosenOrder, describePaymentConfirmation, type PaymentQuestion } from "./confirmation"
import { OrderChoice, suggestedOrder } from "./order-choice"

type Payment = OnchainUnallocatedPaymentDetail

/** What an operator is about to decide about money without an order. */
export function useDecision(payment: Payment) {
  const { t, texts } = useTexts()
  const [order, setOrder] = useState<ChosenOrder | null>(() => suggestedOrder(payment))
  const { mutate, error, isPending } = usePaymentDecision(payment.id)
  const standing = standingOf(payment)
  const send = (decision: PaymentDecision, onSettled?: () => void) =>
    mutate(decision, {
      onSuccess: ({ payment: now }) => {
        const facts = {
          amount: paymentAmount(now, texts),
          order: now.resolution?.order ? orderName(now.resolution.order, t) : t("unmatchedPayment.anOrder"),
        }
        const isStarted = standingOf(now) === "applying"
        const isProposed = decision.action === "apply" && now.resolution === null
        if (isProposed) toast.success(t("resolve.apply.proposed"))
        else toast.success(t(isStarted ? "resolve.apply.started" : `resolve.${decision.action}.done`, facts))
      },
      onSettled,
    })
  const isWaiting = standing === "waiting" || standing === "due_back"
  return { order, setOrder, send, error, isPending, standing, isWaiting }
}

type DecisionProps = { payment: Payment; decision: ReturnType<typeof useDecision> }

/** That the last decision failed, is still being executed, or needs a second user. */
export function DecisionNotice({ payment, decision }: DecisionProps) {
  const { t, locale } = useTexts()
  const { error, standing, send, isPending } = decision
  const { resolution, proposal } = payment
  const isApplying = standing === "applying" && resolution !== null
  if (!error && !isApplying && !proposal) return null
  const target = resolution?.order ?? null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <FailureAlert error={error} />
      {proposal && (
        <Alert variant="info">
          {t("unmatchedPayment.proposed", {
            who: proposal.by ?? t("detail.user"),
            order: orderName(proposal.order, t),
            age: formatAge(proposal.at, Date.now(), locale),
          })}
        </Alert>
      )}
      {isApplying && (
        <RepeatNotice
          title={t("unmatchedPayment.applying")}
          text={t("unmatchedPayment.applyingText", {
            who: resolution.by ?? t("detail.user"),
            order: target ? orderName(target, t) : t("unmatchedPayment.anOrder"),
            age: formatAge(resolution.at, Date.now(), locale),
          })}
          reason={payment.last_error}
          button={t("unmatchedPayment.tryNow")}
          isBusy={isPending}
          onRepeat={target && (() => send({ action: "apply", orderId: target.id }))}
        />
      )}
    </div>
  )
}

export function DecisionOrders({ payment, decision }: DecisionProps) {
  const { t } = useTexts()
  const { apply } = payment.choices
  return (
    <DrawerSection title={t("resolve.apply.title")}>
      {apply.is_possible ? (
        <OrderChoice payment={payment} suggested={decision.order} onChange={decision.setOrder} />
      ) : (
        <Muted>{apply.reason ?? t("action.notPossible")}</Muted>
      )}
    </DrawerSection>
  )
}

export function DecisionFooter({ payment, decision }: DecisionProps) {
  const { t, texts } = useTexts()
  const id = useId()
  const [question, setQuestion] = useState<PaymentQuestion | null>(null)
  const [note, setNote] = useState("")
  const { choices } = payment
  const { order, send, isPending } = decision
  const isApply = choices.apply.is_possible
  const isMissing = isApply && order === null
  const close = () => setQuestion(null)
  const confirm = () => {
    if (question?.action === "apply") send({ action: "apply", orderId: question.order.id }, close)
    else if (question?.action === "keep") send({ action: "keep", note: note.trim() }, close)
    else if (question) send(question, close)
  }
  const entry = (action: "refund_due" | "keep", icon: MenuAction["icon"]): MenuAction => ({
    label: t(`resolve.${action}.button`),
    icon,
    isDisabled: !choices[action].is_possible,
    reason: choices[action].reason,
    onSelect: () => setQuestion({ action }),
  })
  const ask = () => {
    if (!isApply) setQuestion({ action: "refund_due" })
    else if (order) setQuestion({ action: "apply", order })
  }
  return (
    <>
      {isMissing && (
        <p id={id} className="txt-compact-small text-ui-fg-subtle me-auto">
          {t("resolve.apply.choose")}
        </p>
      )}
      <ActionMenu
        groups={[
          [...(isApply ? [entry("refund_due", <ArrowUturnLeft />)] : []), entry("keep", <ArchiveBox />)],
        ]}
      />
      <Button
        size="small"
        disabled={isApply ? isMissing : !choices.refund_due.is_possible}
        aria-describedby={isMissing ? id : undefined}
        onClick={ask}
      >
        {t(isApply ? "resolve.apply.button" : "resolve.refund_due.button")}
      </Button>
      <Confirmation
        words={question && describePaymentConfirmation(payment, question, texts)}
        isBusy={isPending}
        isReady={question?.action !== "keep" || note.trim() !== ""}
        onConfirm={confirm}
        onCancel={close}
      >
        {question?.action === "keep" && (
          <NoteField
            label={t("field.note")}
            placeholder={t("resolve.keep.placeholder")}
            value={note}
            onChange={setNote}
          />
        )}
      </Confirmation>
    </>
  )
}
