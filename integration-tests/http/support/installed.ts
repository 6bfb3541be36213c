import { resolve } from "node:path"
import type * as Index from "../../../src/workflows"
import type * as DepositInvoices from "../../../src/workflows/payment/workers/deposit-invoices"
import type * as OrderFollowUps from "../../../src/workflows/payment/workers/follow-up-orders"
import type * as Polling from "../../../src/workflows/payment/workers/poll-payments"
import type * as Closing from "../../../src/workflows/payment/close-order"
import type * as Settling from "../../../src/workflows/payment/settle-payment"
import type * as FollowedWithdrawals from "../../../src/workflows/payout/workers/follow-withdrawals"
import type * as Reports from "../../../src/workflows/finance/workers/run-reports"
import type * as Transactions from "../../../src/workflows/finance/workers/sync-transactions"
import type * as Attention from "../../../src/workflows/health/attention"
import type * as Inbox from "../../../src/workflows/inbox/workers/process-inbox"
import type * as Purging from "../../../src/workflows/inbox/workers/purge-inbox"
import type * as MissedRefunds from "../../../src/workflows/refund/workers/find-missed-refunds"
import type * as Worker from "../../../src/workflows/worker"

type Files = {
  index: typeof Index
  "payment/workers/deposit-invoices": typeof DepositInvoices
  "payment/workers/follow-up-orders": typeof OrderFollowUps
  "payment/workers/poll-payments": typeof Polling
  "payment/close-order": typeof Closing
  "payment/settle-payment": typeof Settling
  "payout/workers/follow-withdrawals": typeof FollowedWithdrawals
  "finance/workers/run-reports": typeof Reports
  "finance/workers/sync-transactions": typeof Transactions
  "health/attention": typeof Attention
  "inbox/workers/process-inbox": typeof Inbox
  "inbox/workers/purge-inbox": typeof Purging
  "refund/workers/find-missed-refunds": typeof MissedRefunds
  worker: typeof Worker
}

const WORKFLOWS = resolve(process.cwd(), "node_modules/medusa-payment-onchain/.medusa/server/src/workflows")

/**
 * A file of `src/workflows` as the store has loaded it: what its routes and jobs call, run by a story. The package's
 * name would lead to this repository's own build: other workflows under the same ids, and classes of errors that the
 * store's code does not know.
 */
export async function installed<File extends keyof Files>(file: File): Promise<Files[File]> {
  return (await import(`${WORKFLOWS}/${file}.js`)) as Files[File]
}
