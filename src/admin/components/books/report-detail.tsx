import { Alert, Button, Text } from "@medusajs/ui"
import type { OnchainReportResponse } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useCsv } from "../../hooks/use-csv"
import { useReport } from "../../hooks/use-reports"
import { useTexts } from "../../hooks/use-texts"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { DrawerSection } from "../drawer-section"
import { Facts } from "../facts"
import { DifferenceList } from "./difference-list"
import { LineTable } from "./line-table"
import { ReportBadge } from "./report-badge"

/** What the drawer shows of a report: its differences first, then its days, and both as files. */
export function ReportDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: report, error, refetch } = useReport(id)
  if (!report) {
    return (
      <DetailPending
        error={error}
        onRetry={() => void refetch()}
        words={{
          title: t("report.title"),
          loading: t("report.loading"),
          loadFailed: t("report.loadFailed"),
          notFound: t("report.notFound"),
        }}
      />
    )
  }
  const finishedAt = report.finished_at
  const isBeingMade = report.state === "queued" || report.state === "running"
  return (
    <>
      <DrawerHeading title={t("reports.days", { from: report.from, to: report.to })}>
        <ReportBadge state={report.state} />
      </DrawerHeading>
      <div className="flex-1 divide-y overflow-y-auto">
        {isBeingMade && (
          <Text size="small" className="px-6 py-4" role="status">
            {t("report.running", { count: report.rows_read })}
          </Text>
        )}
        {report.last_error !== null && (
          <div className="px-6 py-4">
            {isBeingMade ? (
              <Alert variant="warning">{t("report.lastTry", { error: report.last_error })}</Alert>
            ) : (
              <Alert variant="error">{t("report.lastError", { error: report.last_error })}</Alert>
            )}
          </div>
        )}
        {report.incomplete_lists.length > 0 && (
          <div className="px-6 py-4">
            <Alert variant="warning">
              {t("report.incomplete", {
                lists: report.incomplete_lists
                  .map(({ list, rows }) => t("report.incompleteList", { list, rows }))
                  .join(", "),
              })}
            </Alert>
          </div>
        )}
        {report.state === "done" && <Outcome report={report} />}
        <DrawerSection title={t("report.facts")}>
          <Facts
            facts={[
              { name: t("report.by"), value: report.requested_by ?? t("acting.somebody") },
              { name: t("report.asked"), value: formatInstant(report.created_at, locale) },
              ...(finishedAt
                ? [{ name: t("report.finished"), value: formatInstant(finishedAt, locale) }]
                : []),
              { name: t("report.rows"), value: report.rows_read },
            ]}
          />
        </DrawerSection>
      </div>
    </>
  )
}

function Outcome({ report }: { report: OnchainReportResponse["report"] }) {
  const { t } = useTexts()
  const { mutate: download, isPending } = useCsv()
  const path = `/admin/onchain/reports/${encodeURIComponent(report.id)}/csv`
  const parts = [
    { part: "lines", words: t("report.downloadLines") },
    { part: "differences", words: t("report.downloadDifferences") },
  ]
  return (
    <>
      <DrawerSection title={t("report.differences")}>
        <DifferenceList differences={report.differences} count={report.difference_count} />
      </DrawerSection>
      <DrawerSection title={t("report.lines")}>
        <LineTable lines={report.lines} />
      </DrawerSection>
      <DrawerSection title={t("report.download")}>
        <div className="flex flex-wrap gap-2">
          {parts.map(({ part, words }) => (
            <Button
              key={part}
              size="small"
              variant="secondary"
              isLoading={isPending}
              onClick={() =>
                download({ path, query: { part }, name: `onchain-${part}-${report.from}-${report.to}.csv` })
              }
            >
              {words}
            </Button>
          ))}
        </div>
      </DrawerSection>
    </>
  )
}
