import { FetchError } from "@medusajs/js-sdk"
import { Alert, Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useId } from "react"
import { depositAmount } from "../../deposit/amount"
import { refundAmount } from "../../refund/payout"
import { Copyable } from "../../ui/facts"
import { LoadFailure } from "../../ui/failure"
import { formatFiat } from "../../ui/format"
import { TextLink } from "../../ui/links"
import { pathTo } from "../../ui/paths"
import { StateBadge } from "../../ui/state-badge"
import { useTexts } from "../../ui/texts"
import { useOrderPayments } from "../api"
import { KeepOrder } from "./keep-order"
import { PaymentPart } from "./payment-part"

/**
 * The crypto payments of an order; nothing beside an order of another method.
 *
 * The dashboard puts widgets below its own content whatever their zone says (2.21): `order-first` moves this one up.
 */
export function OrderBox({ data: { id } }: { data: { id: string } }) {
  const { t, locale, texts } = useTexts()
  const headingId = useId()
  const { data: order, error, refetch } = useOrderPayments(id)
  const {
    payment_details: payments = [],
    refunds = [],
    deposits = [],
    deposit_refunds = [],
    claims = [],
  } = order ?? {}
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
  const [only] = payments.length === 1 ? payments : []
  return (
    <Container className="order-first divide-y p-0" role="region" aria-labelledby={headingId}>
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2" id={headingId}>
          {t("orderPayment.title")}
        </Heading>
        {only && <StateBadge of="paymentStatus" state={only.status.code} />}
      </div>
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
      <Rows title={t("payment.deposits")} rows={depositRows(deposits)} />
      {claims.length > 0 && (
        <div className="flex flex-col gap-y-2 px-6 py-4">
          <Heading level="h3">{t("payment.claims")}</Heading>
          <ul className="flex flex-col gap-y-2">
            {claims.map(({ payment_id, tx_hash, explorer }) => (
              <li key={`${payment_id} ${tx_hash}`}>
                <Copyable value={tx_hash} name={t("payment.claim")} page={explorer.tx_url} />
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
