import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { reportBody, reportCsvParams, reportListParams } from "./reports/validators"
import { transactionListParams } from "./transactions/validators"

/** What is checked before the routes of balances, transactions, reports and billing run. */
export const bookMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/onchain/transactions",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(transactionListParams, {})],
  },
  {
    matcher: "/admin/onchain/transactions/sync",
    methods: ["POST"],
    middlewares: [validateAndTransformQuery(transactionListParams, {})],
  },
  {
    matcher: "/admin/onchain/reports",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(reportListParams, {})],
  },
  {
    matcher: "/admin/onchain/reports",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(reportBody)],
  },
  {
    matcher: "/admin/onchain/reports/:id/csv",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(reportCsvParams, {})],
  },
]
