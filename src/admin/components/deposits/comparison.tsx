import type { OnchainDepositDetail } from "../../../types/http"
import { assetName } from "../../deposits/amount"
import { formatDecimal } from "../../format/decimal"
import { useTexts } from "../../hooks/use-texts"
import { describeDifference } from "../../naming/difference"
import { ComparisonTable } from "../comparison-table"
import { OrderLink } from "../order-link"

type ComparisonProps = {
  deposit: OnchainDepositDetail
  expected: NonNullable<OnchainDepositDetail["expected"]>
}

/** What the service thinks the money was meant for, beside what arrived. */
export function Comparison({ deposit, expected }: ComparisonProps) {
  const { t, locale } = useTexts()
  const unknown = t("detail.unknown")
  const order = expected.order ? <OrderLink order={expected.order} /> : t("detail.noOrder")
  return (
    <ComparisonTable
      rows={[
        [
          t("detail.amount"),
          expected.amount === null ? unknown : formatDecimal(expected.amount, locale),
          formatDecimal(deposit.amount ?? deposit.amount_raw, locale),
        ],
        [t("detail.token"), expected.token ?? unknown, assetName(deposit, t)],
        [t("detail.order"), order, "–"],
      ]}
      conclusion={describeDifference(deposit, t, locale)}
    />
  )
}
