import { Heading } from "@medusajs/ui"
import type { OnchainOrderResponse } from "../../../types/http"
import { depositAmount } from "../../deposits/amount"
import { useTexts } from "../../hooks/use-texts"
import { refundAmount } from "../../refunds/amount"
import { StateBadge } from "../deposits/state-badge"
import { RefundBadge } from "../refunds/refund-badge"
import { TextLink } from "../text-link"

type RefundListProps = Pick<OnchainOrderResponse["order"], "refunds" | "deposit_refunds">
type Deposits = OnchainOrderResponse["order"]["deposit_refunds"]

/** Refunds of an order, each as a link to it, and deposits meant for it that the service sent back. */
export function RefundList({ refunds, deposit_refunds: deposits }: RefundListProps) {
  const { t, locale } = useTexts()
  const rowClass = "flex items-center justify-between gap-x-2"
  return (
    <>
      {refunds.length > 0 && (
        <div className="flex flex-col gap-y-2 px-6 py-4">
          <Heading level="h3">{t("orderPayment.refunds")}</Heading>
          <ul className="flex flex-col gap-y-2">
            {refunds.map((refund) => {
              const amount = refundAmount(refund, t, locale)
              return (
                <li key={refund.id} className={rowClass}>
                  <TextLink
                    to={`/onchain/refunds?state=any&refund_id=${encodeURIComponent(refund.id)}`}
                    aria-label={t("orderPayment.open", { amount })}
                    className="txt-compact-small-plus"
                  >
                    {amount}
                  </TextLink>
                  <RefundBadge state={refund.state} />
                </li>
              )
            })}
          </ul>
        </div>
      )}
      <DepositList title={t("orderPayment.depositRefunds")} deposits={deposits} />
    </>
  )
}

/** Deposits of an order, each as a link to it. Nothing where there is none. */
export function DepositList({ title, deposits }: { title: string; deposits: Deposits }) {
  const { t, locale } = useTexts()
  if (deposits.length === 0) return null
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      <Heading level="h3">{title}</Heading>
      <ul className="flex flex-col gap-y-2">
        {deposits.map((deposit) => {
          const amount = depositAmount(deposit, t, locale)
          return (
            <li key={deposit.id} className="flex items-center justify-between gap-x-2">
              <TextLink
                to={`/onchain/deposits?state=any&deposit_id=${encodeURIComponent(deposit.id)}`}
                aria-label={t("orderPayment.openDeposit", { amount })}
                className="txt-compact-small-plus"
              >
                {amount}
              </TextLink>
              <StateBadge state={deposit.state} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
