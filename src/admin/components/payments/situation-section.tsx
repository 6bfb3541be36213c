import { Alert, Text } from "@medusajs/ui"
import type { OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { formatDecimal } from "../../format/decimal"
import { formatFiat } from "../../format/fiat"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { describeUnallocated } from "../../i18n/unallocated-wording"
import { describeDifference } from "../../naming/difference"
import { isOtherAsset } from "../../payments/amount"
import { ComparisonTable } from "../comparison-table"
import { ContradictionNotice } from "../contradiction-notice"
import { DrawerSection } from "../drawer-section"
import { OrderLink } from "../order-link"

/** Why the payment has no order, and what was expected beside what arrived. */
export function SituationSection({ payment }: { payment: OnchainUnallocatedPaymentDetail }) {
  const { t, locale } = useTexts()
  const { currency_code: currency, received_amount: received, fiat_value: value, token } = payment
  const unknown = t("detail.unknown")
  const isOther = isOtherAsset(payment)
  const expected = { amount: payment.expected_amount, token }
  return (
    <DrawerSection title={t("detail.why")}>
      <Text size="small">{describeUnallocated(payment.reason, t).sentence}</Text>
      <ContradictionNotice paymentId={payment.id} contradiction={payment.contradiction} />
      <ComparisonTable
        rows={[
          [
            t("detail.amount"),
            formatDecimal(payment.expected_amount, locale),
            received === null ? unknown : formatDecimal(received, locale),
          ],
          ...(payment.implausible_amount === null
            ? []
            : ([
                [t("orderPayment.implausible"), "–", formatDecimal(payment.implausible_amount, locale)],
              ] as const)),
          [t("detail.token"), token, isOther ? t("payment.otherToken") : token],
          [
            t("payment.value"),
            formatFiat(payment.fiat_amount, currency, locale),
            value === null ? unknown : formatFiat(value, currency, locale),
          ],
          [t("detail.order"), payment.order ? <OrderLink order={payment.order} /> : t("detail.noOrder"), "–"],
        ]}
        conclusion={
          isOther
            ? t("difference.token")
            : describeDifference({ amount: received, token, expected }, t, locale)
        }
      />
      {!payment.resolution && payment.hold_until !== null && !payment.is_due_back && (
        <Text size="small">
          {t("payment.heldUntil", { until: formatInstant(payment.hold_until, locale) })}
        </Text>
      )}
      {payment.is_due_back && <Text size="small">{t("payment.dueBack")}</Text>}
      <Text size="xsmall" className="text-ui-fg-subtle">
        {t("payment.valueHint")}
      </Text>
      {payment.last_error && !payment.resolution && (
        <Alert variant="warning">{t("detail.lastError", { error: payment.last_error })}</Alert>
      )}
    </DrawerSection>
  )
}
