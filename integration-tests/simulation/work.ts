import type { MedusaContainer } from "@medusajs/framework/types"
import { finishDepositActions, syncDeposits } from "../../src/workflows/deposit/workers/sync-deposits"
import { processInbox } from "../../src/workflows/inbox/workers/process-inbox"
import { findDepositInvoices } from "../../src/workflows/payment/workers/deposit-invoices"
import { followUpOrders } from "../../src/workflows/payment/workers/follow-up-orders"
import { reconcilePayments } from "../../src/workflows/payment/workers/poll-payments"
import { checkWithdrawals, finishWithdrawals } from "../../src/workflows/payout/workers/follow-withdrawals"

const WORK: Record<string, (container: MedusaContainer) => Promise<unknown>> = {
  inbox: processInbox,
  poller: reconcilePayments,
  orders: followUpOrders,
  payouts: async (container) => {
    await finishWithdrawals(container)
    await checkWithdrawals(container)
  },
  events: (container) => container.resolve("onchain").outbox.publish(),
}
/** Nothing waits for these before a customer has an address. */
const WORK_OF_DEPOSITS: typeof WORK = {
  "deposit actions": finishDepositActions,
  "deposit lists": (container) => syncDeposits(container, { is_forced: false }),
  "deposit invoices": findDepositInvoices,
}

/** What the jobs of a store do for its payments and payouts, without the lists that nothing waits for. */
export const workOf = (hasAccounts: boolean): typeof WORK =>
  hasAccounts ? { ...WORK, ...WORK_OF_DEPOSITS } : WORK
