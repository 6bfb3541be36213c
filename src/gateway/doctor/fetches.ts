import type { Assumptions } from "../assumptions"
import type { WireRecord } from "../contract/records"
import type { Enveloped, Identified } from "../contract/wire"
import { leavesOf } from "./answer-shape"
import { note, rowsOf, type Evidence } from "./evidence"
import { findResource, findRows, idCandidates, idIn, proposeId } from "./find-resources"
import { payoutReferences } from "./find-transactions"
import type { Findings } from "./findings"
import { isAnswer, type RawCalls } from "./raw-calls"

/** Rows of a list that takes a limit: enough to see every word, and as many as the plugin asks for by default. */
export const ROWS = "100"

export type Parts = { calls: RawCalls; evidence: Evidence; findings: Findings }

/** Fetches one invoice, customer and withdrawal, by the identifiers that the answers so far have shown. */
export async function fetchResources(parts: Parts): Promise<void> {
  await fetchInvoice(parts)
  await fetchCustomer(parts)
  await fetchWithdrawal(parts)
}

async function fetchInvoice({ calls, evidence, findings }: Parts): Promise<void> {
  const created = evidence.records.invoice
  const rows = created.length > 0 ? created : rowsOf(evidence, "listInvoices")
  const source = created.length > 0 ? "createInvoice" : "listInvoices"
  const [first] = rows
  if (first === undefined) {
    findings.miss("ids.invoice", "an invoice")
    return findings.miss("envelopes.invoice", "an invoice")
  }
  const candidates = idCandidates("invoice", rows, findings)
  for (const path of candidates) {
    const invoiceId = idIn(first, path) ?? ""
    const answer = await calls.send("getInvoice", { params: { invoiceId } })
    if (!isAnswer(answer)) {
      if (path !== candidates.at(-1)) calls.forgetLast()
      continue
    }
    const because = `getInvoice answers with ${path} of ${source}`
    proposeId("invoice", path, { records: rows, because }, findings)
    evidence.ids.invoice = invoiceId
    noteResource("invoice", answer, evidence, findings)
    const progress = await calls.send("getInvoiceProgress", { params: { invoiceId } })
    if (isAnswer(progress)) noteResource("invoice", progress, evidence, findings)
    return
  }
  findings.doubt("ids.invoice", `no field of ${source} is an identifier with which getInvoice answers`)
}

const CUSTOMER_PATHS = [
  "/businesses/{businessId}/customers/{customerId}",
  "/customers/{customerId}",
  "/businesses/customers/{customerId}",
]
const WITHDRAWAL_PATHS = [
  "/businesses/{businessId}/withdrawals/{withdrawalId}",
  "/withdrawals/{withdrawalId}",
  "/businesses/withdrawals/{withdrawalId}",
  "/businesses/{businessId}/payouts/{withdrawalId}",
  "/payouts/{withdrawalId}",
]

async function fetchCustomer(parts: Parts): Promise<void> {
  const { evidence, findings } = parts
  const rows = [...rowsOf(evidence, "listInvoices"), ...rowsOf(evidence, "listDeposits")]
  const id =
    evidence.ids.customer ?? rows.map((row) => idIn(row, "customerId")).find((known) => known !== undefined)
  if (id === undefined) {
    findings.miss("paths.getCustomer", "a customer")
    return findings.miss("ids.customer", "a customer")
  }
  await fetchKnown("customer", id, { name: "getCustomer", paths: CUSTOMER_PATHS }, parts)
}

const LIST_PATHS = [
  "/businesses/{businessId}/withdrawals",
  "/businesses/{businessId}/payouts",
  "/withdrawals",
  "/payouts",
]

/** Lists withdrawals, and fetches one that the list or a transaction names. */
async function fetchWithdrawal(parts: Parts): Promise<void> {
  const { evidence, findings } = parts
  const rows = await listWithdrawals(parts)
  const [first] = rows
  const [path] = first === undefined ? [] : idCandidates("withdrawal", rows, findings)
  if (first !== undefined && path !== undefined)
    proposeId(
      "withdrawal",
      path,
      { records: rows, because: `listWithdrawals, field ${path}, unique per row` },
      findings
    )
  const [named] = payoutReferences(rowsOf(evidence, "listTransactions"), findings)
  const id = (first && path !== undefined ? idIn(first, path) : undefined) ?? named
  if (id === undefined) {
    findings.miss("paths.getWithdrawal", "a payout among the transactions")
    return findings.miss("ids.withdrawal", "a withdrawal")
  }
  evidence.ids.withdrawal = id
  await fetchKnown("withdrawal", id, { name: "getWithdrawal", paths: WITHDRAWAL_PATHS }, parts)
}

async function listWithdrawals({ calls, evidence, findings }: Parts): Promise<WireRecord[]> {
  const refusals: (number | undefined)[] = []
  for (const path of pathsToTry("listWithdrawals", LIST_PATHS, findings)) {
    const answer = await calls.send("listWithdrawals", { query: { limit: ROWS } }, { listWithdrawals: path })
    const found = isAnswer(answer) ? findRows("withdrawal", answer.body) : null
    if (!isAnswer(answer) || found === null) {
      calls.forgetLast()
      refusals.push(answer.status)
      continue
    }
    findings.propose("paths.listWithdrawals", path, "this path answers with a list")
    evidence.lists.set("listWithdrawals", { ...answer, ...found })
    for (const row of found.rows) note(evidence, "withdrawal", "listWithdrawals", row)
    return found.rows
  }
  noteNoPath("listWithdrawals", refusals, { evidence, findings })
  return []
}

const NOT_THERE: readonly (number | undefined)[] = [404, 405]

/** One of these answers where the address, the business and the key are right. */
const BUSINESS_LISTS = ["listInvoices", "listTransactions", "listBalances", "listDeposits"]

/** A call is not there when every usual path says so. Any other refusal says nothing about the path. */
function noteNoPath(
  name: "getCustomer" | "getWithdrawal" | "listWithdrawals",
  refusals: readonly (number | undefined)[],
  { evidence, findings }: Pick<Parts, "evidence" | "findings">
): void {
  const setting = `paths.${name}`
  const because = "none of the usual paths is there"
  const isKnown = BUSINESS_LISTS.some((list) => evidence.lists.has(list))
  if (isKnown && refusals.every((status) => NOT_THERE.includes(status)))
    findings.propose(setting, null, because)
  else findings.doubt(setting, "none of the usual paths answers, and that does not prove that there is none")
}

/** Fetches a resource whose identifier is known: its path is the first that answers, its id field the one with that value. */
async function fetchKnown(
  kind: "customer" | "withdrawal",
  id: string,
  { name, paths }: { name: "getCustomer" | "getWithdrawal"; paths: readonly string[] },
  { calls, evidence, findings }: Parts
): Promise<void> {
  const refusals: (number | undefined)[] = []
  for (const path of pathsToTry(name, paths, findings)) {
    const answer = await calls.send(name, { params: { [`${kind}Id`]: id } }, { [name]: path })
    if (!isAnswer(answer)) {
      calls.forgetLast()
      refusals.push(answer.status)
      continue
    }
    findings.propose(`paths.${name}`, path, `this path answers for a known ${kind}`)
    evidence.ids[kind] = id
    const record = noteResource(kind, answer, evidence, findings, id)
    const field = record && leavesOf(record).find((leaf) => idIn(record, leaf.path) === id)
    if (record && field)
      proposeId(
        kind,
        field.path,
        { records: [record], because: `${name}, field ${field.path} has the requested id` },
        findings
      )
    return
  }
  noteNoPath(name, refusals, { evidence, findings })
}

/** The configured path first, where there is one. */
export function pathsToTry(
  name: keyof Assumptions["paths"],
  usual: readonly string[],
  { baseline }: Findings
): string[] {
  return [...new Set([baseline.paths[name], ...usual])].filter((path) => path !== null)
}

/** Keeps a resource of an answer, and finds its envelope. */
export function noteResource(
  kind: Enveloped & Identified,
  answer: { endpoint: string; body: unknown },
  evidence: Evidence,
  findings: Findings,
  id?: string
): WireRecord | null {
  const record = findResource(kind, answer, findings, id)
  if (record !== null) note(evidence, kind, answer.endpoint, record)
  return record
}
