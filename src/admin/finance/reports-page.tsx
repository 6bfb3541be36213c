import { DocumentText } from "@medusajs/icons"
import { Alert, Button, clx, Container, Text, toast } from "@medusajs/ui"
import { type ReactNode, useId, useState } from "react"
import type {
  OnchainReport,
  OnchainReportDifference,
  OnchainReportLine,
  OnchainReportListResponse,
  OnchainReportResponse,
  OnchainRequestReportBody,
} from "../../types/http"
import { assetKey } from "../payout/request"
import { apiPath, BUSY_REFRESH_MS, SLOW_REFRESH_MS, useAction, useRead } from "../ui/api"
import { DetailBody, DetailPending, DrawerSection, SideDrawer } from "../ui/drawer"
import { Age, Facts } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { formatDecimal, formatFiat, formatTokens } from "../ui/format"
import { OpenButton, OrderLink } from "../ui/links"
import { useCsv } from "../ui/list/csv"
import { DayFields, type Days, toDate, toDay } from "../ui/list/day-range"
import { useOpenItem } from "../ui/list/list-page"
import { EmptyState, Loading, Strong, Title } from "../ui/prose"
import { SectionTabs } from "../ui/section-tabs"
import { StateBadge } from "../ui/state-badge"
import { nameOf, useTexts } from "../ui/texts"

const SHOWN_REPORTS = 10
const DAY_MS = 86_400_000
const MAX_DAYS = 31

const isBeingMade = ({ state }: OnchainReport) => state === "queued" || state === "running"
const refreshOf = (reports: OnchainReport[]) =>
  reports.some(isBeingMade) ? BUSY_REFRESH_MS : SLOW_REFRESH_MS

type ReportProps = { report: OnchainReportResponse["report"] }

/** The server sends only the first rows. */
function DifferenceList({ report: { differences, difference_count: count } }: ReportProps) {
  const { t, locale } = useTexts()
  if (differences.length === 0) {
    return <Text size="small">{t("report.none")}</Text>
  }
  const shown = differences.length
  const amount = (value: string | null, { token, currency_code: currency }: OnchainReportDifference) => {
    if (value === null) return t("report.missing")
    return currency === null ? formatTokens(value, token, locale) : formatFiat(value, currency, locale)
  }
  return (
    <>
      {count !== null && count > shown && <Text size="small">{t("report.shownOf", { shown, count })}</Text>}
      <ul className="flex flex-col gap-y-4">
        {differences.map((difference) => (
          <li
            key={`${difference.kind} ${difference.match_key} ${difference.day} ${difference.token} ${difference.currency_code}`}
            className="flex flex-col gap-y-2 rounded-lg border p-3"
          >
            <Strong>{nameOf("differenceKind", difference.kind, t)}</Strong>
            <Text size="small" className="break-words">
              {difference.explanation}
            </Text>
            <Facts
              facts={[
                ["report.day", difference.day],
                ["detail.expected", amount(difference.expected, difference)],
                ["report.found", amount(difference.found, difference)],
                ["field.order", difference.order && <OrderLink order={difference.order} />],
                ["report.key", difference.match_key, "copy"],
              ]}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const AMOUNT = "whitespace-nowrap py-2 pe-4 text-end tabular-nums"

/** Wider than its drawer, so it scrolls by itself. */
function LineTable({ lines }: { lines: OnchainReportLine[] }) {
  const { t, locale } = useTexts()
  if (lines.length === 0) return <Text size="small">{t("report.noLines")}</Text>
  const part = ({ tokens, count }: { tokens: string; count: number }) =>
    count === 0 ? "–" : t("report.times", { amount: formatDecimal(tokens, locale), count })
  const captures = ({ captures: { fiat, ...rest } }: OnchainReportLine) => (
    <>
      {part(rest)}
      {fiat.map(({ currency_code, amount }) => (
        <span key={currency_code} className="text-ui-fg-subtle block">
          {formatFiat(amount, currency_code, locale)}
        </span>
      ))}
    </>
  )
  const columns: [name: string, show: (line: OnchainReportLine) => ReactNode][] = [
    ["day", ({ day }) => day],
    ["asset", ({ token, network_name: network }) => t("balances.asset", { token, network })],
    ["captures", captures],
    ["invoices", ({ invoices }) => part(invoices)],
    ["receipts", ({ receipts }) => part(receipts)],
    ["income", ({ income }) => part(income)],
    ["fees", ({ fees }) => formatDecimal(fees, locale)],
    ["payouts", ({ payouts }) => part(payouts)],
    ["refunds", ({ refunds }) => part(refunds)],
  ]
  const styleOf = (index: number) => (index < 2 ? "whitespace-nowrap py-2 pe-4 text-start" : AMOUNT)
  return (
    <div className="overflow-x-auto" role="region" aria-label={t("report.table")} tabIndex={0}>
      <table className="txt-compact-small text-start">
        <thead>
          <tr>
            {columns.map(([name], index) => (
              <th key={name} scope="col" className={clx("txt-compact-small-plus", styleOf(index))}>
                {t(`report.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.day} ${assetKey(line)}`} className="border-t align-top">
              {columns.map(([name, show], index) =>
                index === 0 ? (
                  <th key={name} scope="row" className={clx("font-normal", styleOf(index))}>
                    {show(line)}
                  </th>
                ) : (
                  <td key={name} className={styleOf(index)}>
                    {show(line)}
                  </td>
                )
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ReportDetail({ id }: { id: string }) {
  const { t } = useTexts()
  const { data: report, ...reading } = useRead(apiPath("reports", id), {
    select: (answer: OnchainReportResponse) => answer.report,
    refreshMs: (answer) => refreshOf(answer ? [answer.report] : []),
  })
  if (!report) return <DetailPending name="report" reading={reading} />
  const { finished_at: finishedAt, last_error: error, incomplete_lists: incomplete } = report
  const isRunning = isBeingMade(report)
  const lists = incomplete.map(({ list, rows }) => t("report.incompleteList", { list, rows }))
  return (
    <DetailBody
      title={t("reports.days", { from: report.from, to: report.to })}
      badge={<StateBadge of="reportState" state={report.state} />}
    >
      {isRunning && (
        <Text size="small" className="px-6 py-4" role="status">
          {t("report.running", { count: report.rows_read })}
        </Text>
      )}
      {error !== null && (
        <div className="px-6 py-4">
          <Alert variant={isRunning ? "warning" : "error"}>
            {t(isRunning ? "report.lastTry" : "report.lastError", { error })}
          </Alert>
        </div>
      )}
      {lists.length > 0 && (
        <div className="px-6 py-4">
          <Alert variant="warning">{t("report.incomplete", { lists: lists.join(", ") })}</Alert>
        </div>
      )}
      {report.state === "done" && <Outcome report={report} />}
      <DrawerSection
        title="field.details"
        facts={[
          ["field.requestedBy", report.requested_by ?? t("detail.user")],
          ["field.requested", report.created_at, "at"],
          ["report.finished", finishedAt, "at"],
          ["report.rows", report.rows_read],
        ]}
      />
    </DetailBody>
  )
}

const PARTS = [
  ["lines", "report.downloadLines"],
  ["differences", "report.downloadDifferences"],
] as const

function Outcome({ report }: ReportProps) {
  const { t } = useTexts()
  const { mutate: download, isPending } = useCsv()
  const path = apiPath("reports", report.id, "csv")
  return (
    <>
      <DrawerSection title="report.differences">
        <DifferenceList report={report} />
      </DrawerSection>
      <DrawerSection title="report.lines">
        <LineTable lines={report.lines} />
      </DrawerSection>
      <DrawerSection title="report.download">
        <div className="flex flex-wrap gap-2">
          {PARTS.map(([part, words]) => (
            <Button
              key={part}
              size="small"
              variant="secondary"
              isLoading={isPending}
              onClick={() =>
                download({ path, query: { part }, name: `onchain-${part}-${report.from}-${report.to}.csv` })
              }
            >
              {t(words)}
            </Button>
          ))}
        </div>
      </DrawerSection>
    </>
  )
}

export function ReportsPage() {
  const { t } = useTexts()
  const headingId = useId()
  const { openId, open, close } = useOpenItem("report_id")
  const { data, isPending, isError, refetch } = useRead<OnchainReportListResponse>(apiPath("reports"), {
    query: { limit: SHOWN_REPORTS },
    refreshMs: (answer) => refreshOf(answer?.reports ?? []),
  })
  return (
    <div className="flex flex-col gap-y-3">
      <SectionTabs of="balances" />
      <Container className="p-0">
        <section aria-labelledby={headingId} className="divide-y">
          <div className="flex flex-col gap-4 px-6 py-4 md:flex-row md:items-start md:justify-between">
            <Title
              level="h1"
              id={headingId}
              text={t("menu.reports")}
              hint={t("reports.subtitle")}
              guide="balances"
            />
            <ReportForm onDone={open} />
          </div>
          {isPending && <Loading label={t("detail.loading")} rows={1} />}
          {isError && <LoadFailure text={t("reports.loadFailed")} onRetry={() => void refetch()} />}
          {data?.reports.length === 0 && <EmptyState icon={DocumentText} heading={t("reports.none")} />}
          {data && data.reports.length > 0 && (
            <ul className="divide-y">
              {data.reports.map((report) => (
                <ReportRow key={report.id} report={report} onOpen={open} />
              ))}
            </ul>
          )}
          {data && data.count > SHOWN_REPORTS && (
            <Text size="small" className="text-ui-fg-subtle px-6 py-3">
              {t("reports.older", { count: SHOWN_REPORTS })}
            </Text>
          )}
        </section>
        <SideDrawer id={openId} onClose={close}>
          {(id) => <ReportDetail key={id} id={id} />}
        </SideDrawer>
      </Container>
    </div>
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

/** Days are those of UTC. */
const daysAgo = (count: number) => toDate(new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10))

function ReportForm({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTexts()
  const [days, setDays] = useState<Days>(() => ({ from: daysAgo(6), to: daysAgo(0) }))
  const { mutate, isPending } = useAction<OnchainReportResponse, OnchainRequestReportBody>((body) => ({
    path: apiPath("reports"),
    body,
  }))
  const body = { from: toDay(days.from), to: toDay(days.to) }
  const count = (Date.parse(body.to) - Date.parse(body.from)) / DAY_MS + 1
  const isPossible = count >= 1 && count <= MAX_DAYS
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
