import { Alert, Text } from "@medusajs/ui"
import type { OnchainUnallocatedPaymentDetail } from "../../types/http"
import { ComparisonTable } from "../ui/comparison-table"
import { DrawerSection } from "../ui/drawer"
import { formatDecimal, formatFiat, formatInstant } from "../ui/format"
import { OrderLink } from "../ui/links"
import { describeDifference } from "../ui/names"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { isOtherAsset } from "./amount"
import { ContradictionNotice } from "./contradiction-notice"
import { describeUnallocated } from "./words"

export function SituationSection({ payment }: { payment: OnchainUnallocatedPaymentDetail }) {
  const { t, locale, texts } = useTexts()
  const { currency_code: currency, received_amount: received, fiat_value: value, token, order } = payment
  const unknown = t("detail.unknown")
  const isOther = isOtherAsset(payment)
  const arrived = { amount: received, token, expected: { amount: payment.expected_amount, token } }
  const implausible = payment.implausible_amount
  return (
    <DrawerSection title={t("unmatchedPayment.why")}>
      <Text size="small">{describeUnallocated(payment.reason, t).sentence}</Text>
      <ContradictionNotice paymentId={payment.id} contradiction={payment.contradiction} />
      <ComparisonTable
        columns={[t("detail.expected"), t("detail.arrived")]}
        rows={[
          [
            t("field.amount"),
            formatDecimal(payment.expected_amount, locale),
            received === null ? unknown : formatDecimal(received, locale),
          ],
          ...(implausible === null
            ? []
            : [[t("payment.implausible"), "–", formatDecimal(implausible, locale)] as const]),
          [t("field.token"), token, isOther ? t("unmatchedPayment.otherToken") : token],
          [
            t("field.value"),
            formatFiat(payment.fiat_amount, currency, locale),
            value === null ? unknown : formatFiat(value, currency, locale),
          ],
          [t("field.order"), order ? <OrderLink order={order} /> : t("detail.none"), "–"],
        ]}
        conclusion={isOther ? t("difference.token") : describeDifference(arrived, texts)}
      />
      {!payment.resolution && payment.hold_until !== null && !payment.is_due_back && (
        <Text size="small">
          {t("unmatchedPayment.heldUntil", { until: formatInstant(payment.hold_until, locale) })}
        </Text>
      )}
      {payment.is_due_back && <Text size="small">{t("unmatchedPayment.dueBack")}</Text>}
      <Muted isSmall>{t("unmatchedPayment.valueHint")}</Muted>
      {payment.last_error && !payment.resolution && (
        <Alert variant="warning">{t("detail.lastError", { error: payment.last_error })}</Alert>
      )}
    </DrawerSection>
  )
}
