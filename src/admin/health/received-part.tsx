import { ChartBar } from "@medusajs/icons"
import { Container, Select, Text } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainReceived, OnchainReceivedDay } from "../../types/http"
import { atOneScale, type Digits, formatFiat, formatTokens, parseDigits, toDecimal } from "../ui/format"
import { EmptyState, Muted, Part } from "../ui/prose"
import { type Texts, useTexts } from "../ui/texts"

type DayLine = Omit<OnchainReceivedDay, "day">

/** Adds decimals given as text, exactly. @example sumDecimals(["1.5", "0.25"]) // "1.75" */
export function sumDecimals(amounts: readonly string[]): string {
  const parsed = amounts.map(parseDigits).filter((one): one is Digits => one !== null)
  const { digits, scale } = atOneScale(parsed)
  return toDecimal(
    digits.reduce((total, one) => total + one, 0n),
    scale
  )
}

/** The currencies of orders that were paid, the most common first. */
export function currenciesOf({ total }: Pick<OnchainReceived, "total">): string[] {
  const counts = new Map<string, number>()
  for (const { fiat } of total)
    for (const { currency_code: code, count } of fiat) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts].sort(([a, one], [b, two]) => two - one || a.localeCompare(b)).map(([code]) => code)
}

/** What the payments in one currency brought, `worth` in its major units: lines without any are left out. */
export const inCurrency = <One extends DayLine>(lines: readonly One[], currency: string) =>
  lines.flatMap(({ fiat, ...line }) => {
    const own = fiat.find((one) => one.currency_code === currency)
    return own ? [{ ...line, count: own.count, amount: own.token_amount, worth: own.amount }] : []
  })
type Line = ReturnType<typeof inCurrency<DayLine>>[number]

export const worthOf = (lines: readonly Line[]) => sumDecimals(lines.map(({ worth }) => worth))

const countOf = (lines: readonly Line[]) => lines.reduce((sum, { count }) => sum + count, 0)

/** Tokens by name, the one that brought most payments first. */
function tokensOf(lines: readonly Line[]): string[] {
  const names = [...new Set(lines.map(({ token }) => token))]
  const count = (name: string) => countOf(lines.filter(({ token }) => token === name))
  return names.sort((a, b) => count(b) - count(a) || a.localeCompare(b))
}

/** Every day from the first to the last, those without money included. */
function daysOf({ from, to }: OnchainReceived): string[] {
  const first = Date.parse(from)
  const count = (Date.parse(to) - first) / 86_400_000 + 1
  return Array.from({ length: count }, (_, n) => new Date(first + n * 86_400_000).toISOString().slice(0, 10))
}

/** Of Medusa's theme, which has them for light and dark. */
const COLORS = ["blue", "green", "orange", "purple", "red", "neutral"].map(
  (name) => `var(--tag-${name}-icon)`
)
const colorOf = (index: number) => COLORS[index % COLORS.length]

/** `size` is only for drawing; `text` is what is read. */
type Bar = { name: string; total: string; parts: { series: string; size: number; text: string }[] }

type BarChartProps = {
  label: string
  series: string[]
  bars: Bar[]
  /** Writes a size at the axis. */
  axis: (size: number) => string
}

/** The next 1, 2, 2.5 or 5 of a power of ten. */
function roundUp(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size || 1))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= size) ?? 10) * power
}

const sizeOf = ({ parts }: Bar) => parts.reduce((sum, { size }) => sum + size, 0)

/**
 * Stacked bars. Boxes rather than SVG: they follow the direction of the page and every width by themselves. Each day with money is a
 * button, so pointer, finger, keyboard and screen reader reach it; the line below the bars then says what it brought.
 */
function BarChart({ label, series, bars, axis }: BarChartProps) {
  const [open, setOpen] = useState<Bar | null>(null)
  const top = roundUp(Math.max(...bars.map(sizeOf)))
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-col gap-y-1"
      onMouseLeave={() => setOpen(null)}
      onBlur={() => setOpen(null)}
    >
      <div className="relative flex h-40 items-end">
        {[1, 0.5].map((part) => (
          <div
            key={part}
            aria-hidden
            className="absolute inset-x-0 border-t border-dashed"
            style={{ bottom: `${part * 100}%` }}
          >
            <Text
              size="xsmall"
              className="text-ui-fg-subtle bg-ui-bg-base absolute start-0 -translate-y-1/2 pe-1"
            >
              {axis(top * part)}
            </Text>
          </div>
        ))}
        <div className="border-ui-border-strong relative ms-14 flex h-full grow items-stretch border-b">
          {bars.map((bar) => (
            <button
              key={bar.name}
              type="button"
              disabled={bar.parts.length === 0}
              aria-label={[bar.name, bar.total, ...bar.parts.map(({ text }) => text)].join(", ")}
              className="enabled:hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus flex h-full flex-1 flex-col-reverse gap-px px-px outline-none sm:px-[2px]"
              onMouseEnter={() => setOpen(bar)}
              onFocus={() => setOpen(bar)}
            >
              {bar.parts.map(({ series: name, size }) => (
                <span
                  key={name}
                  className="w-full rounded-[2px]"
                  style={{
                    height: `${(size / top) * 100}%`,
                    minHeight: 2,
                    background: colorOf(series.indexOf(name)),
                  }}
                />
              ))}
            </button>
          ))}
        </div>
      </div>
      <div
        aria-hidden
        className="text-ui-fg-subtle txt-compact-xsmall flex min-h-5 flex-wrap justify-between gap-x-4 ps-14"
      >
        {open === null ? (
          [bars[0], bars.at(-1)].map((bar) => <span key={bar?.name}>{bar?.name}</span>)
        ) : (
          <>
            <span>{`${open.name} · ${open.total}`}</span>
            {open.parts.map(({ series: name, text }) => (
              <Legend key={name} index={series.indexOf(name)} name={text} />
            ))}
          </>
        )}
      </div>
    </div>
  )
}

function Legend({ index, name }: { index: number; name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-x-1.5">
      <span className="size-2 shrink-0 rounded-[2px]" style={{ background: colorOf(index) }} aria-hidden />
      <bdi className="truncate tabular-nums">{name}</bdi>
    </span>
  )
}

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
  const days = inCurrency(received.days, currency)
  const short = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" })
  const axis = new Intl.NumberFormat(locale, { notation: "compact" })
  const bars = daysOf(received).map((day) => {
    const lines = days.filter((line) => line.day === day)
    return {
      name: short.format(new Date(day)),
      total: formatFiat(worthOf(lines), currency, locale),
      parts: tokens.flatMap((token) => {
        const own = lines.filter((line) => line.token === token)
        const size = Number(worthOf(own))
        const amount = sumDecimals(own.map(({ amount }) => amount))
        return size > 0 ? [{ series: token, size, text: formatTokens(amount, token, locale) }] : []
      }),
    }
  })
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
          <bdi>{formatFiat(worthOf(lines), currency, locale)}</bdi>
        </Text>
        <Muted isSmall>{count === 0 ? t("payments.none") : t("overview.payments", { count, shown })}</Muted>
      </dd>
    </div>
  )
}
