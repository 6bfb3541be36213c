import type { Assumptions } from "../assumptions"
import type { ResourceKind } from "../contract/endpoints"
import type { Enveloped, Identified, Rail, WireRecord } from "../contract/wire"
import type { QuoteRequest } from "../contract/treasury"
import { idCandidates, idIn, proposeId } from "./answers"
import type { Answered, Calls, ServiceAccess } from "./calls"
import { findResource } from "./fields"
import type { Findings } from "./findings"

/** A run of the probe, and what it has seen so far. */
export type Run = {
  access: ServiceAccess
  calls: Calls
  findings: Findings
  runId: string
  /** By endpoint, with its status where filtered. */
  rows: Map<string, WireRecord[]>
  /** Objects that were created, fetched or in an event. */
  records: Map<ResourceKind, { endpoint: string; record: WireRecord }[]>
  /** The customer that this run created, with its ensured address. */
  customer?: { id: string; rail: Rail; address: string | undefined }
  /** A quote that the service gave, and the balance of its asset in token units, rounded. */
  quoteRequest?: QuoteRequest & { balance: string }
}

/** Of the intent, the invoice and the quote, in token units. */
export const AMOUNT = "5.00"
/** References of everything that the doctor creates begin with it. */
export const REFERENCE = "onchain-doctor-"
/** Rows of a list that takes a limit: enough to see every word, and as many as the plugin requests by default. */
export const ROWS = "100"
export const IN_REVIEW = "listDeposits status=review_required"

export function rowsOf({ rows }: Run, endpoint: string): WireRecord[] {
  return rows.get(endpoint) ?? []
}

export function note({ records }: Run, kind: ResourceKind, endpoint: string, record: WireRecord): void {
  records.set(kind, [...(records.get(kind) ?? []), { endpoint, record }])
}

export function recordsOf({ records }: Run, kind: ResourceKind): WireRecord[] {
  return (records.get(kind) ?? []).map(({ record }) => record)
}

/** Keeps a resource of an answer, and finds its envelope. */
export function noteResource(kind: Enveloped, answer: Answered, run: Run): WireRecord | null {
  const record = findResource(kind, answer, run.findings)
  if (record !== null) note(run, kind, answer.endpoint, record)
  return record
}

/** Proposes the most likely identifier of these records, as nothing can be fetched by it. @returns that of the first */
export function noteLikelyId(
  kind: Identified,
  endpoint: string,
  records: readonly WireRecord[],
  findings: Findings
): { path?: string; id?: string | undefined } {
  const [first] = records
  const [path] = first === undefined ? [] : idCandidates(kind, records, findings)
  if (first !== undefined && path !== undefined) {
    proposeId(kind, path, records, `${endpoint}, field ${path}`, findings)
    return { path, id: idIn(first, path) }
  }
  findings.doubt(`ids.${kind}`, `${endpoint} has no field that is unique per ${kind}`)
  return {}
}

export function railsIn(records: readonly WireRecord[]): Rail[] {
  return records.flatMap(({ chain, networkId, token }) =>
    typeof chain === "string" && typeof networkId === "string" && typeof token === "string"
      ? [{ chain, networkId, token }]
      : []
  )
}

const INTENTS = ["auto-deposit-intents", "deposit-intents", "intents"]
const CUSTOMERS = ["customers/{customerId}"]
const WITHDRAWALS = ["withdrawals", "payouts"]
const WITHDRAWAL = WITHDRAWALS.map((name) => `${name}/{withdrawalId}`)
/** Where services have the calls whose paths the document leaves open: under the business, or on their own. */
const USUAL_PATHS: Readonly<Record<keyof Assumptions["paths"], readonly string[]>> = {
  createIntent: [...INTENTS.map((name) => `customers/{customerId}/${name}`), ...INTENTS],
  getCustomer: CUSTOMERS,
  getWithdrawal: WITHDRAWAL,
  listWithdrawals: WITHDRAWALS,
}

/** The configured path first, where there is one. */
export function pathsToTry(name: keyof Assumptions["paths"], { baseline }: Findings): string[] {
  const usual = ["/businesses/{businessId}/", "/", "/businesses/"].flatMap((place) =>
    USUAL_PATHS[name].map((path) => place + path)
  )
  return [...new Set([baseline.paths[name], ...usual])].filter((path) => path !== null)
}
