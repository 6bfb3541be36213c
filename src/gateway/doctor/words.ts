import { toSnakeCase, type Assumptions } from "../assumptions"
import { TRANSACTION_KINDS } from "../contract/treasury"
import { statusToOurs, type StatusKind } from "../contract/readers"
import { fieldOf, type WireRecord } from "../contract/wire"
import { idCandidates, idIn } from "./answers"
import { pathFound } from "./fields"
import type { Findings } from "./findings"

const listed = <T extends string>(meanings: Record<T, string>) => {
  const entries = Object.entries<string>(meanings).map(([meaning, words]) => [meaning, words.split(" ")])
  return Object.fromEntries(entries) as Record<T, readonly string[]>
}
type Synonyms = { [K in StatusKind]: Partial<Record<keyof Assumptions["statuses"][K], readonly string[]>> }

/**
 * Words that other services use, by our name of the meaning. A word with two plausible meanings is in both, the
 * likelier first. No word here says that an invoice is paid, because that releases an order.
 */
const SYNONYMS: Synonyms = {
  invoice: listed({
    pending: "open new unpaid awaiting_payment waiting created",
    confirming: "detected observed unconfirmed awaiting_confirmations seen",
    failed: "rejected errored error invalid",
    expired: "timed_out lapsed timeout overdue",
    cancelled: "canceled voided void revoked",
  }),
  intent: listed({
    active: "open pending awaiting_deposit waiting",
    replaced: "superseded obsolete",
    matched: "fulfilled used consumed completed",
  }),
  deposit: listed({
    reviewRequired: "in_review needs_review manual_review under_review pending_review",
    assigned: "attached matched linked",
    accepted: "credited approved",
    refundPending: "refunding refund_processing refund_in_progress refund_requested",
    refunded: "returned sent_back refund_completed",
  }),
  withdrawal: listed({
    queued: "created pending new accepted scheduled requested submitted",
    processing: "in_progress executing screening signing started",
    pendingFunds: "awaiting_funds waiting_for_funds",
    gasBlocked: "out_of_gas awaiting_gas insufficient_gas",
    fundsReserved: "awaiting_release held reserved",
    broadcast: "submitted sent broadcasted sent_to_network awaiting_confirmations",
    completed: "succeeded success done complete confirmed finalized",
    failed: "errored error rejected canceled cancelled recalled",
    destinationRejected: "bounced rejected_by_destination rejected",
  }),
  transaction: listed({
    completed: "complete confirmed booked settled success succeeded done finalized",
    pending: "open processing confirming unconfirmed in_progress",
    reviewRequired: "review in_review needs_review manual_review under_review pending_review",
    failed: "errored error rejected void voided reverted dropped",
  }),
  billing: listed({
    active: "current paid ok good_standing",
    pastDue: "overdue unpaid in_grace delinquent",
  }),
}

const SHOWABLE = /^[\w .:-]{1,60}$/

/** The words that objects of a kind have at a path. */
export function wordsAt(path: string, records: readonly WireRecord[]): string[] {
  const words = records.map((record) => fieldOf(record, path))
  return [...new Set(words.filter((word): word is string => typeof word === "string" && SHOWABLE.test(word)))]
}

/** Proposes a meaning for each unknown status at a path of the records, or names the status for a person to choose. */
export function findStatuses(
  kind: StatusKind,
  { endpoint, records, path = "status" }: { endpoint: string; records: readonly WireRecord[]; path?: string },
  findings: Findings
): void {
  const words = wordsAt(path, records)
  if (words.length === 0) return findings.miss(`statuses.${kind}`, `a status in an answer of ${endpoint}`)
  const meanings = Object.keys(findings.baseline.statuses[kind])
  const unknown = words.filter((word) => {
    const known = statusToOurs(kind, word, findings.baseline)
    if (known === undefined) return statusToOurs(kind, word, findings.settings()) === undefined
    findings.fit(`statuses.${kind}.${meanings.find((meaning) => toSnakeCase(meaning) === known)}`)
    return false
  })
  const likely = new Map(unknown.map((word) => [word, meaningsOf(kind, word, meanings)]))
  const taken = new Set([...likely.values()].flatMap((those) => (those.length === 1 ? those : [])))
  for (const word of words) for (const meaning of meanings) if (isNamed(word, meaning)) taken.add(meaning)
  const hash = pathFound("withdrawal", "txHash", findings)
  for (const [word, those] of likely) {
    const because = `${endpoint} has the status ${word}`
    // A payout with the hash of a transaction is no longer in a queue.
    const isSent = records.some(
      (record) => fieldOf(record, path) === word && fieldOf(record, hash) !== undefined
    )
    const shown = isSent && those.includes("queued") ? those.find((one) => one === "broadcast") : undefined
    // A word with several plausible meanings has the one that the records show, or that has no word of its own.
    const meaning = shown ?? those.find((one) => those.length === 1 || !taken.has(one)) ?? those[0]
    if (meaning === undefined)
      findings.doubt(`statuses.${kind}`, `${endpoint} has the unknown status ${word}: choose its meaning`)
    else findings.add(`statuses.${kind}.${meaning}`, word, because)
  }
}

function meaningsOf(kind: StatusKind, word: string, meanings: readonly string[]): string[] {
  const named = meanings.filter((meaning) => isNamed(word, meaning))
  if (named.length > 0) return named
  const synonyms = Object.entries<readonly string[] | undefined>(SYNONYMS[kind])
  return synonyms.flatMap(([meaning, words]) => (words?.includes(plain(word)) ? [meaning] : []))
}

function isNamed(word: string, meaning: string): boolean {
  return plain(word) === toSnakeCase(meaning)
}

/**
 * Finds what the service calls a status from the list that it answers for our word.
 *
 * Evidence enough to settle money: a list filtered by a documented word has rows of another word only, and
 * the unfiltered list has rows of other words, so the filter works.
 */
export function findFilteredWord(
  meaning: string,
  { filtered, all }: { filtered: readonly string[]; all: readonly string[] },
  findings: Findings
): void {
  const [word, second] = filtered
  const isUnknown = word !== undefined && statusToOurs("invoice", word, findings.baseline) === undefined
  if (!isUnknown || second !== undefined || all.every((other) => other === word)) return
  const because = `listInvoices answers status=${meaning} with the status ${word}`
  findings.add(`statuses.invoice.${meaning}`, word, because)
}

type Kind = (typeof TRANSACTION_KINDS)[number]
type Meaning = Kind | "in" | "out"

/** A word of a fee that a customer may be charged with too. */
const OUT_ONLY = "charge"
/** Words that other services use, beside those of the defaults. */
const MOVES: Readonly<Record<Meaning, readonly string[]>> = listed({
  receipt:
    "received collection invoice_payment payment_received incoming_payment payment_in payin pay_in deposit_received",
  payout:
    "transfer_out outgoing_transfer outgoing_payment disbursement payment_out pay_out withdraw withdrawal_sent payout_sent",
  refund: "refunded reversal returned_deposit refunded_deposit deposit_return return chargeback",
  fee: `service_fee commission network_fee processing_fee payout_fee platform_fee gas_fee ${OUT_ONLY}`,
  in: "received deposit cr c plus",
  out: "sent withdrawal dr d minus",
})

/** Finds what the service calls the kinds and directions of transactions, and whether amounts have a sign. */
export function findTransactionWords(rows: readonly WireRecord[], findings: Findings): void {
  const at = (name: string) => pathFound("transaction", name, findings)
  const [types, directions] = [wordsAt(at("type"), rows), wordsAt(at("direction"), rows)]
  if (types.length === 0 && directions.length === 0)
    return findings.miss("transactions", "a transaction with a type or a direction")
  for (const word of directions) noteWord(["in", "out"], word, "direction", findings)
  const isNegative = (row: WireRecord) => /^\s*-/.test(String(fieldOf(row, at("amount")) ?? ""))
  const named = (row: WireRecord) => {
    const word = fieldOf(row, at("direction"))
    return (["in", "out"] as const).find((way) => typeof word === "string" && isWordOf(way, word, findings))
  }
  // A minus always means out; a plus means in only where every direction agrees with its sign.
  const setting = "transactions.isSigned"
  if (!rows.some(isNegative)) findings.fit(setting)
  else if (rows.some((row) => named(row) === (isNegative(row) ? "in" : "out")))
    findings.doubt(setting, "signs and directions of listTransactions disagree")
  else findings.propose(setting, true, "listTransactions has amounts with a minus")
  const positive = findings.valueOf(setting) === true ? "in" : undefined
  for (const word of types) {
    const own = rows.filter((row) => fieldOf(row, at("type")) === word)
    const ways = new Set(own.map((row) => (isNegative(row) ? "out" : (named(row) ?? positive))))
    const [way] = ways.size === 1 ? ways : []
    const either = plain(word) === OUT_ONLY ? [] : TRANSACTION_KINDS
    // Money that comes in is a receipt, whatever the word.
    noteWord(
      way === "in" ? ["receipt"] : way === "out" ? ["payout", "refund", "fee"] : either,
      word,
      "type",
      findings
    )
  }
}

function noteWord(
  meanings: readonly Meaning[],
  word: string,
  field: "type" | "direction",
  findings: Findings
): void {
  const known = meanings.find((meaning) => isWordOf(meaning, word, findings))
  const only = field === "type" && meanings.length === 1 ? meanings[0] : undefined
  const meaning = known ?? meanings.find((one) => MOVES[one].includes(plain(word))) ?? only
  const because = `listTransactions has the ${field} ${word}`
  if (known !== undefined) findings.fit(`transactions.${known}`)
  else if (meaning !== undefined) findings.add(`transactions.${meaning}`, word, because)
  else findings.doubt("transactions", `listTransactions has the unknown ${field} ${word}: choose its meaning`)
}

function isWordOf(meaning: Meaning, word: string, findings: Findings): boolean {
  const own = word.trim().toLowerCase()
  return findings.listOf(`transactions.${meaning}`).some((known) => String(known).toLowerCase() === own)
}

/** @example plain("PaymentReceived") // "payment_received" */
function plain(word: string): string {
  const split = word.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase()
  return split.replace(/[\s.-]+/g, "_")
}

/** The payouts among the transactions, by the identifier of their withdrawal. */
export function payoutsIn(rows: readonly WireRecord[], findings: Findings): Map<string, WireRecord> {
  const at = (name: string) => pathFound("transaction", name, findings)
  return new Map(
    rows.flatMap((row): [string, WireRecord][] => {
      const word = fieldOf(row, at("type"))
      const id = idIn(row, at("withdrawalId")) ?? idIn(row, at("reference"))
      const isPayout = typeof word === "string" && isWordOf("payout", word, findings)
      return isPayout && id !== undefined ? [[id, row]] : []
    })
  )
}

/** Compares the transaction of a withdrawal with its amounts: with its fee, or without. */
export function findPayoutAmounts(
  rows: readonly WireRecord[],
  withdrawals: readonly WireRecord[],
  findings: Findings
): void {
  const [idPath = ""] = idCandidates("withdrawal", withdrawals.slice(0, 1), findings)
  const payouts = payoutsIn(rows, findings)
  const rowOf = (withdrawal: WireRecord) => payouts.get(idIn(withdrawal, idPath) ?? "")
  const withdrawal = withdrawals.find((one) => rowOf(one) !== undefined) ?? {}
  const figure = (record: WireRecord, kind: "transaction" | "withdrawal", name: string) => {
    const value = fieldOf(record, pathFound(kind, name, findings))
    return value === undefined ? undefined : String(value).replace(/^\s*-/, "")
  }
  const listed = figure(rowOf(withdrawal) ?? {}, "transaction", "amount")
  const gross = figure(withdrawal, "withdrawal", "amount")
  const net = figure(withdrawal, "withdrawal", "netAmount")
  const setting = "transactions.payoutAmounts"
  if (listed === undefined || gross === net)
    return findings.miss(setting, "a payout with a fee, and its withdrawal")
  if (listed === gross)
    findings.propose(setting, "gross", "a payout of listTransactions has the amount with its fee")
  else if (listed === net) findings.fit(setting)
}

/** Settings of answers that the probe may not see, with what the kind is called inside a name. */
const UNSEEN = [
  ["ids.quote", "quote"],
  ["envelopes.quote", "quote"],
  ["envelopes.withdrawal", "withdrawal"],
  ["envelopes.depositAction", "deposit"],
] as const
const CAPITALS = /^[A-Z][A-Z0-9_]+$/
/** So many words in capitals are no chance. */
const ENOUGH = 3

/**
 * Proposes for what was not seen what the seen answers share, behind the defaults: that can make nothing
 * unreadable.
 */
export function proposeByAnalogy(findings: Findings): void {
  for (const [setting, name] of UNSEEN) proposeShared(setting, name, findings)
  const statuses = findings.proposals.filter(({ setting }) => setting.startsWith("assumptions.statuses."))
  const words = statuses.flatMap(({ value }) => (Array.isArray(value) ? value.slice(-1) : []))
  if (words.filter((word) => CAPITALS.test(String(word))).length >= ENOUGH) proposeCapitals(findings)
  // A business has one billing state at a time. A service with a word of its own for it has one for the other,
  // too; a wrong one only fails to warn.
  if (statuses.filter(({ setting }) => setting.includes(".billing.")).length !== 1) return
  for (const [meaning, usual] of Object.entries(SYNONYMS.billing)) {
    const setting = `statuses.billing.${meaning}`
    if (findings.isSettled(setting)) continue
    findings.propose(setting, [...findings.listOf(setting), ...usual], "usual words for it; not seen here")
  }
}

/** `data.customer` and `data.invoice` suggest `data.quote`. */
function proposeShared(setting: string, name: string, findings: Findings): void {
  const [group = ""] = setting.split(".")
  const prefix = `assumptions.${group}.`
  const forms = findings.proposals.flatMap(({ setting: other, value }) => {
    if (!other.startsWith(prefix) || other === `assumptions.${setting}` || !Array.isArray(value)) return []
    const kind = other.slice(prefix.length)
    return [...new Set(value.map((text) => String(text).replaceAll(kind, "{kind}")))]
  })
  const shared = forms.find((form, n) => forms.indexOf(form) !== n)
  const value = shared?.replaceAll("{kind}", name)
  if (value === undefined || findings.listOf(setting).includes(value)) return
  findings.add(setting, value, `other answers have ${value}; not seen here`)
}

/** A service that writes its statuses in capitals writes the others so, too. */
function proposeCapitals(findings: Findings): void {
  for (const [kind, meanings] of Object.entries(findings.baseline.statuses)) {
    const settings = Object.keys(meanings).map((meaning) => ({
      meaning,
      setting: `statuses.${kind}.${meaning}`,
    }))
    const used = settings.flatMap(({ setting }) => findings.listOf(setting))
    for (const { meaning, setting } of settings) {
      const word = toSnakeCase(meaning).toUpperCase()
      if (findings.isSettled(setting) || used.includes(word)) continue
      findings.add(setting, word, "other statuses are in capitals; not seen here")
    }
  }
}
