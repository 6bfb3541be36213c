import { Text } from "@medusajs/ui"
import type { OnchainRefundDetail } from "../../../types/http"
import { formatDecimal } from "../../format/decimal"
import { formatFiat } from "../../format/fiat"
import { useTexts } from "../../hooks/use-texts"
import { DrawerSection } from "../drawer-section"

/** What of the payment came in, was given back, and can still be. */
export function SumsSection({ refund }: { refund: OnchainRefundDetail }) {
  const { t, locale } = useTexts()
  const { sums, currency_code: currency, token } = refund
  const fiat = (amount: string) => formatFiat(amount, currency, locale)
  const tokens = (amount: string | null) =>
    amount === null ? t("detail.unknown") : `${formatDecimal(amount, locale)} ${token}`
  const rows: [name: string, money: string, inTokens: string][] = [
    [t("refund.received"), fiat(sums.captured_fiat), tokens(sums.received_tokens)],
    [t("refund.refunded"), fiat(sums.refunded_fiat), tokens(sums.refunded_tokens)],
    [t("refund.left"), fiat(sums.left_fiat), tokens(sums.left_tokens)],
  ]
  return (
    <DrawerSection title={t("refund.sums")}>
      <table className="txt-compact-small w-full table-fixed text-left">
        <thead>
          <tr>
            <td className="w-32 py-2" />
            <th scope="col" className="txt-compact-small-plus py-2 pr-2 font-medium">
              {t("refund.fiat")}
            </th>
            <th scope="col" className="txt-compact-small-plus py-2 font-medium">
              {t("refund.tokens")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, money, inTokens]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="text-ui-fg-subtle py-2 pr-2 font-normal">
                {name}
              </th>
              <td className="break-words py-2 pr-2">{money}</td>
              <td className="break-words py-2">{inTokens}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xsmall" className="text-ui-fg-subtle">
        {t("refund.sumsHint")}
      </Text>
    </DrawerSection>
  )
}
