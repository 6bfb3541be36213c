import { FetchError } from "@medusajs/js-sdk"
import { Badge, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { useParams } from "react-router-dom"
import type { OnchainPaymentDetail, OnchainPaymentRefund } from "../../types/http"
import { Activity } from "../ui/activity"
import { Box } from "../ui/box"
import { Age, Copyable, Facts } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { formatFiat, formatTokens } from "../ui/format"
import { CustomerLink, OrderLink } from "../ui/links"
import { LegLine } from "../payout/leg"
import { orderName } from "../ui/names"
import { Muted, Strong } from "../ui/prose"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { usePayment } from "./api"
import { AttemptFacts } from "./attempt-facts"
import { PaymentNotices } from "./contradiction-notice"
import { networksOf, toActivity } from "./order/activity"
import { depositRow, MoneyRows, refundRow, withdrawalRow } from "./order/money-rows"
import { PaymentActions } from "./payment-actions"
import { describeStatus, legsOf } from "./status"

/** What else arrived for a payment, and what went back. */
function MoneySections({ payment }: { payment: OnchainPaymentDetail }) {
  const { t, texts } = useTexts()
  const { refunds, deposits, claims } = payment
  const legs = legsOf(payment)
  const route = payment.attempts.find((attempt) => attempt.is_current)?.payout_route_id
  return (
    <>
      {(legs.length > 0 || route) && (
        <Box title={t("menu.splits")}>
          {route && (
            <div className="px-6 py-4">
              <Facts facts={[["splits.route", route, "copy"]]} />
            </div>
          )}
          {legs.map((leg) => (
            <LegLine key={leg.id} leg={leg} />
          ))}
        </Box>
      )}
      {refunds.length > 0 && (
        <Box title={t("menu.refunds")}>
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} />
          ))}
        </Box>
      )}
      {deposits.length > 0 && (
        <Box title={t("menu.deposits")}>
          <div className="px-6 py-4">
            <MoneyRows
              label={t("menu.deposits")}
              rows={deposits.map((deposit) => depositRow(deposit, texts))}
            />
          </div>
        </Box>
      )}
      {claims.length > 0 && (
        <Box title={t("payment.claims")}>
          {claims.map(({ tx_hash: hash, explorer, at }) => (
            <div key={`${hash} ${at}`} className="flex items-center justify-between gap-x-4 px-6 py-4">
              <Copyable value={hash} name={t("payment.claim")} page={explorer.tx_url} />
              <Muted isSmall>
                <Age at={at} />
              </Muted>
            </div>
          ))}
        </Box>
      )}
    </>
  )
}

function Refund({ refund }: { refund: OnchainPaymentRefund }) {
  const { t, texts } = useTexts()
  const row = refundRow(refund, texts)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <MoneyRows label={row.label ?? row.amount} rows={[row]} />
      {refund.payouts.length === 0 ? (
        <Muted>{t("payment.noPayouts")}</Muted>
      ) : (
        <div className="border-s ps-3">
          <MoneyRows
            label={t("menu.withdrawals")}
            rows={refund.payouts.map((payout) => ({
              ...withdrawalRow(payout, texts),
              address: { value: payout.destination.address, page: payout.explorer.address_url },
            }))}
          />
        </div>
      )}
    </div>
  )
}

export function PaymentPage() {
  const { t } = useTexts()
  const { id = "" } = useParams()
  const { data: payment, error, refetch } = usePayment(id)
  if (!payment && error) {
    const isGone = error instanceof FetchError && error.status === 404
    return (
      <Container className="p-0">
        <Heading className="px-6 pt-4">{t("payment.title")}</Heading>
        <LoadFailure
          text={t(`payment.${isGone ? "notFound" : "loadFailed"}`)}
          onRetry={() => void refetch()}
        />
      </Container>
    )
  }
  return (
    <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
      {payment ? (
        <Shown payment={payment} />
      ) : (
        <>
          <Skeleton className="h-64 w-full rounded-lg" role="status" aria-label={t("detail.loading")} />
          <Skeleton className="h-64 w-full rounded-lg" />
        </>
      )}
    </div>
  )
}

type PaymentProps = { payment: OnchainPaymentDetail }

function Shown({ payment }: PaymentProps) {
  const { t, texts } = useTexts()
  const { order, kept } = payment
  return (
    <>
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <Summary payment={payment} />
        <Box title={t("payment.attempts")}>
          {payment.attempts.length === 0 && (
            <div className="px-6 py-4">
              <Muted>{t("paymentSentence.choose")}</Muted>
            </div>
          )}
          {payment.attempts.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} payment={payment} />
          ))}
        </Box>
        <MoneySections payment={payment} />
      </div>
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <Box title={t("field.details")}>
          <div className="px-6 py-4">
            <Facts
              facts={[
                ["field.order", order ? <OrderLink order={order} /> : t("detail.none")],
                ["field.customer", <CustomerLink customer={payment.customer} />],
                ["payment.created", payment.created_at, "at"],
                ["payment.captured", payment.captured_at, "at"],
                ["orderPayment.keptTitle", kept?.at ?? null, "at"],
                ["field.by", kept?.by ? <bdi>{kept.by}</bdi> : null],
                ["field.note", kept?.note ?? null, "note"],
                ["payment.id", payment.id, "copy"],
                ["payment.session", payment.session_id, "copy"],
              ]}
            />
          </div>
        </Box>
        <Box title={t("payment.activity")}>
          <div className="px-6 py-4">
            <Activity
              label={t("payment.activity")}
              items={toActivity(payment.timeline, networksOf(payment.attempts), texts)}
            />
          </div>
        </Box>
      </div>
    </>
  )
}

function Summary({ payment }: PaymentProps) {
  const { t, locale, texts } = useTexts()
  const { order, status, expected_amount: expected, token } = payment
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Heading className="max-w-full break-words">
            {order ? t("payment.ofOrder", { order: orderName(order, t) }) : t("payment.title")}
          </Heading>
          <StateBadge of="paymentStatus" state={status.code} />
        </div>
        <PaymentActions payment={payment} place="payment" />
      </div>
      <Text className="break-words">{describeStatus(status, texts)}</Text>
      <dl className="grid grid-cols-2 gap-4">
        {[
          ["field.amount", expected === null || token === null ? "–" : formatTokens(expected, token, locale)],
          ["field.value", formatFiat(payment.fiat_amount, payment.currency_code, locale)],
        ].map(([name = "", figure]) => (
          <div key={name} className="min-w-0">
            <dt>
              <Muted isSmall>{t(name)}</Muted>
            </dt>
            <dd className="h2-core break-words tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <PaymentNotices payment={payment} />
    </Container>
  )
}

type AttemptProps = PaymentProps & { attempt: OnchainPaymentDetail["attempts"][number] }

function Attempt({ attempt, payment }: AttemptProps) {
  const { t, locale } = useTexts()
  const { is_captured: isCaptured, is_paid_in_part: isPart, token } = attempt
  const amount = formatTokens(attempt.expected_amount, token, locale)
  const isAmongOthers = payment.attempts.length > 1
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0 max-w-full">
          <Strong>{t("payment.attempt", { amount, network: attempt.network_name })}</Strong>
        </div>
        <span className="flex items-center gap-x-2">
          {isAmongOthers && attempt.is_current && <Badge size="2xsmall">{t("payment.current")}</Badge>}
          {isPart ? (
            <StateBadge of="paymentStatus" state="partially_paid" />
          ) : (
            <StateBadge of="paymentState" state={isCaptured ? "captured" : attempt.state} />
          )}
        </span>
      </div>
      <AttemptFacts
        attempt={attempt}
        currency={payment.currency_code}
        hasDeposits={payment.deposits.length > 0}
      />
    </div>
  )
}
