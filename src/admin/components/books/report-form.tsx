import { Button, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import { areReportDays, type Days, lastWeek } from "../../books/report-days"
import { useRequestReport } from "../../hooks/use-reports"
import { useTexts } from "../../hooks/use-texts"
import { TextField } from "../text-field"

/** Asks for a report of some days. */
export function ReportForm({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTexts()
  const [days, setDays] = useState<Days>(() => lastWeek(Date.now()))
  const { mutate, isPending } = useRequestReport()
  const isPossible = areReportDays(days)
  const send = () =>
    mutate(days, {
      onSuccess: ({ report }) => onDone(report.id),
      onError: ({ message }) => toast.error(t("reports.failed", { message })),
    })
  return (
    <form
      className="flex flex-col gap-y-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPossible && !isPending) send()
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          type="date"
          label={t("reports.from")}
          value={days.from}
          onChange={(from) => setDays((current) => ({ ...current, from }))}
        />
        <TextField
          type="date"
          label={t("reports.to")}
          value={days.to}
          onChange={(to) => setDays((current) => ({ ...current, to }))}
        />
        <Button
          size="small"
          type="submit"
          variant="secondary"
          className="whitespace-nowrap"
          disabled={!isPossible}
          isLoading={isPending}
        >
          {t("reports.make")}
        </Button>
      </div>
      <Text size="xsmall" className="text-ui-fg-subtle" role={isPossible ? undefined : "alert"}>
        {t(isPossible ? "reports.daysHint" : "reports.wrongDays")}
      </Text>
    </form>
  )
}
