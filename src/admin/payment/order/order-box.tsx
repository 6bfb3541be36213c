import { FetchError } from "@medusajs/js-sdk"
import { Alert, Button, Container, Heading, Text, toast } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useId, useState } from "react"
import type { OnchainOrderResponse } from "../../../types/http"
import { depositAmount } from "../../deposit/amount"
import { refundAmount } from "../../refund/payout"
import { Copyable } from "../../ui/facts"
import { FailureAlert, LoadFailure } from "../../ui/failure"
import { NoteField } from "../../ui/fields"
import { formatFiat, formatInstant } from "../../ui/format"
import { TextLink } from "../../ui/links"
import { StateBadge } from "../../ui/state-badge"
import { useTexts } from "../../ui/texts"
import { useKeepOrder, useOrderPayments } from "../api"
import { PaymentPart } from "./payment-part"
import { pathTo } from "../../ui/paths"

export function OrderBox({ data: { id } }: { data: { id: string } }) {
  const { t, locale, texts } = useTexts()
  const headingId = useId()
  const { data: order, error, refetch } = useOrderPayments(id)
  const { payments = [], refunds = [], deposits = [], deposit_refunds = [], claims = [] } = order ?? {}
  const outstanding = order?.outstanding ?? null
  // A user without the permission sees no error beside every order.
  if (error instanceof FetchError && error.status === 403) return null
  if (!error && payments.length + refunds.length + deposit_refunds.length === 0) return null
  const depositRows = (rows: typeof deposits): Row[] =>
    rows.map((deposit) => {
      const amount = depositAmount(deposit, texts)
      return {
        id: deposit.id,
        to: pathTo.deposit(deposit.id),
        label: t("orderPayment.openDeposit", { amount }),
        amount,
        badge: <StateBadge of="state" state={deposit.state} />,
      }
    })
  const refundRows = refunds.map((refund): Row => {
    const amount = refundAmount(refund, texts)
    return {
      id: refund.id,
      to: pathTo.refund(refund.id),
      label: t("orderPayment.open", { amount }),
      amount,
      badge: <StateBadge of="refundState" state={refund.state} />,
    }
  })
  return (
    <Container className="divide-y p-0" role="region" aria-labelledby={headingId}>
      <Heading level="h2" id={headingId} className="px-6 py-4">
        {t("orderPayment.title")}
      </Heading>
      {error && <LoadFailure text={t("orderPayment.loadFailed")} onRetry={() => void refetch()} />}
      {outstanding !== null && (
        <div className="px-6 py-4">
          <Alert variant="warning">
            {t("orderPayment.outstanding", {
              amount: formatFiat(outstanding.amount, outstanding.currency_code, locale),
            })}
          </Alert>
        </div>
      )}
      {order && <KeepOrder order={order} />}
      {payments.map((payment) => (
        <PaymentPart key={payment.id} payment={payment} />
      ))}
      <Rows title={t("orderPayment.deposits")} rows={depositRows(deposits)} />
      {claims.length > 0 && (
        <div className="flex flex-col gap-y-2 px-6 py-4">
          <Heading level="h3">{t("orderPayment.claims")}</Heading>
          <ul className="flex flex-col gap-y-2">
            {claims.map(({ payment_id, tx_hash, explorer }) => (
              <li key={`${payment_id} ${tx_hash}`}>
                <Copyable value={tx_hash} name={t("orderPayment.claim")} page={explorer.tx_url} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Rows title={t("orderPayment.refunds")} rows={refundRows} />
      <Rows title={t("orderPayment.depositRefunds")} rows={depositRows(deposit_refunds)} />
    </Container>
  )
}

type Row = { id: string; to: string; label: string; amount: string; badge: ReactNode }

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  if (rows.length === 0) return null
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      <Heading level="h3">{title}</Heading>
      <ul className="flex flex-col gap-y-2">
        {rows.map(({ id, to, label, amount, badge }) => (
          <li key={id} className="flex items-center justify-between gap-x-2">
            <TextLink to={to} aria-label={label} className="txt-compact-small-plus">
              {amount}
            </TextLink>
            {badge}
          </li>
        ))}
      </ul>
    </div>
  )
}

function KeepOrder({ order }: { order: OnchainOrderResponse["order"] }) {
  const { t, locale } = useTexts()
  const [note, setNote] = useState("")
  const { mutate, error, isPending } = useKeepOrder(order.id)
  const { kept, payments } = order
  if (kept) {
    const facts = { who: kept.by ?? t("detail.user"), when: formatInstant(kept.at, locale) }
    return (
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <Heading level="h3">{t("orderPayment.keptTitle")}</Heading>
        <Text size="small" className="break-words">
          {t("orderPayment.isKept", facts)}
        </Text>
        {kept.note && (
          <blockquote className="txt-small whitespace-pre-wrap break-words border-l-2 pl-3">
            {kept.note}
          </blockquote>
        )}
      </div>
    )
  }
  const until = payments.find(({ hold_until }) => hold_until !== null)?.hold_until
  if (!until) return null
  const keep = () => mutate(note.trim(), { onSuccess: () => toast.success(t("orderPayment.keepDone")) })
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h3">{t("orderPayment.held")}</Heading>
      <Text size="small">{t("orderPayment.heldText", { until: formatInstant(until, locale) })}</Text>
      <FailureAlert error={error} />
      <NoteField
        label={t("orderPayment.keepNote")}
        hint={t("orderPayment.keepHint")}
        value={note}
        onChange={setNote}
      />
      <Button
        size="small"
        variant="secondary"
        className="self-start"
        disabled={note.trim() === ""}
        isLoading={isPending}
        onClick={keep}
      >
        {t("orderPayment.keep")}
      </Button>
    </div>
  )
}
