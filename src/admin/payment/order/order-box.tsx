import { FetchError } from "@medusajs/js-sdk"
import { Alert, Button, Heading, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainOrderResponse, OnchainPaymentDetail } from "../../../types/http"
import { Activity } from "../../ui/activity"
import { apiPath, useAction } from "../../ui/api"
import { Box } from "../../ui/box"
import { Copyable } from "../../ui/facts"
import { FailureAlert, LoadFailure } from "../../ui/failure"
import { NoteField } from "../../ui/form/fields"
import { formatFiat, formatInstant, formatTokens } from "../../ui/format"
import { Strong } from "../../ui/prose"
import { StateBadge } from "../../ui/state-badge"
import { useTexts } from "../../ui/texts"
import { useOrderPayments } from "../api"
import { AttemptPlace } from "../attempt-facts"
import { PaymentNotices } from "../contradiction-notice"
import { PaymentActions } from "../payment-actions"
import { describeStatus, legsOf } from "../status"
import { networksOf, toActivity } from "./activity"
import { depositRow, legRow, type MoneyRow, MoneyRows, refundRow, withdrawalRow } from "./money-rows"

/** Keeps an order that is paid in part, or says who kept it. */
function KeepOrder({ order }: { order: OnchainOrderResponse["order"] }) {
  const { t, locale } = useTexts()
  const [note, setNote] = useState("")
  const { mutate, error, isPending } = useAction<OnchainOrderResponse, string>((given) => ({
    path: apiPath("orders", order.id, "keep"),
    body: { note: given },
  }))
  const kept = order.payments.find((payment) => payment.kept !== null)?.kept
  if (kept) {
    const facts = { who: kept.by ?? t("detail.user"), when: formatInstant(kept.at, locale) }
    return (
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <Heading level="h3">{t("orderPayment.keptTitle")}</Heading>
        <Text size="small" className="break-words">
          {t("orderPayment.isKept", facts)}
        </Text>
        {kept.note && (
          <blockquote className="txt-small whitespace-pre-wrap break-words border-s-2 ps-3">
            <bdi>{kept.note}</bdi>
          </blockquote>
        )}
      </div>
    )
  }
  const until = order.payments.find(({ hold_until }) => hold_until !== null)?.hold_until
  if (!until) return null
  const keep = () => mutate(note.trim(), { onSuccess: () => toast.success(t("orderPayment.keepDone")) })
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h3">{t("orderPayment.held")}</Heading>
      <Text size="small">{t("orderPayment.heldText", { until: formatInstant(until, locale) })}</Text>
      <FailureAlert error={error} />
      <NoteField
        label={t("field.reason")}
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

type PaymentPartProps = {
  payment: OnchainPaymentDetail
  /** Its status stands beside the heading of the box. */
  isOnly: boolean
}

function PaymentPart({ payment, isOnly }: PaymentPartProps) {
  const { t, locale, texts } = useTexts()
  const { status, expected_amount: expected, token, attempts } = payment
  const fiat = formatFiat(payment.fiat_amount, payment.currency_code, locale)
  const attempt = attempts.find((one) => one.is_captured) ?? attempts.find((one) => one.is_current)
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <Strong>
            {expected === null || token === null
              ? fiat
              : t("payment.amount", { tokens: formatTokens(expected, token, locale), fiat })}
          </Strong>
          {!isOnly && <StateBadge of="paymentStatus" state={status.code} />}
        </div>
        <Text size="small" className="text-ui-fg-subtle break-words">
          {describeStatus(status, texts)}
        </Text>
      </div>
      <PaymentNotices payment={payment} />
      {attempt && <AttemptPlace attempt={attempt} />}
      <PaymentActions payment={payment} place="order" />
      {payment.timeline.length > 0 && (
        <Activity
          label={t("payment.activity")}
          items={toActivity(payment.timeline, networksOf(attempts), texts)}
        />
      )}
    </div>
  )
}

/**
 * The crypto payments of an order; nothing beside an order of another method.
 *
 * The dashboard puts widgets below its own content whatever their zone says (2.21): `order-first` moves this one up.
 */
export function OrderBox({ data: { id } }: { data: { id: string } }) {
  const { t, locale, texts } = useTexts()
  const { data: order, error, refetch } = useOrderPayments(id)
  const { payments = [], deposit_refunds = [] } = order ?? {}
  const refunds = payments
    .flatMap((payment) => payment.refunds)
    .sort((left, right) => left.created_at.localeCompare(right.created_at))
  const withdrawals = refunds
    .flatMap(({ payouts }) => payouts)
    .sort((left, right) => right.created_at.localeCompare(left.created_at))
  const deposits = payments
    .flatMap((payment) => payment.deposits)
    .sort((left, right) => right.observed_at.localeCompare(left.observed_at))
  const claims = payments
    .flatMap((payment) => payment.claims.map((claim) => ({ of: payment.id, ...claim })))
    .sort((left, right) => left.at.localeCompare(right.at))
  const outstanding = order?.outstanding ?? null
  // A user without the permission sees no error beside every order.
  if (error instanceof FetchError && error.status === 403) return null
  if (!error && payments.length + deposit_refunds.length === 0) return null
  const legs = payments.flatMap(legsOf)
  const [only] = payments.length === 1 ? payments : []
  return (
    <Box
      title={t("orderPayment.title")}
      action={only && <StateBadge of="paymentStatus" state={only.status.code} />}
      isWidget
      className="order-first"
    >
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
      {payments.map((payment) => (
        <PaymentPart key={payment.id} payment={payment} isOnly={payment === only} />
      ))}
      {order && <KeepOrder order={order} />}
      <Rows title={t("menu.deposits")} rows={deposits.map((one) => depositRow(one, texts))} />
      {claims.length > 0 && (
        <div className="flex flex-col gap-y-2 px-6 py-4">
          <Heading level="h3">{t("payment.claims")}</Heading>
          <ul className="flex flex-col gap-y-2">
            {claims.map(({ of, tx_hash, explorer }) => (
              <li key={`${of} ${tx_hash}`}>
                <Copyable value={tx_hash} name={t("payment.claim")} page={explorer.tx_url} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Rows title={t("menu.splits")} rows={legs.map((one) => legRow(one, texts))} />
      <Rows title={t("menu.refunds")} rows={refunds.map((one) => refundRow(one, texts))} />
      <Rows title={t("menu.withdrawals")} rows={withdrawals.map((one) => withdrawalRow(one, texts))} />
      <Rows
        title={t("orderPayment.depositRefunds")}
        rows={deposit_refunds.map((one) => depositRow(one, texts))}
      />
    </Box>
  )
}

function Rows({ title, rows }: { title: string; rows: MoneyRow[] }) {
  if (rows.length === 0) return null
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      <Heading level="h3">{title}</Heading>
      <MoneyRows label={title} rows={rows} />
    </div>
  )
}
