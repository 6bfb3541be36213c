import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { OnchainDepositDetail } from "../../../types/http"
import { assetName } from "../../deposits/amount"
import { describeDifference } from "../../deposits/difference"
import { orderName } from "../../deposits/order-name"
import { formatDecimal } from "../../format/decimal"
import { useTexts } from "../../hooks/use-texts"
import { DrawerSection } from "../drawer-section"

/** What the service thinks the money was meant for, beside what arrived. */
export function ComparisonSection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t, locale } = useTexts()
  const { expected, amount, amount_raw: raw } = deposit
  if (!expected) {
    return (
      <DrawerSection title={t("detail.comparison")}>
        <Text size="small" className="text-ui-fg-subtle">
          {t("detail.nothingExpected")}
        </Text>
      </DrawerSection>
    )
  }
  const order = expected.order && (
    <Link to={`/orders/${expected.order.id}`} className="text-ui-fg-interactive hover:underline">
      {orderName(expected.order, t)}
    </Link>
  )
  const unknown = t("detail.unknown")
  const rows = [
    [
      t("detail.amount"),
      expected.amount === null ? unknown : formatDecimal(expected.amount, locale),
      formatDecimal(amount ?? raw, locale),
    ],
    [t("detail.token"), expected.token ?? unknown, assetName(deposit, t)],
    [t("detail.order"), order ?? t("detail.noOrder"), t("detail.noOrder")],
  ] as const
  return (
    <DrawerSection title={t("detail.comparison")}>
      <table className="txt-compact-small w-full table-fixed text-left">
        <thead>
          <tr className="text-ui-fg-subtle">
            <td className="w-24 py-1" />
            <th scope="col" className="txt-compact-small-plus py-1 font-medium">
              {t("detail.expected")}
            </th>
            <th scope="col" className="txt-compact-small-plus py-1 font-medium">
              {t("detail.arrived")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, left, right]) => (
            <tr key={name} className="border-ui-border-base border-t">
              <th scope="row" className="text-ui-fg-subtle py-2 pr-2 font-normal">
                {name}
              </th>
              <td className="break-words py-2 pr-2">{left}</td>
              <td className="break-words py-2">{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="small" weight="plus">
        {describeDifference(deposit, t, locale)}
      </Text>
    </DrawerSection>
  )
}
