import type { Assumptions } from "../assumptions"
import { type ReportUnreadable, unwrapList, type ResourceKind, type WireRecord } from "../contract/records"
import { parseNetwork, parseToken } from "../contract/catalog"
import { ContractError, type Enveloped } from "../contract/wire"
import {
  parseCustomer,
  parseEnsuredAddress,
  parseIntent,
  parseInvoice,
  parseInvoiceRecord,
} from "../contract/invoice"
import { parseDepositAction, parseDepositRecord } from "../contract/deposit"
import { endpoints, type Endpoint, type EndpointName } from "../contract/endpoints"
import { parseBalance, parseBilling, parseTransaction } from "../contract/finance"
import { parseQuote, parseWithdrawal, parseWithdrawalRecord } from "../contract/withdrawal"
import type { RawCalls } from "./raw-calls"

type Parse = (body: unknown, assumptions: Assumptions, report: ReportUnreadable) => unknown
type ParseRow = (row: WireRecord, assumptions: Assumptions, report: ReportUnreadable) => unknown

const RESOURCES: Record<Enveloped, Parse> = {
  customer: parseCustomer,
  address: parseEnsuredAddress,
  invoice: parseInvoice,
  intent: parseIntent,
  quote: parseQuote,
  withdrawal: parseWithdrawal,
  depositAction: parseDepositAction,
  billing: parseBilling,
}
const ROWS: Partial<Record<ResourceKind, ParseRow>> = {
  network: parseNetwork,
  token: parseToken,
  balance: parseBalance,
  transaction: parseTransaction,
  invoice: parseInvoiceRecord,
  withdrawal: parseWithdrawalRecord,
  deposit: parseDepositRecord,
}
const isEnveloped = (kind: ResourceKind): kind is Enveloped => Object.hasOwn(RESOURCES, kind)

/** Notes for each answer whether the plugin could read it with these settings. */
export function checkReadable({ endpoints: noted, answers }: RawCalls, assumptions: Assumptions): void {
  for (const { name, endpoint, body } of answers) {
    const problem = problemOf(name, body, assumptions)
    const entry = noted.find((known) => known.endpoint === endpoint && known.ok)
    if (problem === null || entry === undefined) continue
    entry.ok = false
    entry.reason = problem
  }
}

function problemOf(name: EndpointName, body: unknown, assumptions: Assumptions): string | null {
  const { resource, answer }: Endpoint = endpoints[name]
  const unread = new Set<string>()
  const report: ReportUnreadable = ({ field, word }) => {
    if (word === undefined) unread.add(field)
  }
  try {
    if (answer === "list")
      for (const row of unwrapList(body, resource, assumptions).items)
        ROWS[resource]?.(row, assumptions, report)
    else if (isEnveloped(resource)) RESOURCES[resource](body, assumptions, report)
  } catch (error) {
    if (error instanceof ContractError)
      return `not readable with these settings: ${error.problems.join("; ")}`
    // A service may send objects on which any check fails.
    return "not readable with these settings"
  }
  return unread.size > 0 ? `not readable: ${[...unread].join(", ")}` : null
}
