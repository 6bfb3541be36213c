import { type EndpointName, endpoints, resources, unwrapList, unwrapResource } from "../contract/endpoints"
import type { ReportUnreadable } from "../contract/readers"
import { ContractError, type Enveloped, type WireRecord } from "../contract/wire"
import { findRows, idCandidates, idIn, leavesOf, proposeId } from "./answers"
import { isAnswered, type Answered } from "./calls"
import { findFields, findResource, pathFound, type FieldSetting } from "./fields"
import { Findings } from "./findings"
import {
  IN_REVIEW,
  note,
  noteLikelyId,
  noteResource,
  pathsToTry,
  recordsOf,
  ROWS,
  rowsOf,
  type Run,
} from "./run"
import type { ResourceEvent } from "./webhooks"
import {
  findFilteredWord,
  findPayoutAmounts,
  findStatuses,
  findTransactionWords,
  payoutsIn,
  wordsAt,
} from "./words"

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

export async function readEverything({ calls, rows, findings }: Run): Promise<void> {
  const where = new Map<string, string>()
  for (const [n, [name, status]] of LISTS.entries()) {
    if (n === FIRST_CALLS && !calls.isReached()) return
    const limit = name === "listInvoices" || name === "listTransactions" ? ROWS : undefined
    const answer = await calls.send(name, { query: { status, limit } })
    const found = isAnswered(answer) ? findRows(endpoints[name].resource, answer.body) : null
    if (!isAnswered(answer) || found === null) continue
    rows.set(answer.endpoint, found.rows)
    if (found.rows.length > 0) where.set(answer.endpoint, found.path)
  }
  for (const name of ["getBilling", "getBillingUsage"] as const) await calls.send(name)
  const setting = "list.itemsFields"
  const paths = [...new Set(where.values())]
  const because = [...where].map(([endpoint, path]) => `${endpoint}: ${path || "the answer itself"}`)
  if (paths.length === 0) findings.miss(setting, "a list with rows")
  else if (paths.every((path) => findings.baseline.list.itemsFields.includes(path))) findings.fit(setting)
  else findings.propose(setting, paths, because.join("; "))
}

const QUOTE = "a quote, which --create requests with a payout key and a balance"

/** Where objects with undocumented fields are, and what would show a field that none of them has. */
const SOURCES: Readonly<
  Record<Exclude<FieldSetting, "depositAction">, { lists: readonly string[]; hint: string }>
> = {
  network: { lists: ["listNetworks", "listSupportedNetworks"], hint: "a row of listNetworks with it" },
  token: { lists: ["listTokens"], hint: "a row of listTokens with it" },
  deposit: { lists: ["listDeposits", IN_REVIEW], hint: "a row of listDeposits with it" },
  transaction: { lists: ["listTransactions"], hint: "a row of listTransactions with it" },
  billing: { lists: [], hint: "billing with it" },
  invoice: { lists: ["listInvoices"], hint: "an invoice with it, such as one that is paid" },
  intent: { lists: [], hint: "an intent, which only --create makes" },
  withdrawal: { lists: ["listWithdrawals"], hint: "a withdrawal with it" },
  withdrawalQuote: { lists: [], hint: QUOTE },
}

/** Finds everything that lists, bills and single resources show, and fetches what has an identifier. */
export async function findInReads(run: Run, events: readonly ResourceEvent[]): Promise<void> {
  const { findings } = run
  noteBills(run)
  for (const kind of ["network", "token", "deposit", "transaction", "billing"] as const) examine(kind, run)
  const transactions = rowsOf(run, "listTransactions")
  findTransactionWords(transactions, findings)
  await fetchInvoice(run)
  await fetchCustomer(run)
  await fetchWithdrawal(run)
  for (const kind of ["invoice", "intent", "withdrawal", "withdrawalQuote"] as const) examine(kind, run)
  if (recordsOf(run, "quote").length === 0)
    for (const setting of ["ids.quote", "envelopes.quote"]) findings.miss(setting, QUOTE)
  findPayoutAmounts(transactions, seenOf("withdrawal", run).records, findings)
  findWords(run, events)
}

function seenOf(kind: keyof typeof SOURCES, run: Run): { endpoint: string; records: WireRecord[] } {
  const resource = kind === "withdrawalQuote" ? "quote" : kind
  const list = SOURCES[kind].lists.find((name) => rowsOf(run, name).length > 0)
  const [first] = run.records.get(resource) ?? []
  return {
    endpoint: list ?? first?.endpoint ?? SOURCES[kind].lists[0] ?? resource,
    records: [...rowsOf(run, list ?? ""), ...recordsOf(run, resource)],
  }
}

function examine(kind: keyof typeof SOURCES, run: Run): void {
  const { findings } = run
  const { hint } = SOURCES[kind]
  const { endpoint, records } = seenOf(kind, run)
  let taken: string | undefined
  if (kind === "deposit" || kind === "transaction") {
    if (records.length === 0) findings.miss(`ids.${kind}`, `a row of ${endpoint}`)
    else taken = noteLikelyId(kind, endpoint, records, findings).path
  }
  findFields(kind, { endpoint, records, hint, taken }, findings)
}

/** The second bill may repeat the first or complete it. */
function noteBills(run: Run): void {
  const { calls, findings } = run
  const [first, ...others] = calls.answers.filter(({ name }) => endpoints[name].resource === "billing")
  if (first === undefined) return findings.miss("envelopes.billing", "an answer of getBilling")
  if (noteResource("billing", first, run) === null) return
  for (const bill of others) {
    const record = findResource("billing", bill, new Findings(findings.baseline))
    if (record !== null) note(run, "billing", bill.endpoint, record)
  }
}

async function fetchInvoice(run: Run): Promise<void> {
  const { calls, findings } = run
  const { endpoint, records } =
    recordsOf(run, "invoice").length > 0
      ? { endpoint: "createInvoice", records: recordsOf(run, "invoice") }
      : { endpoint: "listInvoices", records: rowsOf(run, "listInvoices") }
  const [first] = records
  if (first === undefined) {
    for (const setting of ["ids.invoice", "envelopes.invoice"]) findings.miss(setting, "an invoice")
    return
  }
  const candidates = idCandidates("invoice", records, findings)
  for (const path of candidates) {
    const params = { invoiceId: idIn(first, path) ?? "" }
    const answer = await calls.send("getInvoice", { params }, { isTrial: path !== candidates.at(-1) })
    if (!isAnswered(answer)) continue
    proposeId("invoice", path, records, `getInvoice answers with ${path} of ${endpoint}`, findings)
    noteResource("invoice", answer, run)
    const progress = await calls.send("getInvoiceProgress", { params })
    if (isAnswered(progress)) noteResource("invoice", progress, run)
    return
  }
  findings.doubt("ids.invoice", `no field of ${endpoint} is an identifier with which getInvoice answers`)
}

async function fetchCustomer(run: Run): Promise<void> {
  const rows = [...rowsOf(run, "listInvoices"), ...rowsOf(run, "listDeposits")]
  const [id = run.customer?.id] = run.customer ? [] : rows.flatMap((row) => idIn(row, "customerId") ?? [])
  if (id !== undefined) return fetchKnown("customer", id, "getCustomer", run)
  for (const setting of ["paths.getCustomer", "ids.customer"]) run.findings.miss(setting, "a customer")
}

/** Lists withdrawals, and fetches one that the list or a transaction names. */
async function fetchWithdrawal(run: Run): Promise<void> {
  const { findings, rows } = run
  const answer = await sendByPath("listWithdrawals", { query: { limit: ROWS } }, run)
  const listed = (answer && findRows("withdrawal", answer.body)?.rows) ?? []
  rows.set("listWithdrawals", listed)
  const own = listed.length > 0 ? noteLikelyId("withdrawal", "listWithdrawals", listed, findings) : {}
  const [named] = payoutsIn(rowsOf(run, "listTransactions"), findings).keys()
  const id = own.id ?? named
  if (id !== undefined) return fetchKnown("withdrawal", id, "getWithdrawal", run)
  findings.miss("paths.getWithdrawal", "a payout among the transactions")
  findings.miss("ids.withdrawal", "a withdrawal")
}

/** Fetches a resource whose identifier is known: its field is the one with that value. */
async function fetchKnown(
  kind: "customer" | "withdrawal",
  id: string,
  name: "getCustomer" | "getWithdrawal",
  run: Run
): Promise<void> {
  const answer = await sendByPath(name, { params: { [`${kind}Id`]: id } }, run)
  const record = answer && noteResource(kind, answer, run)
  const leaf = record && leavesOf(record).find(({ path }) => idIn(record, path) === id)
  if (!record || !leaf) return
  proposeId(kind, leaf.path, [record], `${name}, field ${leaf.path} has the requested id`, run.findings)
}

const NOT_THERE: readonly (number | undefined)[] = [404, 405]
/** One of these answers where the address, the business and the key are right. */
const BUSINESS_LISTS = ["listInvoices", "listTransactions", "listBalances", "listDeposits"]

/**
 * Sends a call under the configured path, then under each usual one, until one answers. The call is not there
 * when every one of them says so; any other refusal leaves that open.
 */
async function sendByPath(
  name: "getCustomer" | "getWithdrawal" | "listWithdrawals",
  input: { params?: Record<string, string>; query?: Record<string, string> },
  { calls, findings, rows }: Run
): Promise<Answered | null> {
  const setting = `paths.${name}`
  let isAbsent = BUSINESS_LISTS.some((list) => rows.has(list))
  for (const path of pathsToTry(name, findings)) {
    const answer = await calls.send(name, input, { paths: { [name]: path }, isTrial: true })
    const isList = name === "listWithdrawals"
    if (isAnswered(answer) && (!isList || findRows("withdrawal", answer.body) !== null)) {
      findings.propose(setting, path, `this path answers with a ${isList ? "list" : "known resource"}`)
      return answer
    }
    isAbsent &&= !isAnswered(answer) && NOT_THERE.includes(answer.status)
  }
  if (isAbsent) findings.propose(setting, null, "none of the usual paths is there")
  else findings.doubt(setting, "none of the usual paths answers, and that does not prove that there is none")
  return null
}

/** Finds the words of statuses, also of events: a service may show a status nowhere else. */
function findWords(run: Run, events: readonly ResourceEvent[]): void {
  const { findings } = run
  const invoices = seenOf("invoice", run)
  const all = wordsAt("status", invoices.records)
  for (const meaning of DOCUMENTED_STATUSES) {
    const filtered = wordsAt("status", rowsOf(run, `listInvoices status=${meaning}`))
    findFilteredWord(meaning, { filtered, all }, findings)
  }
  const deposits = SOURCES.deposit.lists.flatMap((list) => rowsOf(run, list))
  findStatuses("invoice", invoices, findings)
  for (const { kind, name, record } of events)
    if (kind === "invoice" && wordsAt("status", [record]).some((word) => !all.includes(word)))
      findStatuses("invoice", { endpoint: `the event ${name}`, records: [record] }, findings)
  findStatuses("deposit", { endpoint: "listDeposits", records: deposits, path: "resolutionStatus" }, findings)
  findStatuses("withdrawal", seenOf("withdrawal", run), findings)
  for (const kind of ["intent", "transaction", "billing"] as const) {
    const path = pathFound(kind, kind === "billing" ? "state" : "status", findings)
    findStatuses(kind, { ...seenOf(kind, run), path }, findings)
  }
}

/** Without it no token can be offered: not for the doctor to give up. */
const NEEDED = "fields.token.decimals"

/**
 * Marks the answers that the plugin could not read with the settings that are proposed, and proposes null for
 * fields that every such record should have and none has.
 */
export function checkReadable({ calls, findings }: Run): void {
  const assumptions = findings.settings()
  const absent = new Map<string, string>()
  const present = new Set<string>()
  for (const { name, endpoint, body } of calls.answers) {
    const { resource, answer } = endpoints[name]
    const unread = new Set<string>()
    const report: ReportUnreadable = ({ field, setting, word, isMissing }) => {
      const named = setting?.replace("assumptions.", "") ?? ""
      if (isMissing) absent.set(named, absent.get(named) ?? endpoint)
      else if (word === undefined) unread.add(field)
    }
    const read = (record: WireRecord) => {
      const parsed = resources[resource].parse(record, assumptions, report)
      const kind = resource === "quote" ? "withdrawalQuote" : resource
      for (const [field, value] of Object.entries(parsed))
        if (value != null) present.add(`fields.${kind}.${field}`)
    }
    let reason: string | undefined
    try {
      if (answer === "list") unwrapList(body, resource, assumptions).items.forEach(read)
      else read(unwrapResource(body, resource as Enveloped, assumptions))
      if (unread.size > 0) reason = `not readable: ${[...unread].join(", ")}`
    } catch (error) {
      // A service may send objects on which any check fails.
      const problems = error instanceof ContractError ? `: ${error.problems.join("; ")}` : ""
      reason = `not readable with these settings${problems}`
    }
    const entry = calls.endpoints.find((known) => known.endpoint === endpoint && known.ok)
    if (reason !== undefined && entry !== undefined) Object.assign(entry, { ok: false, reason })
  }
  for (const [setting, endpoint] of absent) {
    if (present.has(setting) || !/^fields\.\w+\.\w+$/.test(setting) || findings.isDoubted(setting)) continue
    if (setting === NEEDED) findings.doubt(setting, `${endpoint}: no token can be offered without it`)
    else findings.propose(setting, null, `no answer of ${endpoint} has such a field`)
  }
}
