import { Text } from "@medusajs/ui"
import type { OnchainReportDifference } from "../../../types/http"
import { comparedAmount, differenceName } from "../../books/difference"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"
import { Facts } from "../facts"
import { OrderLink } from "../order-link"

type DifferenceListProps = {
  differences: OnchainReportDifference[]
  /** How many there are; the server sends only the first of very many. Null while nobody knows. */
  count: number | null
}

/** What one side has and another has not, each in a sentence. */
export function DifferenceList({ differences, count }: DifferenceListProps) {
  const { t, locale } = useTexts()
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
            <Text size="small" weight="plus" leading="compact">
              {differenceName(difference.kind, t)}
            </Text>
            <Text size="small" className="break-words">
              {difference.explanation}
            </Text>
            <Facts
              facts={[
                { name: t("report.day"), value: difference.day },
                {
                  name: t("report.expected"),
                  value: comparedAmount(difference.expected, difference, t, locale),
                },
                { name: t("report.found"), value: comparedAmount(difference.found, difference, t, locale) },
                ...(difference.order
                  ? [{ name: t("detail.order"), value: <OrderLink order={difference.order} /> }]
                  : []),
                {
                  name: t("report.key"),
                  value: <Copyable value={difference.match_key} name={t("report.key")} />,
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
