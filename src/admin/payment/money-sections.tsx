import type { ReactNode } from "react"
import type { OnchainPaymentDetail, OnchainPaymentRefund } from "../../types/http"
import { depositAmount } from "../deposit/amount"
import { refundAmount } from "../refund/payout"
import { Age, Copyable } from "../ui/facts"
import { formatTokens } from "../ui/format"
import { TextLink } from "../ui/links"
import { pathTo } from "../ui/paths"
import { Muted } from "../ui/prose"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { Section } from "./section"

/** What else arrived for a payment, and what went back. */
export function MoneySections({ payment }: { payment: OnchainPaymentDetail }) {
  const { t, texts } = useTexts()
  const { refunds, deposits, claims } = payment
  return (
    <>
      {refunds.length > 0 && (
        <Section title={t("payment.refunds")}>
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} />
          ))}
        </Section>
      )}
      {deposits.length > 0 && (
        <Section title={t("payment.deposits")}>
          {deposits.map((deposit) => (
            <div key={deposit.id} className="flex flex-col gap-y-2 px-6 py-4">
              <Line
                to={pathTo.deposit(deposit.id)}
                text={depositAmount(deposit, texts)}
                at={deposit.observed_at}
                badge={<StateBadge of="state" state={deposit.state} />}
              />
              <Hash hash={deposit.tx_hash} page={deposit.explorer.tx_url} />
            </div>
          ))}
        </Section>
      )}
      {claims.length > 0 && (
        <Section title={t("payment.claims")}>
          {claims.map(({ tx_hash: hash, explorer, at }) => (
            <div key={`${hash} ${at}`} className="flex items-center justify-between gap-x-4 px-6 py-4">
              <Copyable value={hash} name={t("payment.claim")} page={explorer.tx_url} />
              <Muted isSmall>
                <Age at={at} />
              </Muted>
            </div>
          ))}
        </Section>
      )}
    </>
  )
}

function Refund({ refund }: { refund: OnchainPaymentRefund }) {
  const { t, locale, texts } = useTexts()
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Line
        to={pathTo.refund(refund.id)}
        text={refundAmount(refund, texts)}
        at={refund.created_at}
        badge={<StateBadge of="refundState" state={refund.state} />}
      />
      {refund.payouts.length === 0 && <Muted>{t("payment.noPayouts")}</Muted>}
      <ul className="flex flex-col gap-y-3">
        {refund.payouts.map((payout) => (
          <li key={payout.id} className="flex flex-col gap-y-1 border-s ps-3">
            <Line
              to={pathTo.withdrawal(payout.id)}
              text={t("payment.payoutTo", {
                amount: formatTokens(payout.amount, payout.token, locale),
                name: payout.destination.label,
              })}
              at={payout.created_at}
              badge={<StateBadge of="withdrawalState" state={payout.state} />}
            />
            <Copyable
              value={payout.destination.address}
              name={t("field.address")}
              page={payout.explorer.address_url}
            />
            <Hash hash={payout.tx_hash} page={payout.explorer.tx_url} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type LineProps = { to: string; text: string; at: string; badge: ReactNode }

function Line({ to, text, at, badge }: LineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <TextLink to={to} className="txt-compact-small-plus min-w-0 break-words">
        {text}
      </TextLink>
      <span className="flex items-center gap-x-3">
        <Muted isSmall>
          <Age at={at} />
        </Muted>
        {badge}
      </span>
    </div>
  )
}

function Hash({ hash, page }: { hash: string | null; page: string | null }) {
  const { t } = useTexts()
  return hash === null ? null : <Copyable value={hash} name={t("field.transaction")} page={page} />
}
