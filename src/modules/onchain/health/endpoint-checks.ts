import type { EndpointName } from "../../../gateway/contract"
import { reasonOfFailure, type EndpointFailure, type EndpointState } from "./endpoint-watch"
import type { SetupCheck } from "./setup-checks"

/** Fewer failures may come from one shopper's cart. An answer that cannot be read is a finding by itself. */
const FINDING_COUNT = 3
/** After this a failure is over; a success ends it earlier. */
const FAILURE_SHOWN_MS = 24 * 3_600_000

/** One finding per endpoint that fails: what does not work for whom, and what to do. */
export function describeEndpoints(states: readonly EndpointState[], nowMs: number): SetupCheck[] {
  const findings = states.flatMap((state) => {
    const { failure, failedAt, failuresInRow } = state
    const isRecent = failedAt !== null && nowMs - failedAt.getTime() < FAILURE_SHOWN_MS
    const leastCount = failure && failure.fields.length > 0 ? 1 : FINDING_COUNT
    return failure && isRecent && failuresInRow >= leastCount
      ? [describeFailing(state, failure, failedAt)]
      : []
  })
  if (findings.length > 0) return findings
  return [{ id: "endpoints", status: "ok", message: "Every call of the provider works, creations included." }]
}

function describeFailing(
  { endpoint, failuresInRow }: EndpointState,
  failure: EndpointFailure,
  failedAt: Date
): SetupCheck {
  const { isNeeded = false, consequence } = EFFECTS[endpoint]
  const count = failuresInRow === 1 ? "once" : `${failuresInRow} times in a row`
  return {
    id: `endpoint_${endpoint}`,
    status: isNeeded ? "error" : "warning",
    message:
      `${consequence}: ${endpoint} failed ${count}, last at ${failedAt.toISOString()}: ${reasonOfFailure(failure)}. ` +
      remedyOf(failure),
  }
}

function remedyOf({ fields, setting }: EndpointFailure): string {
  if (setting?.startsWith("assumptions.paths.")) return `Set ${setting} to the provider's path of this call.`
  if (setting !== null) return `Set ${setting} to the name that the provider uses.`
  if (fields.length > 0) return "No setting names these fields. Ask the provider about its format."
  return "docs/errors.md explains the code."
}

type Effect = { consequence: string; isNeeded?: boolean }

/** What a failing endpoint means. `isNeeded`: by a checkout. */
const EFFECTS: Readonly<Record<EndpointName, Effect>> = {
  createCustomer: { consequence: "Signed-in shoppers cannot pay", isNeeded: true },
  ensureAddress: { consequence: "Signed-in shoppers cannot pay", isNeeded: true },
  createIntent: { consequence: "Signed-in shoppers cannot pay", isNeeded: true },
  createInvoice: { consequence: "Guests, and all who get an invoice, cannot pay", isNeeded: true },
  getInvoice: { consequence: "Payments are not captured", isNeeded: true },
  listNetworks: { consequence: "Shoppers are offered no network", isNeeded: true },
  listTokens: { consequence: "Shoppers are offered no token", isNeeded: true },
  listSupportedNetworks: { consequence: "The supported networks cannot be listed" },
  getCustomer: { consequence: "A customer of the provider cannot be looked up" },
  getInvoiceProgress: { consequence: "Shoppers do not see the confirmations of their payment" },
  listInvoices: { consequence: "Payments to reusable addresses are found by webhooks only" },
  listDeposits: { consequence: "Deposits in review are found by webhooks only" },
  assignDeposit: { consequence: "Deposits in review cannot be assigned" },
  acceptDeposit: { consequence: "Deposits in review cannot be accepted" },
  refundDeposit: { consequence: "Deposits in review cannot be refunded" },
  quoteWithdrawal: { consequence: "Withdrawals and refunds cannot be quoted" },
  createWithdrawal: { consequence: "Withdrawals and refunds cannot be sent" },
  getWithdrawal: { consequence: "Withdrawals and refunds that were sent cannot be followed" },
  listWithdrawals: { consequence: "Withdrawals and refunds that were sent cannot be followed by their list" },
  listBalances: { consequence: "Balances cannot be shown" },
  listTransactions: { consequence: "Transactions are missing, and in reports too" },
  getBilling: { consequence: "Plan and gas cannot be shown" },
  getBillingUsage: { consequence: "Quota and usage cannot be shown" },
}
