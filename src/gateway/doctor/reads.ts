import { endpoints, type EndpointName } from "../contract/endpoints"
import type { WireRecord } from "../contract/records"
import { fieldOf, isRecord, type Identified } from "../contract/wire"
import { rowsOf, type Evidence } from "./evidence"
import { fetchResources, ROWS } from "./fetches"
import { findFields, pathFound } from "./find-fields"
import { findResource, findRows, idCandidates, proposeId, proposeItemsFields } from "./find-resources"
import { findFilteredWord, findStatuses, wordsAt } from "./find-statuses"
import { findPayoutAmounts, findTransactionWords } from "./find-transactions"
import { Findings } from "./findings"
import { isAnswer, type RawCalls } from "./raw-calls"

const DOCUMENTED_STATUSES = ["pending", "confirming", "paid", "overpaid"] as const
/** Every list of the document; invoices by each status that it names. */
const LISTS: readonly [EndpointName, status?: string][] = [
  ["listNetworks"],
  ["listSupportedNetworks"],
  ["listTokens"],
  ["listBalances"],
  ["listTransactions"],
  ["listInvoices"],
  ...DOCUMENTED_STATUSES.map((status): [EndpointName, string] => ["listInvoices", status]),
  ["listDeposits"],
  ["listDeposits", "review_required"],
]
/** A service that answers none of these is not there: the others are not waited for. */
const FIRST_CALLS = 2

export async function readEverything(calls: RawCalls, evidence: Evidence): Promise<void> {
  for (const [n, [name, status]] of LISTS.entries()) {
    if (n === FIRST_CALLS && !calls.isReached) return
    const limit = name === "listInvoices" || name === "listTransactions" ? ROWS : undefined
    const answer = await calls.send(name, { query: { status, limit } })
    if (!isAnswer(answer)) continue
    const found = findRows(endpoints[name].resource, answer.body)
    if (found !== null) evidence.lists.set(answer.endpoint, { ...answer, ...found })
  }
  for (const name of ["getBilling", "getBillingUsage"] as const) await calls.send(name)
}

/** Everything that lists, bills and single resources show; fetches what has an identifier. */
export async function findInReads(calls: RawCalls, evidence: Evidence, findings: Findings): Promise<void> {
  proposeItemsFields(
    [...evidence.lists.values()].filter(({ rows }) => rows.length > 0),
    findings
  )
  findInList("network", ["listNetworks", "listSupportedNetworks"], evidence, findings)
  findInList("token", ["listTokens"], evidence, findings)
  findInList("deposit", ["listDeposits", "listDeposits status=review_required"], evidence, findings)
  findInList("transaction", ["listTransactions"], evidence, findings)
  findInBills(calls, findings)
  findTransactionWords(rowsOf(evidence, "listTransactions"), findings)
  await fetchResources({ calls, evidence, findings })
  findInRecords(evidence, findings)
  findPayoutAmounts(rowsOf(evidence, "listTransactions"), evidence.records.withdrawal, findings)
  findWords(evidence, findings)
}

function findInList(
  kind: "network" | "token" | "deposit" | "transaction",
  names: readonly string[],
  evidence: Evidence,
  findings: Findings
): void {
  const lists = names.map((name) => rowsOf(evidence, name))
  const records = lists.find((rows) => rows.length > 0) ?? []
  const endpoint = names[0] ?? kind
  let own: string[] = []
  if (kind === "deposit" || kind === "transaction") {
    const [id] = records.length > 0 ? idCandidates(kind, records, findings) : []
    if (id !== undefined)
      proposeId(kind, id, { records, because: `${endpoint}, field ${id}, unique per row` }, findings)
    else if (records.length > 0)
      findings.doubt(`ids.${kind}`, `${endpoint} has no field that is unique per row`)
    else findings.miss(`ids.${kind}`, `a row of ${endpoint}`)
    own = id === undefined ? [] : [id]
  }
  findFields(kind, { endpoint, records }, findings, `a row of ${endpoint} with it`, own)
}

/** The second answer may repeat the first or complete it. */
function findInBills(calls: RawCalls, findings: Findings): void {
  const bills = calls.answers.filter(({ name }) => name === "getBilling" || name === "getBillingUsage")
  const [first] = bills
  if (first === undefined) return findings.miss("envelopes.billing", "an answer of getBilling")
  const record = findResource("billing", first, findings)
  if (record === null) return
  const others = bills.slice(1).flatMap((bill): WireRecord[] => {
    const other = findResource("billing", bill, new Findings(findings.baseline))
    return other === null ? [] : [other]
  })
  findFields(
    "billing",
    { endpoint: first.endpoint, records: [record, ...others] },
    findings,
    "billing with it"
  )
  const state = pathFound("billing", "state", findings)
  findStatuses("billing", { endpoint: first.endpoint, words: wordsAt(state, [record]) }, findings)
}

function findInRecords({ records, sources, lists }: Evidence, findings: Findings): void {
  const invoices = [...(lists.get("listInvoices")?.rows ?? []), ...records.invoice]
  const seen = (kind: Identified, own: WireRecord[]) => ({ endpoint: sources[kind] ?? kind, records: own })
  const invoiceSource = { endpoint: sources.invoice ?? "listInvoices", records: invoices }
  findFields("invoice", invoiceSource, findings, "an invoice with it, such as one that is paid")
  findFields("intent", seen("intent", records.intent), findings, "an intent, which only --create makes")
  findFields("withdrawal", seen("withdrawal", records.withdrawal), findings, "a withdrawal with it")
  const quote = "a quote, which --create requests with a payout key and a balance"
  findFields("withdrawalQuote", seen("quote", records.quote), findings, quote)
  if (records.quote.length === 0)
    for (const setting of ["ids.quote", "envelopes.quote"]) findings.miss(setting, quote)
}

function findWords(evidence: Evidence, findings: Findings): void {
  const { records, lists } = evidence
  const invoices = [...(lists.get("listInvoices")?.rows ?? []), ...records.invoice]
  const all = wordsAt("status", invoices)
  const explained = DOCUMENTED_STATUSES.flatMap((meaning) => {
    const filtered = wordsAt("status", rowsOf(evidence, `listInvoices status=${meaning}`))
    return findFilteredWord(meaning, { filtered, all }, findings) ? filtered : []
  })
  const rest = all.filter((word) => !explained.includes(word))
  findStatuses("invoice", { endpoint: "listInvoices", words: rest }, findings)
  const deposits = [
    ...rowsOf(evidence, "listDeposits"),
    ...rowsOf(evidence, "listDeposits status=review_required"),
  ]
  findStatuses(
    "deposit",
    { endpoint: "listDeposits", words: wordsAt("resolutionStatus", deposits) },
    findings
  )
  const intents = wordsAt(pathFound("intent", "status", findings), records.intent)
  findStatuses("intent", { endpoint: "createIntent", words: intents }, findings)
  findStatuses(
    "withdrawal",
    { endpoint: "getWithdrawal", words: wordsAt("status", records.withdrawal) },
    findings
  )
  const status = pathFound("transaction", "status", findings)
  const moves = rowsOf(evidence, "listTransactions").filter(
    (row) => isRecord(row) && fieldOf(row, status) !== undefined
  )
  findStatuses("transaction", { endpoint: "listTransactions", words: wordsAt(status, moves) }, findings)
}
