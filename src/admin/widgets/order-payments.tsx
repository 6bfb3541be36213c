import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { FetchError } from "@medusajs/js-sdk"
import { Alert, Container, Heading } from "@medusajs/ui"
import { useId } from "react"
import { Copyable } from "../components/copyable"
import { LoadFailure } from "../components/load-failure"
import { KeepOrder } from "../components/orders/keep-order"
import { PaymentPart } from "../components/orders/payment-part"
import { DepositList, RefundList } from "../components/orders/refund-list"
import { formatFiat } from "../format/fiat"
import { useOrderPayments } from "../hooks/use-order-payments"
import { useTexts } from "../hooks/use-texts"

/** Beside an order: its crypto payments, what happened to them, and its refunds. Nothing for other orders. */
const OrderPaymentsWidget = ({ data: { id } }: { data: { id: string } }) => {
  const { t, locale } = useTexts()
  const headingId = useId()
  const { data: order, error, refetch } = useOrderPayments(id)
  const { payments = [], refunds = [], deposit_refunds = [], outstanding = null } = order ?? {}
  // Who may not see payments is not told so beside every order.
  if (error instanceof FetchError && error.status === 403) return null
  if (!error && payments.length + refunds.length + deposit_refunds.length === 0) return null
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
      {order && <DepositList title={t("orderPayment.deposits")} deposits={order.deposits} />}
      {order && order.claims.length > 0 && (
        <div className="flex flex-col gap-y-2 px-6 py-4">
          <Heading level="h3">{t("orderPayment.claims")}</Heading>
          <ul className="flex flex-col gap-y-2">
            {order.claims.map(({ payment_id, tx_hash }) => (
              <li key={`${payment_id} ${tx_hash}`}>
                <Copyable value={tx_hash} name={t("orderPayment.claim")} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <RefundList refunds={refunds} deposit_refunds={deposit_refunds} />
    </Container>
  )
}

export const config = defineWidgetConfig({ id: "onchain-order-payments", zone: "order.details.side.after" })

export default OrderPaymentsWidget
