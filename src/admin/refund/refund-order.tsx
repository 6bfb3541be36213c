import { Alert } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import type {
  OnchainOrderResponse,
  OnchainRefundOrderBody,
  OnchainRefundOrderResponse,
} from "../../types/http"
import { useOrderPayments } from "../payment/api"
import { usePayouts } from "../payout/api"
import { newRequestId } from "../payout/request"
import { DecimalField } from "../ui/form/decimal-field"
import { apiPath, useAction } from "../ui/api"
import { DetailPending, DrawerHeading, SideDrawer } from "../ui/drawer"
import { FailureAlert, fieldProblem } from "../ui/failure"
import { FormFooter, NoteField, RadioField } from "../ui/form/fields"
import { formatFiat } from "../ui/format"
import { OpenButton } from "../ui/links"
import { orderName } from "../ui/names"
import { Muted, Strong } from "../ui/prose"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { refundAmount, refundablePayments } from "./payout"
import { RefundDetail } from "./refund-detail"

type RefundOrderProps = { orderId: string; isOpen: boolean; onClose: () => void }

/** Refunds an order: the amount, then where it goes, then the confirmation of its quote. */
export function RefundOrder({ orderId, isOpen, onClose }: RefundOrderProps) {
  return (
    <SideDrawer id={isOpen ? orderId : null} onClose={onClose}>
      {(id) => <Steps key={id} orderId={id} onClose={onClose} />}
    </SideDrawer>
  )
}

/**
 * From the amount on the server knows where it stands, so the rest is the refund's own drawer. A quote moves nothing, so it is
 * requested at once where the address is known.
 */
function Steps({ orderId, onClose }: Omit<RefundOrderProps, "isOpen">) {
  const [refund, setRefund] = useState<{ id: string; isNew: boolean } | null>(null)
  const { data: order, ...reading } = useOrderPayments(orderId)
  if (refund !== null) return <RefundDetail id={refund.id} isQuotedAtOnce={refund.isNew} />
  if (!order) return <DetailPending name="refundOrder" reading={reading} />
  return (
    <AmountForm
      order={order}
      onDone={(id) => setRefund({ id, isNew: true })}
      onOpen={(id) => setRefund({ id, isNew: false })}
      onCancel={onClose}
    />
  )
}

type Order = OnchainOrderResponse["order"]
type AmountFormProps = {
  order: Order
  onDone: (refundId: string) => void
  onOpen: (refundId: string) => void
  onCancel: () => void
}

function AmountForm({ order, onDone, onOpen, onCancel }: AmountFormProps) {
  const { t, locale } = useTexts()
  const { data: payouts } = usePayouts()
  // Made once, so that sending it again is the same refund.
  const [requestId] = useState(newRequestId)
  const payments = refundablePayments(order)
  const [paymentId, setPaymentId] = useState(payments[0]?.id ?? "")
  const payment = payments.find(({ id }) => id === paymentId) ?? payments[0]
  const [amount, setAmount] = useState(payment?.left ?? "")
  const [note, setNote] = useState("")
  const { mutate, error, isPending, reset } = useAction<OnchainRefundOrderResponse, OnchainRefundOrderBody>(
    (given) => ({ path: apiPath("orders", order.id, "refunds"), body: given }),
    ({ refund }) => apiPath("refunds", refund.id)
  )
  const problem = fieldProblem(error)
  const shown = order.payments.find(({ order: its }) => its !== null)?.order ?? null
  const choose = (id: string) => {
    setPaymentId(id)
    setAmount(payments.find((one) => one.id === id)?.left ?? "")
    reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!payment || amount === "" || isPending) return
    const written = note.trim()
    const body = {
      request_id: requestId,
      amount,
      payment_id: payment.id,
      ...(written ? { note: written } : {}),
    }
    mutate(body, { onSuccess: ({ refund }) => onDone(refund.id) })
  }
  return (
    <form className="flex min-h-0 flex-1 flex-col" onSubmit={send}>
      <DrawerHeading title={t("refundOrder.title")}>
        <Muted>{orderName(shown ?? { id: order.id, display_id: null }, t)}</Muted>
      </DrawerHeading>
      <div className="flex flex-1 flex-col gap-y-4 overflow-y-auto px-6 py-4">
        <Muted>{t(payment ? "refundOrder.intro" : "refundOrder.nothing")}</Muted>
        <OpenRefunds order={order} onOpen={onOpen} />
        {payments.length > 1 && (
          <RadioField
            label={t("payment.title")}
            options={payments.map(({ id, token, network_name: network, currency_code, left }) => ({
              value: id,
              label: [token, network].filter((part) => part !== null).join(" · "),
              description: t("refundOrder.paymentOption", {
                amount: formatFiat(left, currency_code, locale),
              }),
            }))}
            value={payment?.id ?? ""}
            onChange={choose}
          />
        )}
        {payment && (
          <>
            <DecimalField
              label={t("refundOrder.amount", { currency: payment.currency_code.toUpperCase() })}
              hint={t("refundOrder.most", {
                amount: formatFiat(payment.left, payment.currency_code, locale),
              })}
              problem={problem?.field === "amount" ? problem.text : null}
              value={amount}
              most={payment.left}
              onChange={(value) => {
                setAmount(value)
                if (problem) reset()
              }}
            />
            <NoteField label={t("field.note")} hint={t("request.noteHint")} value={note} onChange={setNote} />
            <Muted>{t("refund.feeHint")}</Muted>
            {payouts?.is_on === false && <Alert variant="info">{t("refundOrder.off")}</Alert>}
          </>
        )}
        {problem?.field !== "amount" && <FailureAlert error={error} unknown={t("refundOrder.unknown")} />}
      </div>
      {payment && (
        <div className="border-ui-border-base flex flex-col gap-y-2 border-t px-6 py-4">
          <FormFooter
            cancel={t("confirm.cancel")}
            button={t("refundOrder.button")}
            missing={amount === "" ? t("refund.amountFirst") : null}
            isBusy={isPending}
            onCancel={onCancel}
          />
        </div>
      )}
    </form>
  )
}

/** Those that were begun, so that nobody records the same refund twice. */
function OpenRefunds({ order, onOpen }: { order: Order; onOpen: (refundId: string) => void }) {
  const { t, texts } = useTexts()
  const open = order.payments
    .flatMap(({ refunds }) => refunds)
    .filter(({ state }) => state === "due" || state === "quoted")
  if (open.length === 0) return null
  return (
    <div className="flex flex-col gap-y-2 rounded-lg border p-3">
      <Strong>{t("refundOrder.open")}</Strong>
      <ul className="flex flex-col gap-y-2">
        {open.map((refund) => {
          const amount = refundAmount(refund, texts)
          return (
            <li key={refund.id} className="flex items-center justify-between gap-x-2">
              <OpenButton
                text={amount}
                label={t("refundOrder.continue", { amount })}
                onOpen={() => onOpen(refund.id)}
              />
              <StateBadge of="refundState" state={refund.state} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
