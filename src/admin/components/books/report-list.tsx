import { Heading, Skeleton, Text } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainReport } from "../../../types/http"
import { SHOWN_REPORTS, useReports } from "../../hooks/use-reports"
import { useTexts } from "../../hooks/use-texts"
import { Age } from "../age"
import { LoadFailure } from "../load-failure"
import { OpenButton } from "../open-button"
import { ReportBadge } from "./report-badge"
import { ReportForm } from "./report-form"

/** The latest reports, and the way to a new one. */
export function ReportList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTexts()
  const id = useId()
  const { data, isPending, isError, refetch } = useReports()
  return (
    <section aria-labelledby={id} className="divide-y">
      <div className="flex flex-col gap-4 px-6 py-4 md:flex-row md:items-start md:justify-between">
        <div>
          <Heading level="h2" id={id}>
            {t("reports.title")}
          </Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("reports.subtitle")}
          </Text>
        </div>
        <ReportForm onDone={onOpen} />
      </div>
      {isPending && (
        <div className="px-6 py-4" role="status" aria-label={t("reports.loading")}>
          <Skeleton className="h-8 w-full" />
        </div>
      )}
      {isError && <LoadFailure text={t("reports.loadFailed")} onRetry={() => void refetch()} />}
      {data?.reports.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("reports.none")}
        </Text>
      )}
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
      <ReportBadge state={report.state} />
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
