import { z } from "zod"
import type { CallReport } from "../../../gateway/client/options"
import type { GatewayError } from "../../../gateway/client/errors"
import { endpoints, settingOfPath, type EndpointName } from "../../../gateway/contract"
import type { SharedStatus, Status } from "../work/shared-status"
import { timesInWords, type SetupCheck } from "./setup-check"

/** Why calls of an endpoint fail. */
const failureSchema = z.object({
  code: z.string(),
  /** Names of fields of the answer that cannot be read. */
  fields: z.array(z.string()),
  setting: z.string().nullable(),
})
export type EndpointFailure = z.infer<typeof failureSchema>

/** How the calls of an endpoint ended, in all processes. */
export type EndpointState = {
  endpoint: EndpointName
  succeededAt: Date | null
  failedAt: Date | null
  failuresInRow: number
  /** The last one. */
  failure: EndpointFailure | null
}

const SUCCESS_PAUSE_MS = 60_000
const NAMED_FIELDS = 3
const LONGEST_NAME = 80

/**
 * Records for all processes how calls of each endpoint end.
 *
 * A success is written once a minute, and at once after a failure: most calls succeed, and cost nothing.
 *
 * @param clock epoch milliseconds
 */
export function watchCalls(
  signals: Pick<SharedStatus, "note">,
  clock: () => number
): (report: CallReport) => void {
  const quietUntilMs = new Map<EndpointName, number>()
  return ({ endpoint, error }) => {
    if (error === null) {
      if (clock() < (quietUntilMs.get(endpoint) ?? 0)) return
      quietUntilMs.set(endpoint, clock() + SUCCESS_PAUSE_MS)
      signals.note(`answered:${endpoint}`, "")
    } else if (!isAnswer(endpoint, error)) {
      quietUntilMs.delete(endpoint)
      signals.note(`failed:${endpoint}`, JSON.stringify(failureOf(endpoint, error)))
    }
  }
}

/** A service that does not know one invoice has answered the question. On an assumed path it may not know the path. */
function isAnswer(endpoint: EndpointName, { status, category }: GatewayError): boolean {
  const { isMutating } = endpoints[endpoint]
  return !isMutating && category === "not_found" && settingOfPath(endpoint, status) === null
}

function failureOf(endpoint: EndpointName, { code, status, unreadable }: GatewayError): EndpointFailure {
  const fields = (unreadable?.fields ?? []).slice(0, NAMED_FIELDS).map((name) => name.slice(0, LONGEST_NAME))
  return { code, fields, setting: unreadable ? unreadable.setting : settingOfPath(endpoint, status) }
}

/** @param detail as {@link watchCalls} wrote it; that of another version counts as a code */
export function endpointState(
  endpoint: EndpointName,
  answered: Status | undefined,
  failed: Status | undefined
): EndpointState {
  return {
    endpoint,
    succeededAt: answered?.at ?? null,
    failedAt: failed?.at ?? null,
    failuresInRow: failed?.count ?? 0,
    failure: failed ? readFailure(failed.detail ?? "") : null,
  }
}

function readFailure(detail: string): EndpointFailure {
  try {
    return failureSchema.parse(JSON.parse(detail))
  } catch {
    return { code: detail, fields: [], setting: null }
  }
}

/** @example reasonOfFailure({ code: "TIMEOUT", fields: [], setting: null }) // "TIMEOUT" */
export function reasonOfFailure({ code, fields }: EndpointFailure): string {
  if (fields.length === 0) return code
  return `the answer has no readable ${fields.map((name) => `\`${name}\``).join(", ")}`
}

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
  return [{ id: "endpoints", status: "ok", message: "Every call works." }]
}

function describeFailing(
  { endpoint, failuresInRow }: EndpointState,
  failure: EndpointFailure,
  failedAt: Date
): SetupCheck {
  const { isNeeded = false, consequence } = EFFECTS[endpoint]
  const count = `${timesInWords(failuresInRow)}${failuresInRow === 1 ? "" : " in a row"}`
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
  return "docs/developers/errors.md explains the code."
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
  listWithdrawals: { consequence: "Withdrawals and refunds that were sent cannot be followed" },
  listBalances: { consequence: "Balances cannot be shown" },
  listTransactions: { consequence: "Transactions are missing, and in reports too" },
  getBilling: { consequence: "Plan and gas cannot be shown" },
  getBillingUsage: { consequence: "Quota and usage cannot be shown" },
}
