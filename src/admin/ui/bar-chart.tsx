import { Text } from "@medusajs/ui"
import { type KeyboardEvent, useState } from "react"

/** Of Medusa's theme, which has them for light and dark. */
const COLORS = ["blue", "green", "orange", "purple", "red", "neutral"].map(
  (name) => `var(--tag-${name}-icon)`
)
const colorOf = (index: number) => COLORS[index % COLORS.length]

/** `size` is only for drawing; `text` is what is read. */
export type Bar = { name: string; total: string; parts: { series: string; size: number; text: string }[] }

type BarChartProps = {
  /** For a screen reader: what is shown, and that the arrow keys move. */
  label: string
  series: string[]
  bars: Bar[]
  /** Writes a size at the axis. */
  axis: (size: number) => string
  headings: { bar: string; total: string }
}

/** The next 1, 2, 2.5 or 5 of a power of ten. */
export function roundUp(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size || 1))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= size) ?? 10) * power
}

const sizeOf = ({ parts }: Bar) => parts.reduce((sum, { size }) => sum + size, 0)

/**
 * Stacked bars. Boxes rather than SVG: they follow the direction of the page and every width by themselves.
 * One stop for the keyboard; the arrow keys read bar by bar, and a screen reader has a table.
 */
export function BarChart({ label, series, bars, axis, headings }: BarChartProps) {
  const [open, setOpen] = useState<number | null>(null)
  const top = roundUp(Math.max(...bars.map(sizeOf)))
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const isReversed = getComputedStyle(event.currentTarget).direction === "rtl"
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === "Escape") return setOpen(null)
    if (step === undefined) return
    event.preventDefault()
    const last = bars.length - 1
    setOpen((now) => Math.min(last, Math.max(0, (now ?? last) + (isReversed ? -step : step))))
  }
  const shown = open === null ? undefined : bars[open]
  return (
    <>
      <div
        role="group"
        tabIndex={0}
        aria-label={label}
        className="focus-visible:shadow-borders-focus relative flex flex-col gap-y-1 rounded outline-none"
        onKeyDown={move}
        onFocus={(event) => event.target.matches(":focus-visible") && setOpen(bars.length - 1)}
        onBlur={() => setOpen(null)}
        onMouseLeave={() => setOpen(null)}
      >
        <div className="relative flex h-40 items-end" aria-hidden>
          {[1, 0.5].map((part) => (
            <div
              key={part}
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
            {bars.map((bar, index) => (
              <div
                key={bar.name}
                className="relative flex h-full flex-1 flex-col-reverse gap-px px-px sm:px-[2px]"
                style={open === index ? { background: "var(--bg-base-hover)" } : undefined}
                onMouseEnter={() => setOpen(index)}
              >
                {bar.parts.map(({ series: name, size }) => (
                  <div
                    key={name}
                    className="rounded-[2px]"
                    style={{
                      height: `${(size / top) * 100}%`,
                      minHeight: 2,
                      background: colorOf(series.indexOf(name)),
                    }}
                  />
                ))}
              </div>
            ))}
            {shown && open !== null && <Tip bar={shown} series={series} at={open / bars.length} />}
          </div>
        </div>
        <div className="text-ui-fg-subtle txt-compact-xsmall flex justify-between ps-14" aria-hidden>
          <span>{bars[0]?.name}</span>
          <span>{bars.at(-1)?.name}</span>
        </div>
        <div role="status" className="sr-only">
          {shown && [shown.name, shown.total, ...shown.parts.map(({ text }) => text)].join(", ")}
        </div>
      </div>
      <table className="sr-only">
        <caption>{label}</caption>
        <thead>
          <tr>
            {[headings.bar, ...series, headings.total].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, parts, total }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map((one) => (
                <td key={one}>{parts.find((part) => part.series === one)?.text ?? "–"}</td>
              ))}
              <td>{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** @param at from 0 to 1 along the chart: past the middle the tip opens towards the start */
function Tip({ bar, series, at }: { bar: Bar; series: string[]; at: number }) {
  const place = at < 0.5 ? { insetInlineStart: `${at * 100}%` } : { insetInlineEnd: `${(1 - at) * 100}%` }
  return (
    <div
      className="bg-ui-bg-component shadow-elevation-tooltip txt-compact-xsmall pointer-events-none absolute top-0 z-10 flex max-w-64 flex-col gap-y-1 rounded-lg px-3 py-2"
      style={place}
    >
      <span className="text-ui-fg-subtle">{bar.name}</span>
      <span className="txt-compact-small-plus tabular-nums">{bar.total}</span>
      {bar.parts.map(({ series: name, text }) => (
        <Legend key={name} index={series.indexOf(name)} name={text} />
      ))}
    </div>
  )
}

export function Legend({ index, name }: { index: number; name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-x-1.5">
      <span className="size-2 shrink-0 rounded-[2px]" style={{ background: colorOf(index) }} aria-hidden />
      <bdi className="truncate tabular-nums">{name}</bdi>
    </span>
  )
}
