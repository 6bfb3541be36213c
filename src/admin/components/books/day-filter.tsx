import { Button } from "@medusajs/ui"
import { useEffect, useState } from "react"
import type { List } from "../../hooks/use-list-state"
import { useTexts } from "../../hooks/use-texts"
import { TextField } from "../text-field"

type DayFilterProps = { list: Pick<List, "state" | "change"> }

/**
 * Narrows a list down to the days from one to another, both included. Either can be left open.
 *
 * Days are asked for by a button and not while they are written: half a year is a year as well.
 */
export function DayFilter({ list: { state, change } }: DayFilterProps) {
  const { t } = useTexts()
  const { filters } = state
  const day = (name: "from" | "to") => (typeof filters[name] === "string" ? filters[name] : "")
  const [from, to] = [day("from"), day("to")]
  const [days, setDays] = useState({ from, to })
  // They change elsewhere as well: when all filters are cleared.
  useEffect(() => setDays({ from, to }), [from, to])
  const isBackwards = days.from !== "" && days.to !== "" && days.from > days.to
  const show = () => {
    const { from: _from, to: _to, ...others } = filters
    const chosen = Object.entries(days).filter(([, value]) => value !== "")
    change({ filters: { ...others, ...Object.fromEntries(chosen) }, pageIndex: 0 })
  }
  return (
    <form
      className="flex flex-wrap items-end gap-x-3 gap-y-2 border-t px-6 py-3"
      aria-label={t("transactions.days")}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBackwards) show()
      }}
    >
      <TextField
        type="date"
        label={t("transactions.from")}
        value={days.from}
        onChange={(value) => setDays((current) => ({ ...current, from: value }))}
      />
      <TextField
        type="date"
        label={t("transactions.to")}
        value={days.to}
        onChange={(value) => setDays((current) => ({ ...current, to: value }))}
      />
      <Button size="small" type="submit" variant="secondary" disabled={isBackwards}>
        {t("transactions.showDays")}
      </Button>
      {isBackwards && (
        <p role="alert" className="txt-small text-ui-fg-error py-1">
          {t("transactions.backwards")}
        </p>
      )}
    </form>
  )
}
