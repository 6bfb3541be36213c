import { DocumentText } from "@medusajs/icons"
import { Button, Text, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import type { OnchainReport } from "../../types/http"
import { DayFields, type Days, toDate, toDay } from "../ui/list/day-range"
import { OpenButton } from "../ui/links"
import { Age } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { EmptyState, Loading, Title } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { areReportDays, lastWeek } from "./report"
import { StateBadge } from "../ui/state-badge"
import { SHOWN_REPORTS, useReports, useRequestReport } from "./api"

export function ReportList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTexts()
  const id = useId()
  const { data, isPending, isError, refetch } = useReports()
  return (
    <section aria-labelledby={id} className="divide-y">
      <div className="flex flex-col gap-4 px-6 py-4 md:flex-row md:items-start md:justify-between">
        <Title level="h1" id={id} text={t("reports.title")} hint={t("reports.subtitle")} guide="balances" />
        <ReportForm onDone={onOpen} />
      </div>
      {isPending && <Loading label={t("detail.loading")} rows={1} />}
      {isError && <LoadFailure text={t("reports.loadFailed")} onRetry={() => void refetch()} />}
      {data?.reports.length === 0 && <EmptyState icon={DocumentText} heading={t("reports.none")} />}
      {data && data.reports.length > 0 && (
        <ul className="divide-y">
          {data.reports.map((report) => (
            <ReportRow key={report.id} report={report} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {data && data.count > SHOWN_REPORTS && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-3">
          {t("reports.older", { count: SHOWN_REPORTS })}
        </Text>
      )}
    </section>
  )
}

function ReportRow({ report, onOpen }: { report: OnchainReport; onOpen: (id: string) => void }) {
  const { t } = useTexts()
  const days = t("reports.days", { from: report.from, to: report.to })
  const found = report.difference_count
  const describe = () => {
    if (report.state === "running") return t("reports.progress", { count: report.rows_read })
    if (found === null) return null
    return found === 0 ? t("reports.noDifferences") : t("reports.differences", { count: found })
  }
  const outcome = describe()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-3">
      <OpenButton text={days} label={t("reports.open", { days })} onOpen={() => onOpen(report.id)} />
      <StateBadge of="reportState" state={report.state} />
      {outcome !== null && (
        <Text as="span" size="small">
          {outcome}
        </Text>
      )}
      <Text as="span" size="small" className="text-ui-fg-subtle">
        <Age at={report.created_at} />
      </Text>
    </li>
  )
}

function ReportForm({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTexts()
  const [days, setDays] = useState<Days>(() => {
    const { from, to } = lastWeek(Date.now())
    return { from: toDate(from), to: toDate(to) }
  })
  const { mutate, isPending } = useRequestReport()
  const body = { from: toDay(days.from), to: toDay(days.to) }
  const isPossible = areReportDays(body)
  const send = () =>
    mutate(body, {
      onSuccess: ({ report }) => onDone(report.id),
      onError: ({ message }) => toast.error(t("reports.failed", { message })),
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isPossible && !isPending) send()
      }}
    >
      <DayFields
        days={days}
        problem={isPossible ? null : t("reports.wrongDays")}
        onPick={(name, day) => setDays((current) => ({ ...current, [name]: day }))}
      >
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
      </DayFields>
    </form>
  )
}
