import { validateAndTransformQuery } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import type { TransactionPage } from "../../../modules/onchain/finance/transactions"
import type {
  OnchainBillingResponse,
  OnchainReportResponse,
  OnchainTransactionResponse,
} from "../../../types/http"
import { listBalances, viewBilling } from "../../../workflows/finance/queries/balances"
import {
  listTransactions,
  reviewTransaction,
  viewTransaction,
} from "../../../workflows/finance/queries/list-transactions"
import {
  exportReport,
  listReports,
  REPORT_PARTS,
  requestReport,
  viewReport,
} from "../../../workflows/finance/queries/view-reports"
import { syncTransactions } from "../../../workflows/finance/workers/sync-transactions"
import { day, noteText, oneOf, ordered, pageParams, sentText, toPage, toRange } from "../../request-params"
import { act, actorOf, type AdminRequest, answer, idOf, nameCsv, read } from "./admin-route"

/** Also of `POST .../sync`, which answers with the same page. */
const transactionListParams = z.strictObject({
  type: sentText("type").optional(),
  direction: sentText("direction").optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  /** Only those that wait for a review. */
  waiting: z.literal("true", { error: "waiting: expected true, or leave it out" }).optional(),
  from: day("from").optional(),
  to: day("to").optional(),
  q: sentText("q").optional(),
  order: ordered("at"),
  ...pageParams,
})

function transactionPage(params: z.infer<typeof transactionListParams>): TransactionPage {
  const { filter, ...page } = toPage(params)
  const { from, to, waiting, ...others } = filter
  return { ...page, filter: { ...others, waiting: waiting !== undefined, ...toRange({ from, to }) } }
}

const viewTransactionOf = async (req: AdminRequest): Promise<OnchainTransactionResponse> => ({
  transaction: await viewTransaction(req.scope, idOf(req)),
})

const reportListParams = z.strictObject(pageParams)
const reportBody = z.strictObject({
  from: sentText("from", "expected a day such as 2026-01-31"),
  to: sentText("to", "expected a day such as 2026-01-31"),
})
const reportCsvParams = z.strictObject({ part: oneOf("part", REPORT_PARTS).default("lines") })

/** A report that is not done has no lines yet. */
const viewReportOf = async (
  req: AdminRequest,
  { report_id }: { report_id: string }
): Promise<OnchainReportResponse> => ({ report: await viewReport(req.scope, { report_id }) })

export const financeRoutes = {
  "GET /balances": read((req) => listBalances(req.scope)),
  "GET /billing": read(async (req): Promise<OnchainBillingResponse> => ({
    billing: await viewBilling(req.scope),
  })),
  "GET /transactions": read(
    (req, params) => listTransactions(req.scope, transactionPage(params)),
    transactionListParams
  ),
  /** Reads the provider's list now and answers with a page. A long list continues in the background. */
  "POST /transactions/sync": read(async (req, params) => {
    await syncTransactions(req.scope, { is_whole: true })
    return listTransactions(req.scope, transactionPage(params))
  }, transactionListParams),
  "GET /transactions/:id": read(viewTransactionOf),
  /** Records what an admin found about a transaction in review. Moves nothing. */
  "POST /transactions/:id/review": act(
    (req, { note }) => reviewTransaction(req.scope, { id: idOf(req), note, actorId: actorOf(req).id }),
    async (_, transaction): Promise<OnchainTransactionResponse> => ({ transaction }),
    z.strictObject({ note: noteText("say what you found") })
  ),
  "GET /reports": read((req, page) => listReports(req.scope, page), reportListParams),
  /** A job makes the report. */
  "POST /reports": act(
    (req, body) => requestReport(req.scope, { ...body, actor_id: actorOf(req).id }),
    viewReportOf,
    reportBody
  ),
  "GET /reports/:id": read((req) => viewReportOf(req, { report_id: idOf(req) })),
  "GET /reports/:id/csv": answer(
    async (req, res) => {
      const { part } = req.validatedQuery as z.infer<typeof reportCsvParams>
      const { name, text } = await exportReport(req.scope, { report_id: idOf(req), part })
      nameCsv(res, name)
      res.send(text)
    },
    validateAndTransformQuery(reportCsvParams, {})
  ),
}
