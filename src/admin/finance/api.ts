import { toast } from "@medusajs/ui"
import type {
  OnchainBalanceListResponse,
  OnchainBillingResponse,
  OnchainReportListResponse,
  OnchainReportResponse,
  OnchainReportState,
  OnchainRequestReportBody,
  OnchainTransactionResponse,
} from "../../types/http"
import { apiPath, AREAS, BUSY_REFRESH_MS, SLOW_REFRESH_MS, useAction, useRead } from "../ui/api"
import { useTexts } from "../ui/texts"

export const SHOWN_REPORTS = 10
const area = AREAS.reports

const refreshOf = (states: OnchainReportState[]) =>
  states.some((state) => state === "queued" || state === "running") ? BUSY_REFRESH_MS : SLOW_REFRESH_MS

export function useBalances() {
  return useRead<OnchainBalanceListResponse>({
    key: [...AREAS.out, "balances"],
    path: apiPath("balances"),
    refreshMs: SLOW_REFRESH_MS,
  })
}

export function useBilling() {
  return useRead({
    key: ["onchain", "billing"],
    path: apiPath("billing"),
    select: ({ billing }: OnchainBillingResponse) => billing,
    refreshMs: SLOW_REFRESH_MS,
  })
}

export function useTransactionSync() {
  const { t } = useTexts()
  const { mutate, isPending } = useAction({
    request: () => ({ path: apiPath("transactions", "sync") }),
    stale: [AREAS.transactions],
  })
  const onError = ({ message }: Error) => toast.error(t("transactions.refreshFailed", { message }))
  return { isBusy: isPending, run: () => mutate(undefined, { onError }) }
}

const transactionKey = (id: string) => [...AREAS.transactions, "detail", id]

export function useTransaction(id: string) {
  return useRead({
    key: transactionKey(id),
    path: apiPath("transactions", id),
    select: ({ transaction }: OnchainTransactionResponse) => transaction,
  })
}

export function useTransactionReview(id: string) {
  return useAction<OnchainTransactionResponse, string>({
    request: (note) => ({ path: apiPath("transactions", id, "review"), body: { note } }),
    replaces: () => transactionKey(id),
    stale: [AREAS.transactions],
  })
}

/** Reads more often while a report is being made. */
export function useReports() {
  return useRead<OnchainReportListResponse>({
    key: [...area, "list"],
    path: apiPath("reports"),
    query: { limit: SHOWN_REPORTS },
    refreshMs: (answer) => refreshOf(answer?.reports.map(({ state }) => state) ?? []),
  })
}

export function useReport(id: string) {
  return useRead({
    key: [...area, "detail", id],
    path: apiPath("reports", id),
    select: ({ report }: OnchainReportResponse) => report,
    refreshMs: (answer) => refreshOf(answer ? [answer.report.state] : []),
  })
}

export function useRequestReport() {
  return useAction<OnchainReportResponse, OnchainRequestReportBody>({
    request: (body) => ({ path: apiPath("reports"), body }),
    stale: [area],
  })
}
