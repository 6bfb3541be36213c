import { Alert, Text } from "@medusajs/ui"
import type { OnchainPaymentDetail } from "../../../types/http"
import { Activity } from "../../ui/activity"
import { formatFiat, formatInstant, formatTokens } from "../../ui/format"
import { Strong } from "../../ui/prose"
import { StateBadge } from "../../ui/state-badge"
import { useTexts } from "../../ui/texts"
import { AttemptPlace } from "../attempt-facts"
import { ContradictionNotice } from "../contradiction-notice"
import { PaymentActions } from "../payment-actions"
import { describeStatus } from "../status-words"
import { networksOf, toActivity } from "./words"

type PaymentPartProps = {
  payment: OnchainPaymentDetail
  /** Its status stands beside the heading of the box. */
  isOnly: boolean
}

/** One payment of an order, in short. */
export function PaymentPart({ payment, isOnly }: PaymentPartProps) {
  const { t, locale, texts } = useTexts()
  const { status, expected_amount: expected, token, attempts, list_incomplete_since: since } = payment
  const fiat = formatFiat(payment.fiat_amount, payment.currency_code, locale)
  const attempt = attempts.find((one) => one.is_captured) ?? attempts.find((one) => one.is_current)
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <div className="flex items-center justify-between gap-x-2">
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
      <ContradictionNotice paymentId={payment.id} contradiction={payment.contradiction} />
      {since !== null && (
        <Alert variant="warning">
          {t("payment.listIncomplete", { since: formatInstant(since, locale) })}
        </Alert>
      )}
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
