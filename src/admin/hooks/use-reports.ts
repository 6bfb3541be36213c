import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  OnchainReportListResponse,
  OnchainReportResponse,
  OnchainReportState,
  OnchainRequestReportBody,
} from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

const PATH = "/admin/onchain/reports"
/** The latest ones are what one looks for. */
export const SHOWN_REPORTS = 10
const RESTLESS_REFRESH_MS = 3_000
const REFRESH_MS = 60_000

const refreshOf = (states: OnchainReportState[]) =>
  states.some((state) => state === "queued" || state === "running") ? RESTLESS_REFRESH_MS : REFRESH_MS

/** The latest reports, read more often while one is being made. */
export function useReports() {
  return useQuery({
    queryKey: queryKeys.reportList,
    queryFn: () => sdk.client.fetch<OnchainReportListResponse>(PATH, { query: { limit: SHOWN_REPORTS } }),
    refetchInterval: ({ state }) => refreshOf(state.data?.reports.map((report) => report.state) ?? []),
  })
}

/** A report with its days and differences. */
export function useReport(id: string) {
  return useQuery({
    queryKey: queryKeys.report(id),
    queryFn: () => sdk.client.fetch<OnchainReportResponse>(`${PATH}/${encodeURIComponent(id)}`),
    select: ({ report }) => report,
    refetchInterval: ({ state }) => refreshOf(state.data ? [state.data.report.state] : []),
  })
}

/** Asks for a report of some days. It is made in the background. */
export function useRequestReport() {
  const client = useQueryClient()
  return useMutation<OnchainReportResponse, Error, OnchainRequestReportBody>({
    mutationFn: (body) => sdk.client.fetch(PATH, { method: "POST", body }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.reports }),
  })
}
