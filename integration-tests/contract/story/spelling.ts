import { parseAssumptions, type Assumptions } from "../../../src/gateway/assumptions"
import type { EndpointName, WireRecord } from "../../../src/gateway/contract"

type FieldGroup = keyof Assumptions["fields"]

const defaults = parseAssumptions().fields

/** The assumed names that an endpoint's answer uses. */
const GROUP_OF_ENDPOINT: Partial<Record<EndpointName, FieldGroup>> = {
  createInvoice: "invoice",
  getInvoice: "invoice",
  getInvoiceProgress: "invoice",
  listInvoices: "invoice",
  createIntent: "intent",
  quoteWithdrawal: "withdrawalQuote",
  createWithdrawal: "withdrawal",
  getWithdrawal: "withdrawal",
  listTransactions: "transaction",
  listNetworks: "network",
  listSupportedNetworks: "network",
  listTokens: "token",
  getBilling: "billing",
  getBillingUsage: "billing",
  listDeposits: "deposit",
  assignDeposit: "depositAction",
  acceptDeposit: "depositAction",
  refundDeposit: "depositAction",
}

/**
 * Fields written with an assumption's default although the set has another name for them.
 *
 * Client and sandbox share the code that maps names, so if both ignored a name they would agree; this checks
 * the wire.
 */
export function misspeltFields(name: EndpointName, record: WireRecord, { fields }: Assumptions): string[] {
  const group = GROUP_OF_ENDPOINT[name]
  if (!group) return []
  const assumed = Object.values(fields[group]).map((path) => path?.split(".")[0] ?? null)
  return Object.values(defaults[group])
    .filter((byDefault) => byDefault !== null)
    .filter((byDefault) => !assumed.includes(byDefault) && byDefault in record)
    .map((field) => `${name}.${field}`)
}
