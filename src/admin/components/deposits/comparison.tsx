import { Text } from "@medusajs/ui"
import type { OnchainDepositDetail } from "../../../types/http"
import { assetName } from "../../deposits/amount"
import { describeDifference } from "../../deposits/difference"
import { orderName } from "../../deposits/order-name"
import { formatDecimal } from "../../format/decimal"
import { useTexts } from "../../hooks/use-texts"
import { TextLink } from "../text-link"

type ComparisonProps = {
  deposit: OnchainDepositDetail
  expected: NonNullable<OnchainDepositDetail["expected"]>
}

/** What the service thinks the money was meant for, beside what arrived. */
export function Comparison({ deposit, expected }: ComparisonProps) {
  const { t, locale } = useTexts()
  const unknown = t("detail.unknown")
  const order = expected.order && (
    <TextLink to={`/orders/${expected.order.id}`}>{orderName(expected.order, t)}</TextLink>
  )
  const rows = [
    [
      t("detail.amount"),
      expected.amount === null ? unknown : formatDecimal(expected.amount, locale),
      formatDecimal(deposit.amount ?? deposit.amount_raw, locale),
    ],
    [t("detail.token"), expected.token ?? unknown, assetName(deposit, t)],
    [t("detail.order"), order ?? t("detail.noOrder"), "–"],
  ] as const
  return (
    <div className="bg-ui-bg-subtle flex flex-col rounded-lg border px-3 py-1">
      <table className="txt-compact-small w-full table-fixed text-left">
        <thead>
          <tr>
            <td className="w-20 py-2" />
            <th scope="col" className="txt-compact-small-plus py-2 pr-2 font-medium">
              {t("detail.expected")}
            </th>
            <th scope="col" className="txt-compact-small-plus py-2 font-medium">
              {t("detail.arrived")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, left, right]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="text-ui-fg-subtle py-2 pr-2 font-normal">
                {name}
              </th>
              <td className="break-words py-2 pr-2">{left}</td>
              <td className="break-words py-2">{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="small" weight="plus" leading="compact" className="border-t py-2">
        {describeDifference(deposit, t, locale)}
      </Text>
    </div>
  )
}
