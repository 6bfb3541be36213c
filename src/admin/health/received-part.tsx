import { ChartBar } from "@medusajs/icons"
import { Container, Select, Text } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainReceived, OnchainReceivedDay } from "../../types/http"
import { BarChart, Legend } from "../ui/bar-chart"
import { formatFiat, formatTokens } from "../ui/format"
import { EmptyState, Muted, Part } from "../ui/prose"
import { type Texts, useTexts } from "../ui/texts"
import { countOf, currenciesOf, daysOf, fiatOf, inCurrency, sumDecimals, tokensOf } from "./received"

type Line = Omit<OnchainReceivedDay, "day">

/** Captured today and in 30 days: tokens of different worth are drawn by what the orders cost. */
export function ReceivedPart({ received }: { received: OnchainReceived }) {
  const { t } = useTexts()
  const currencies = currenciesOf(received)
  const [chosen, setChosen] = useState<string | null>(null)
  const currency = currencies.find((code) => code === chosen) ?? currencies[0]
  return (
    <Container className="p-0">
      <Part
        title={t("overview.received")}
        action={
          currency &&
          currencies.length > 1 && (
            <Select size="small" value={currency} onValueChange={setChosen}>
              <Select.Trigger aria-label={t("overview.currency")} className="w-24">
                <Select.Value />
              </Select.Trigger>
              <Select.Content>
                {currencies.map((code) => (
                  <Select.Item key={code} value={code}>
                    {code.toUpperCase()}
                  </Select.Item>
                ))}
              </Select.Content>
            </Select>
          )
        }
      >
        {currency ? (
          <Received received={received} currency={currency} />
        ) : (
          <EmptyState icon={ChartBar} heading={t("overview.nothingReceived")} />
        )}
      </Part>
    </Container>
  )
}

function Received({ received, currency }: { received: OnchainReceived; currency: string }) {
  const { t, texts, locale } = useTexts()
  const [today, total] = [inCurrency(received.today, currency), inCurrency(received.total, currency)]
  const tokens = tokensOf(total)
  const short = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" })
  const axis = new Intl.NumberFormat(locale, { notation: "compact" })
  const bars = daysOf(received).map(({ day, lines }) => ({
    name: short.format(new Date(day)),
    total: formatFiat(fiatOf(lines, currency), currency, locale),
    parts: tokens.flatMap((token) => {
      const own = inCurrency(lines, currency).filter((line) => line.token === token)
      if (own.length === 0) return []
      const size = Number(fiatOf(own, currency))
      return size > 0 ? [{ series: token, size, text: tokenSum(own, token, locale) }] : []
    }),
  }))
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Sum name={t("overview.today")} lines={today} currency={currency} texts={texts} />
        <Sum name={t("overview.month")} lines={total} currency={currency} texts={texts} />
      </dl>
      <BarChart
        label={t("overview.chart", { currency: currency.toUpperCase() })}
        series={tokens}
        bars={bars}
        axis={(size) => axis.format(size)}
        headings={{ bar: t("overview.day"), total: t("overview.total") }}
      />
      <ul className="txt-compact-small flex flex-wrap gap-x-6 gap-y-1">
        {total.map((line) => (
          <li
            key={`${line.network_id} ${line.token} ${line.canonical_asset_id}`}
            className="min-w-0 max-w-full"
          >
            <Legend
              index={tokens.indexOf(line.token)}
              name={`${formatTokens(line.amount, line.token, locale)} · ${line.network_name}`}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const tokenSum = (lines: readonly Line[], token: string, locale: string) =>
  formatTokens(sumDecimals(lines.map(({ amount }) => amount)), token, locale)

type SumProps = { name: string; lines: readonly Line[]; currency: string; texts: Texts }

function Sum({ name, lines, currency, texts: { t, locale } }: SumProps) {
  const count = countOf(lines)
  const shown = new Intl.NumberFormat(locale).format(count)
  return (
    <div className="min-w-0">
      <dt>
        <Muted>{name}</Muted>
      </dt>
      <dd>
        <Text size="xlarge" weight="plus" className="tabular-nums">
          <bdi>{formatFiat(fiatOf(lines, currency), currency, locale)}</bdi>
        </Text>
        <Muted isSmall>
          {count === 0 ? t("overview.nothingToday") : t("overview.payments", { count, shown })}
        </Muted>
      </dd>
    </div>
  )
}
