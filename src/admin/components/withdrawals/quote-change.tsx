import { Text } from "@medusajs/ui"
import type { OnchainWithdrawalQuote } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { toldAmount } from "../../withdrawals/figures"

type QuoteChangeProps = { before: OnchainWithdrawalQuote; now: OnchainWithdrawalQuote; token: string }

/** Fee and what arrives, of the quote that expired beside the new one: nobody confirms another fee unseen. */
export function QuoteChange({ before, now, token }: QuoteChangeProps) {
  const { t, locale } = useTexts()
  const amount = (value: string | null) => toldAmount(value, token, t, locale)
  const rows = [
    [t("withdrawal.fee"), amount(before.fee), amount(now.fee)],
    [t("withdrawal.net"), amount(before.net_amount), amount(now.net_amount)],
  ]
  return (
    <div className="bg-ui-bg-subtle rounded-lg border px-3 py-1">
      <Text size="small" weight="plus" leading="compact" className="py-2">
        {t("withdrawal.quoteChange")}
      </Text>
      <table className="txt-compact-small w-full table-fixed text-left">
        <thead>
          <tr>
            <td className="w-20 py-2" />
            <th scope="col" className="txt-compact-small-plus py-2 pr-2 font-medium">
              {t("withdrawal.before")}
            </th>
            <th scope="col" className="txt-compact-small-plus py-2 font-medium">
              {t("withdrawal.now")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, earlier, later]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="text-ui-fg-subtle py-2 pr-2 font-normal">
                {name}
              </th>
              <td className="break-words py-2 pr-2">{earlier}</td>
              <td className="break-words py-2">{later}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
