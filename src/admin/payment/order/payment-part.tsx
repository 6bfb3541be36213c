import { Alert, Text } from "@medusajs/ui"
import type { OnchainOrderPayment } from "../../../types/http"
import { Facts } from "../../ui/facts"
import { formatDecimal, formatFiat, formatInstant, formatTokens } from "../../ui/format"
import { TextLink } from "../../ui/links"
import { StateBadge } from "../../ui/state-badge"
import { Muted, Strong } from "../../ui/prose"
import { useTexts } from "../../ui/texts"
import { ContradictionNotice } from "../contradiction-notice"
import { describeEvent, eventAmount } from "./words"
import { pathTo } from "../../ui/paths"

export function PaymentPart({ payment }: { payment: OnchainOrderPayment }) {
  const { t, locale } = useTexts()
  const { token, received_amount: received, currency_code: currency } = payment
  const inTokens = (amount: string) => formatTokens(amount, token, locale)
  const isArrived = ["settled", "captured", "unallocated"].includes(payment.state)
  const describeReceived = () => {
    if (received === null) return t(isArrived ? "detail.notReported" : "orderPayment.notReceived")
    if (!payment.is_paid_in_part) return inTokens(received)
    return t("orderPayment.partReceived", {
      received: inTokens(received),
      expected: inTokens(payment.expected_amount),
      remaining: inTokens(payment.remaining_amount),
    })
  }
  const { confirmations: count, confirmations_required: required } = payment
  const { shortfall_amount: shortfall, implausible_amount: implausible } = payment
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex items-center justify-between gap-x-2">
        <Strong>{inTokens(payment.expected_amount)}</Strong>
        <StateBadge of="paymentState" state={payment.state} />
      </div>
      {payment.list_incomplete_since !== null && (
        <Alert variant="warning">
          {t("orderPayment.keptForList", { since: formatInstant(payment.list_incomplete_since, locale) })}
        </Alert>
      )}
      {payment.unallocated_reason !== null && (
        <Text size="small">
          {t("orderPayment.unallocated")}{" "}
          <TextLink to={pathTo.unmatched(payment.id)} className="underline">
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
          [t("field.received"), describeReceived()],
          [t("orderPayment.shortfall"), shortfall && inTokens(shortfall)],
          [
            t("orderPayment.implausible"),
            implausible && t("orderPayment.implausibleText", { amount: inTokens(implausible) }),
          ],
          [t("field.value"), formatFiat(payment.fiat_amount, currency, locale)],
          [
            t("orderPayment.rate"),
            t("orderPayment.rateText", {
              rate: formatDecimal(payment.rate, locale),
              currency: currency.toUpperCase(),
              token,
            }),
          ],
          [t("field.network"), payment.network_name],
          [t("field.address"), payment.deposit_address, "copy", payment.explorer.address_url],
          [t("field.memo"), payment.memo, "copy"],
          [t("field.transaction"), payment.tx_hash, "copy", payment.explorer.tx_url],
          [
            t("orderPayment.confirmations"),
            count !== null && required !== null
              ? t("orderPayment.confirmationsText", { count, required })
              : null,
          ],
          [t("orderPayment.status"), payment.gateway_status],
        ]}
      />
      <Timeline events={payment.timeline} />
    </div>
  )
}

function Timeline({ events }: { events: OnchainOrderPayment["timeline"] }) {
  const { t, locale } = useTexts()
  if (events.length === 0) return null
  return (
    <div className="flex flex-col gap-y-2">
      <Muted>{t("orderPayment.timeline")}</Muted>
      <ol aria-label={t("orderPayment.timeline")} className="flex flex-col gap-y-2 border-l pl-3">
        {events.map((one, index) => (
          <li key={`${one.at} ${index}`} className="flex flex-col">
            <Text size="small" leading="compact" className="break-words">
              {joined(describeEvent(one.event, t), eventAmount(one, locale))}
            </Text>
            <Muted isSmall>{joined(formatInstant(one.at, locale), one.by)}</Muted>
          </li>
        ))}
      </ol>
    </div>
  )
}

const joined = (text: string, more: string | null) => (more === null ? text : `${text} · ${more}`)
