import { Alert, Button, Text } from "@medusajs/ui"
import type { OnchainReportResponse } from "../../types/http"
import { formatInstant } from "../ui/format"
import { useCsv } from "../ui/list/csv"
import { useReport } from "./api"
import { useTexts } from "../ui/texts"
import { DetailBody, DetailPending, DrawerSection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { DifferenceList, LineTable } from "./report-tables"
import { StateBadge } from "../ui/state-badge"

export function ReportDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: report, ...reading } = useReport(id)
  if (!report) return <DetailPending name="report" reading={reading} />
  const { finished_at: finishedAt, last_error: error, incomplete_lists: incomplete } = report
  const isBeingMade = report.state === "queued" || report.state === "running"
  const lists = incomplete.map(({ list, rows }) => t("report.incompleteList", { list, rows }))
  return (
    <DetailBody
      title={t("reports.days", { from: report.from, to: report.to })}
      badge={<StateBadge of="reportState" state={report.state} />}
    >
      {isBeingMade && (
        <Text size="small" className="px-6 py-4" role="status">
          {t("report.running", { count: report.rows_read })}
        </Text>
      )}
      {error !== null && (
        <div className="px-6 py-4">
          <Alert variant={isBeingMade ? "warning" : "error"}>
            {t(isBeingMade ? "report.lastTry" : "report.lastError", { error })}
          </Alert>
        </div>
      )}
      {lists.length > 0 && (
        <div className="px-6 py-4">
          <Alert variant="warning">{t("report.incomplete", { lists: lists.join(", ") })}</Alert>
        </div>
      )}
      {report.state === "done" && <Outcome report={report} />}
      <DrawerSection title={t("field.details")}>
        <Facts
          facts={[
            [t("field.requestedBy"), report.requested_by ?? t("detail.user")],
            [t("field.requested"), formatInstant(report.created_at, locale)],
            [t("report.finished"), finishedAt && formatInstant(finishedAt, locale)],
            [t("report.rows"), report.rows_read],
          ]}
        />
      </DrawerSection>
    </DetailBody>
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
