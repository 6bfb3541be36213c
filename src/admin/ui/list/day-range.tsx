import { DatePicker, Label } from "@medusajs/ui"
import { type PropsWithChildren, useEffect, useId, useState } from "react"
import { isDay } from "./list-state"
import type { List } from "./list-table"
import { useTexts } from "../texts"

/** Of the calendar, in the browser's own time zone: only the picker needs a time. */
export type Days = { from: Date | null; to: Date | null }
type DayRangeProps = {
  list: Pick<List, "state" | "change">
  /** The filters of the first and the last day. */
  names: readonly [from: string, to: string]
}

/** Filters a list by days in UTC, both included. */
export function DayRange({ list: { state, change }, names }: DayRangeProps) {
  const { t } = useTexts()
  const [fromName, toName] = names
  const textOf = (name: string) => {
    const value = state.filters[name]
    return typeof value === "string" ? value : ""
  }
  const [from, to] = [textOf(fromName), textOf(toName)]
  const [days, setDays] = useState<Days>(() => ({ from: toDate(from), to: toDate(to) }))
  // They also change when all filters are cleared.
  useEffect(() => setDays({ from: toDate(from), to: toDate(to) }), [from, to])

  const pick = (name: keyof Days, day: Date | null) => {
    // The picker also calls when its value is set from outside.
    if (toDay(day) === toDay(days[name])) return
    const chosen = { ...days, [name]: day }
    setDays(chosen)
    if (isBackwards(chosen) || !isWhole(chosen.from) || !isWhole(chosen.to)) return
    const { [fromName]: _from, [toName]: _to, ...others } = state.filters
    change({
      filters: {
        ...others,
        ...(chosen.from === null ? {} : { [fromName]: toDay(chosen.from) }),
        ...(chosen.to === null ? {} : { [toName]: toDay(chosen.to) }),
      },
      pageIndex: 0,
    })
  }
  return (
    <div className="border-t px-6 py-3">
      <DayFields days={days} problem={isBackwards(days) ? t("list.backwards") : null} onPick={pick} />
    </div>
  )
}

type DayFieldsProps = PropsWithChildren<{
  days: Days
  problem: string | null
  onPick: (name: keyof Days, day: Date | null) => void
}>

/** The first and the last day, and what belongs beside them. */
export function DayFields({ days, problem, onPick, children }: DayFieldsProps) {
  const { t } = useTexts()
  const id = useId()
  return (
    <div role="group" aria-label={t("list.days")} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {(["from", "to"] as const).map((name) => (
        <div key={name} className="flex items-center gap-x-2">
          <Label size="small" id={`${id}-${name}`} className="text-ui-fg-subtle">
            {t(`list.${name}`)}
          </Label>
          <DatePicker
            size="small"
            granularity="day"
            aria-labelledby={`${id}-${name}`}
            isInvalid={problem !== null}
            value={days[name]}
            onChange={(day) => onPick(name, day)}
          />
        </div>
      ))}
      <span className="txt-compact-small text-ui-fg-subtle">UTC</span>
      {children}
      {problem !== null && (
        <p role="alert" className="txt-small text-ui-fg-error">
          {problem}
        </p>
      )}
    </div>
  )
}

const isBackwards = ({ from, to }: Days) => from !== null && to !== null && from > to

/** While a year is typed, its first digits are years too. */
const isWhole = (date: Date | null) => date === null || date.getFullYear() >= 2000

/** The picker shows a date of the browser's own time zone: the same day of the calendar. */
export function toDate(day: string): Date | null {
  if (!isDay(day)) return null
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  return new Date(year, month - 1, date)
}

/** @example toDay(new Date(2026, 0, 31)) // "2026-01-31" */
export function toDay(date: Date | null): string {
  if (date === null) return ""
  const part = (value: number, length: number) => String(value).padStart(length, "0")
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`
}
