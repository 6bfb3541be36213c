import { clx, Text } from "@medusajs/ui"
import type { OnchainReportDifference, OnchainReportLine } from "../../types/http"
import { assetKey } from "../payout/request"
import { formatDecimal, formatFiat } from "../ui/format"
import { Facts } from "../ui/facts"
import { OrderLink } from "../ui/links"
import { Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { comparedAmount, differenceName } from "./report"

type DifferenceListProps = {
  differences: OnchainReportDifference[]
  /** The total; the server sends only the first rows. Null while unknown. */
  count: number | null
}

export function DifferenceList({ differences, count }: DifferenceListProps) {
  const { t, texts } = useTexts()
  if (differences.length === 0) {
    return <Text size="small">{t("report.none")}</Text>
  }
  const shown = differences.length
  return (
    <>
      {count !== null && count > shown && <Text size="small">{t("report.shownOf", { shown, count })}</Text>}
      <ul className="flex flex-col gap-y-4">
        {differences.map((difference) => (
          <li
            key={`${difference.kind} ${difference.match_key} ${difference.day} ${difference.token} ${difference.currency_code}`}
            className="flex flex-col gap-y-2 rounded-lg border p-3"
          >
            <Strong>{differenceName(difference.kind, t)}</Strong>
            <Text size="small" className="break-words">
              {difference.explanation}
            </Text>
            <Facts
              facts={[
                [t("report.day"), difference.day],
                [t("detail.expected"), comparedAmount(difference.expected, difference, texts)],
                [t("report.found"), comparedAmount(difference.found, difference, texts)],
                [t("field.order"), difference.order && <OrderLink order={difference.order} />],
                [t("report.key"), difference.match_key, "copy"],
              ]}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const AMOUNT = "whitespace-nowrap py-2 pe-4 text-end tabular-nums"

/** Wider than its drawer, so it scrolls by itself. */
export function LineTable({ lines }: { lines: OnchainReportLine[] }) {
  const { t, locale } = useTexts()
  if (lines.length === 0) return <Text size="small">{t("report.noLines")}</Text>
  const part = ({ tokens, count }: { tokens: string; count: number }) =>
    count === 0 ? "–" : t("report.times", { amount: formatDecimal(tokens, locale), count })
  const captures = ({ captures: { fiat, ...rest } }: OnchainReportLine) => (
    <>
      {part(rest)}
      {fiat.map(({ currency_code, amount }) => (
        <span key={currency_code} className="text-ui-fg-subtle block">
          {formatFiat(amount, currency_code, locale)}
        </span>
      ))}
    </>
  )
  const columns = ["day", "asset", "captures", "invoices", "receipts", "fees", "payouts", "refunds"] as const
  return (
    <div className="overflow-x-auto" role="region" aria-label={t("report.table")} tabIndex={0}>
      <table className="txt-compact-small text-start">
        <thead>
          <tr>
            {columns.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={clx("txt-compact-small-plus", index < 2 ? "whitespace-nowrap py-2 pe-4" : AMOUNT)}
              >
                {t(`report.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.day} ${assetKey(line)}`} className="border-t align-top">
              <th scope="row" className="whitespace-nowrap py-2 pe-4 font-normal">
                {line.day}
              </th>
              <td className="whitespace-nowrap py-2 pe-4">
                {t("balances.asset", { token: line.token, network: line.network_name })}
              </td>
              <td className={AMOUNT}>{captures(line)}</td>
              <td className={AMOUNT}>{part(line.invoices)}</td>
              <td className={AMOUNT}>{part(line.receipts)}</td>
              <td className={AMOUNT}>{formatDecimal(line.fees, locale)}</td>
              <td className={AMOUNT}>{part(line.payouts)}</td>
              <td className={AMOUNT}>{part(line.refunds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
