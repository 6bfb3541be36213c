import { type Assumptions, toSnakeCase } from "../assumptions"
import { fieldOf } from "../contract/wire"
import { statusToOurs, type WireRecord } from "../contract/records"
import type { Findings } from "./findings"

type StatusKind = keyof Assumptions["statuses"]
type Meanings<K extends StatusKind> = Partial<Record<keyof Assumptions["statuses"][K], readonly string[]>>

/**
 * Words that other services use, by our name of the meaning. A word with two plausible meanings is in both, the
 * likelier first. No word here says that an invoice is paid, because that releases an order.
 */
export const SYNONYMS: { [K in StatusKind]: Meanings<K> } = {
  invoice: {
    pending: ["open", "new", "unpaid", "awaiting_payment", "waiting", "created"],
    confirming: ["detected", "observed", "unconfirmed", "awaiting_confirmations", "seen"],
    failed: ["rejected", "errored", "error", "invalid"],
    expired: ["timed_out", "lapsed", "timeout", "overdue"],
    cancelled: ["canceled", "voided", "void", "revoked"],
  },
  intent: {
    active: ["open", "pending", "awaiting_deposit", "waiting"],
    replaced: ["superseded", "obsolete"],
    matched: ["fulfilled", "used", "consumed", "completed"],
  },
  deposit: {
    reviewRequired: ["in_review", "needs_review", "manual_review", "under_review", "pending_review"],
    assigned: ["attached", "matched", "linked"],
    accepted: ["credited", "approved"],
    refundPending: ["refunding", "refund_processing", "refund_in_progress", "refund_requested"],
    refunded: ["returned", "sent_back", "refund_completed"],
  },
  withdrawal: {
    queued: ["created", "pending", "new", "accepted", "scheduled", "requested"],
    processing: ["in_progress", "executing", "screening", "signing", "started"],
    pendingFunds: ["awaiting_funds", "waiting_for_funds"],
    gasBlocked: ["out_of_gas", "awaiting_gas", "insufficient_gas"],
    fundsReserved: ["awaiting_release", "held", "reserved"],
    broadcast: ["submitted", "sent", "broadcasted", "sent_to_network", "awaiting_confirmations"],
    completed: ["succeeded", "success", "done", "complete", "confirmed", "finalized"],
    failed: ["errored", "error", "rejected", "canceled", "cancelled", "recalled"],
    destinationRejected: ["bounced", "rejected_by_destination", "rejected"],
  },
  transaction: {
    completed: ["complete", "confirmed", "booked", "settled", "success", "succeeded", "done", "finalized"],
    pending: ["open", "processing", "confirming", "unconfirmed", "in_progress"],
    reviewRequired: [
      "review",
      "in_review",
      "needs_review",
      "manual_review",
      "under_review",
      "pending_review",
    ],
    failed: ["errored", "error", "rejected", "void", "voided", "reverted", "dropped"],
  },
  billing: {
    active: ["current", "paid", "ok", "good_standing"],
    pastDue: ["overdue", "unpaid", "in_grace", "delinquent"],
  },
}

const SHOWABLE = /^[\w .:-]{1,60}$/

/** The words that objects of a kind have as status. */
export function wordsAt(path: string, records: readonly WireRecord[]): string[] {
  const words = records.map((record) => fieldOf(record, path))
  return [...new Set(words.filter((word): word is string => typeof word === "string" && SHOWABLE.test(word)))]
}

/** Proposes a meaning for each unknown word, or names it for a person to choose. */
export function findStatuses(
  kind: StatusKind,
  { endpoint, words }: { endpoint: string; words: readonly string[] },
  findings: Findings
): void {
  if (words.length === 0) return findings.miss(`statuses.${kind}`, `a status in an answer of ${endpoint}`)
  for (const word of words) {
    const known = statusToOurs(kind, word, findings.baseline)
    const isProposed = known === undefined && statusToOurs(kind, word, findings.settings()) !== undefined
    const meaning = known === undefined ? meaningOf(kind, word, words, findings) : undefined
    if (known !== undefined) findings.fit(`statuses.${kind}.${settingOf(kind, known, findings)}`)
    else if (isProposed) continue
    else if (meaning !== undefined)
      addWord(kind, meaning, word, `${endpoint} has the status ${word}`, findings)
    else findings.doubt(`statuses.${kind}`, `${endpoint} has the unknown status ${word}: choose its meaning`)
  }
}

/** Adds a word to a meaning, behind those that are known. */
export function addWord(
  kind: StatusKind,
  meaning: string,
  word: string,
  because: string,
  findings: Findings
): void {
  const setting = `statuses.${kind}.${meaning}`
  const before = findings.proposed(setting) ?? findings.defaultOf(setting)
  const words = Array.isArray(before) ? before.filter((other) => other !== word) : []
  findings.propose(setting, [...words, word], because)
}

/** A word with two plausible meanings has the one for which the service has no word of its own. */
function meaningOf(
  kind: StatusKind,
  word: string,
  others: readonly string[],
  { baseline }: Findings
): string | undefined {
  const meanings = Object.keys(baseline.statuses[kind])
  const named = (text: string) => meanings.filter((meaning) => formsOf(text).includes(toSnakeCase(meaning)))
  const synonyms = Object.entries<readonly string[] | undefined>(SYNONYMS[kind])
  const bySynonym = synonyms.flatMap(([meaning, words]) =>
    words?.some((known) => formsOf(word).includes(known)) ? [meaning] : []
  )
  const taken = others.flatMap(named)
  return named(word)[0] ?? bySynonym.find((meaning) => !taken.includes(meaning)) ?? bySynonym[0]
}

function formsOf(word: string): string[] {
  const plain = toSnakeCase(word.replace(/^[A-Z]/, (first) => first.toLowerCase()))
  return [word.toLowerCase(), plain].map((form) => form.replace(/[\s-]+/g, "_"))
}

function settingOf(kind: StatusKind, ours: string, findings: Findings): string {
  return (
    Object.keys(findings.baseline.statuses[kind]).find((meaning) => toSnakeCase(meaning) === ours) ?? ours
  )
}

/**
 * Finds what the service calls a status from the list that it answers for our word.
 *
 * Evidence enough to settle money: a list filtered by a documented word has rows of another word only, and
 * the unfiltered list has rows of other words, so the filter works.
 */
export function findFilteredWord(
  meaning: "paid" | "overpaid" | "pending" | "confirming",
  { filtered, all }: { filtered: readonly string[]; all: readonly string[] },
  findings: Findings
): boolean {
  const [word, second] = filtered
  const isUnknown = word !== undefined && statusToOurs("invoice", word, findings.baseline) === undefined
  const hasFilter = all.some((other) => other !== word)
  if (!isUnknown || second !== undefined || !hasFilter) return false
  addWord(
    "invoice",
    meaning,
    word,
    `listInvoices answers status=${meaning} with the status ${word}`,
    findings
  )
  return true
}
