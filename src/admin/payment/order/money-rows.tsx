import type { ReactNode } from "react"
import type { OnchainDeposit, OnchainPayoutLeg, OnchainRefund, OnchainWithdrawal } from "../../../types/http"
import { depositAmount } from "../../deposit/describe"
import { withdrawalAmount } from "../../payout/amounts"
import { legAmount, LegBadge, legName } from "../../payout/leg"
import { WithdrawalBadge } from "../../payout/withdrawal-badge"
import { refundAmount } from "../../refund/payout"
import { Age, Copyable } from "../../ui/facts"
import { TextLink } from "../../ui/links"
import { pathTo } from "../../ui/paths"
import { Dotted, Muted, Strong } from "../../ui/prose"
import { StateBadge } from "../../ui/state-badge"
import { type Texts, useTexts } from "../../ui/texts"

/** Money that came or left: a deposit, a refund, its payout, a leg of a split. */
export type MoneyRow = {
  id: string
  /** Null where it has no screen. */
  to: string | null
  /** Names the link for a screen reader; the amount by default. */
  label?: string
  amount: string
  /** What it is: its receiver, its share, its network. */
  details?: readonly string[]
  /** ISO 8601. */
  at?: string
  badge: ReactNode
  /** Of its receiver. */
  address?: { value: string; page: string | null }
  transaction?: { hash: string | null; page: string | null }
}

/** What, how much, its state and its transaction, in one line or two. */
export function MoneyRows({ label, rows }: { label: string; rows: readonly MoneyRow[] }) {
  return (
    <ul aria-label={label} className="flex flex-col gap-y-3">
      {rows.map((row) => (
        <li key={row.id}>
          <Row row={row} />
        </li>
      ))}
    </ul>
  )
}

function Row({ row }: { row: MoneyRow }) {
  const { t } = useTexts()
  const { to, label, amount, details = [], at, badge, address, transaction } = row
  return (
    <>
      <div className="flex items-start justify-between gap-x-4">
        {to === null ? (
          <Strong>
            <bdi>{amount}</bdi>
          </Strong>
        ) : (
          <TextLink to={to} aria-label={label} className="txt-compact-small-plus min-w-0 break-words">
            <bdi>{amount}</bdi>
          </TextLink>
        )}
        <span className="shrink-0">{badge}</span>
      </div>
      {(details.length > 0 || at) && (
        <Muted isSmall>
          <Dotted parts={details} />
          {details.length > 0 && at && " · "}
          {at && <Age at={at} />}
        </Muted>
      )}
      {address && <Copyable value={address.value} name={t("field.address")} page={address.page} />}
      {transaction?.hash && (
        <Copyable value={transaction.hash} name={t("field.transaction")} page={transaction.page} />
      )}
    </>
  )
}

export function depositRow(deposit: OnchainDeposit, texts: Texts): MoneyRow {
  const amount = depositAmount(deposit, texts)
  return {
    id: deposit.id,
    to: pathTo.deposit(deposit.id),
    label: texts.t("orderPayment.openDeposit", { amount }),
    amount,
    details: [deposit.network_name],
    at: deposit.observed_at,
    badge: <StateBadge of="state" state={deposit.state} />,
    transaction: { hash: deposit.tx_hash, page: deposit.explorer.tx_url },
  }
}

export function refundRow(refund: OnchainRefund, texts: Texts): MoneyRow {
  const amount = refundAmount(refund, texts)
  return {
    id: refund.id,
    to: pathTo.refund(refund.id),
    label: texts.t("orderPayment.open", { amount }),
    amount,
    at: refund.created_at,
    badge: <StateBadge of="refundState" state={refund.state} />,
  }
}

export function withdrawalRow(withdrawal: OnchainWithdrawal, { t, locale }: Texts): MoneyRow {
  const amount = withdrawalAmount(withdrawal, locale)
  return {
    id: withdrawal.id,
    to: pathTo.withdrawal(withdrawal.id),
    label: t("orderPayment.openWithdrawal", { amount }),
    amount,
    details: [withdrawal.destination.label, withdrawal.network_name],
    at: withdrawal.created_at,
    badge: <WithdrawalBadge withdrawal={withdrawal} />,
    transaction: { hash: withdrawal.tx_hash, page: withdrawal.explorer.tx_url },
  }
}

export function legRow(leg: OnchainPayoutLeg, texts: Texts): MoneyRow {
  const { t } = texts
  const amount = t("splits.shareOf", { amount: legAmount(leg, texts), name: legName(leg, t) })
  return {
    id: leg.id,
    to: pathTo.split(leg.id),
    label: t("splits.open", { name: amount }),
    amount,
    details: [leg.network_name],
    badge: <LegBadge leg={leg} />,
    transaction: { hash: leg.tx_hash, page: leg.explorer.tx_url },
  }
}
