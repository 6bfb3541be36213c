import type { List } from "../../hooks/use-list-state"
import { useTexts } from "../../hooks/use-texts"
import { TextField } from "../text-field"

type DayFilterProps = { list: Pick<List, "state" | "change"> }

/** Narrows a list down to the days from one to another, both included. Either can be left open. */
export function DayFilter({ list: { state, change } }: DayFilterProps) {
  const { t } = useTexts()
  const { filters } = state
  const day = (name: "from" | "to") => (typeof filters[name] === "string" ? filters[name] : "")
  const [from, to] = [day("from"), day("to")]
  const choose = (name: "from" | "to", value: string) => {
    const { [name]: _former, ...others } = filters
    change({ filters: value ? { ...others, [name]: value } : others, pageIndex: 0 })
  }
  const isBackwards = from !== "" && to !== "" && from > to
  return (
    <div
      className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t px-6 py-3"
      role="group"
      aria-label={t("transactions.days")}
    >
      <TextField
        type="date"
        label={t("transactions.from")}
        value={from}
        onChange={(value) => choose("from", value)}
      />
      <TextField
        type="date"
        label={t("transactions.to")}
        problem={isBackwards ? t("transactions.backwards") : null}
        value={to}
        onChange={(value) => choose("to", value)}
      />
    </div>
  )
}
