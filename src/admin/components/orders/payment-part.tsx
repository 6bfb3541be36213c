import { Alert, Text } from "@medusajs/ui"
import type { OnchainOrderPayment } from "../../../types/http"
import { formatDecimal } from "../../format/decimal"
import { formatFiat } from "../../format/fiat"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { ContradictionNotice } from "../contradiction-notice"
import { Copyable } from "../copyable"
import { type Fact, Facts } from "../facts"
import { TextLink } from "../text-link"
import { PaymentStateBadge } from "./payment-state-badge"
import { Timeline } from "./timeline"

/** One payment of an order: state, amounts, hash and what happened. */
export function PaymentPart({ payment }: { payment: OnchainOrderPayment }) {
  const { t, locale } = useTexts()
  const { token, received_amount: received, gateway_status: status, currency_code: currency } = payment
  const inTokens = (amount: string) => `${formatDecimal(amount, locale)} ${token}`
  const isArrived = ["settled", "captured", "unallocated"].includes(payment.state)
  const describeReceived = () => {
    if (received === null) return isArrived ? t("orderPayment.notReported") : t("orderPayment.notReceived")
    if (!payment.is_paid_in_part) return inTokens(received)
    return t("orderPayment.partReceived", {
      received: inTokens(received),
      expected: inTokens(payment.expected_amount),
      remaining: inTokens(payment.remaining_amount),
    })
  }
  const copyable = (name: string, value: string | null): Fact[] =>
    value === null ? [] : [{ name, value: <Copyable value={value} name={name} /> }]
  const { confirmations: count, confirmations_required: required } = payment
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex items-center justify-between gap-x-2">
        <Text size="small" weight="plus" leading="compact">
          {inTokens(payment.expected_amount)}
        </Text>
        <PaymentStateBadge state={payment.state} />
      </div>
      {payment.list_incomplete_since !== null && (
        <Alert variant="warning">
          {t("orderPayment.keptForList", { since: formatInstant(payment.list_incomplete_since, locale) })}
        </Alert>
      )}
      {payment.unallocated_reason !== null && (
        <Text size="small">
          {t("orderPayment.unallocated")}{" "}
          <TextLink
            to={`/onchain/payments?resolution=any&payment_id=${encodeURIComponent(payment.id)}`}
            className="underline"
          >
            {t("orderPayment.unallocatedLink")}
          </TextLink>
        </Text>
      )}
      <ContradictionNotice paymentId={payment.id} contradiction={payment.contradiction} />
      {payment.address_refused_at !== null && (
        <Text size="small">
          {t("orderPayment.addressRefused", {
            at: formatInstant(payment.address_refused_at, locale),
            reason: payment.address_refusal ?? "",
          })}
        </Text>
      )}
      <Facts
        facts={[
          { name: t("orderPayment.received"), value: describeReceived() },
          ...(payment.shortfall_amount === null
            ? []
            : [{ name: t("orderPayment.shortfall"), value: inTokens(payment.shortfall_amount) }]),
          ...(payment.implausible_amount === null
            ? []
            : [
                {
                  name: t("orderPayment.implausible"),
                  value: t("orderPayment.implausibleText", { amount: inTokens(payment.implausible_amount) }),
                },
              ]),
          { name: t("orderPayment.value"), value: formatFiat(payment.fiat_amount, currency, locale) },
          {
            name: t("orderPayment.rate"),
            value: t("orderPayment.rateText", {
              rate: formatDecimal(payment.rate, locale),
              currency: currency.toUpperCase(),
              token,
            }),
          },
          { name: t("orderPayment.network"), value: payment.network_name },
          ...copyable(t("orderPayment.address"), payment.deposit_address),
          ...copyable(t("orderPayment.memo"), payment.memo),
          ...copyable(t("orderPayment.hash"), payment.tx_hash),
          ...(count !== null && required !== null
            ? [
                {
                  name: t("orderPayment.confirmations"),
                  value: t("orderPayment.confirmationsText", { count, required }),
                },
              ]
            : []),
          ...(status !== null
            ? [{ name: t("orderPayment.status"), value: <span className="break-words">{status}</span> }]
            : []),
        ]}
      />
      <Timeline events={payment.timeline} />
    </div>
  )
}
