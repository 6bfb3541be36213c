import { fieldOf } from "../contract/fields"
import type { WireRecord } from "../contract/envelope"
import { TRANSACTION_KINDS } from "../contract/transaction"
import { pathFound } from "./find-fields"
import { idIn } from "./find-resources"
import { wordsAt } from "./find-statuses"
import type { Findings } from "./findings"

type Meaning = (typeof TRANSACTION_KINDS)[number] | "in" | "out"

/** Words that other services use, beside those of the defaults. */
const SYNONYMS: Readonly<Record<Meaning, readonly string[]>> = {
  receipt: [
    "received",
    "collection",
    "invoice_payment",
    "payment_received",
    "payin",
    "pay_in",
    "deposit_received",
  ],
  payout: [
    "transfer_out",
    "disbursement",
    "payment_out",
    "pay_out",
    "withdraw",
    "withdrawal_sent",
    "payout_sent",
  ],
  refund: ["refunded", "reversal", "deposit_return", "deposit_returned", "return"],
  fee: [
    "service_fee",
    "commission",
    "network_fee",
    "processing_fee",
    "payout_fee",
    "platform_fee",
    "gas_fee",
  ],
  in: ["received", "deposit", "cr", "plus"],
  out: ["sent", "withdrawal", "dr", "minus"],
}

/** Finds what the service calls the kinds and directions of transactions, and whether amounts have a sign. */
export function findTransactionWords(rows: readonly WireRecord[], findings: Findings): void {
  const at = (field: string) => pathFound("transaction", field, findings)
  const types = wordsAt(at("type"), rows)
  const directions = wordsAt(at("direction"), rows)
  if (types.length === 0 && directions.length === 0)
    return findings.miss("transactions", "a transaction with a type or a direction")
  for (const word of types) noteWord(TRANSACTION_KINDS, word, "type", findings)
  for (const word of directions) noteWord(["in", "out"], word, "direction", findings)
  findSigns(rows, at, findings)
}

function noteWord(
  meanings: readonly Meaning[],
  word: string,
  field: "type" | "direction",
  findings: Findings
): void {
  const known = meanings.find((meaning) => isOneOf(wordsFor(meaning, findings), word))
  const meaning = known ?? meanings.find((meaning) => SYNONYMS[meaning].includes(plain(word)))
  if (meaning === undefined) {
    const because = `listTransactions has the unknown ${field} ${word}: choose its meaning`
    return findings.doubt("transactions", because)
  }
  const setting = `transactions.${meaning}`
  if (known !== undefined) return findings.fit(setting)
  findings.propose(
    setting,
    [...wordsFor(meaning, findings), word],
    `listTransactions has the ${field} ${word}`
  )
}

function wordsFor(meaning: Meaning, findings: Findings): string[] {
  const words = findings.proposed(`transactions.${meaning}`) ?? findings.defaultOf(`transactions.${meaning}`)
  return Array.isArray(words) ? words : []
}

function isOneOf(words: readonly string[], word: string): boolean {
  return words.some((known) => known.toLowerCase() === word.trim().toLowerCase())
}

/** @example plain("PaymentReceived") // "payment_received" */
function plain(word: string): string {
  return word
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s.-]+/g, "_")
}

/** A minus always means out; a plus means in only where every direction agrees with its sign. */
function findSigns(rows: readonly WireRecord[], at: (field: string) => string, findings: Findings): void {
  const isNegative = (row: WireRecord) => /^\s*-/.test(String(fieldOf(row, at("amount")) ?? ""))
  if (!rows.some(isNegative)) return findings.fit("transactions.isSigned")
  const isContrary = rows.some((row) => {
    const word = fieldOf(row, at("direction"))
    return typeof word === "string" && isOneOf(wordsFor(isNegative(row) ? "in" : "out", findings), word)
  })
  if (isContrary) findings.doubt("transactions.isSigned", "signs and directions of listTransactions disagree")
  else findings.propose("transactions.isSigned", true, "listTransactions has amounts with a minus")
}

/** Rows of payouts. */
function payoutsIn(rows: readonly WireRecord[], findings: Findings): WireRecord[] {
  const type = pathFound("transaction", "type", findings)
  return rows.filter((row) => {
    const word = fieldOf(row, type)
    return typeof word === "string" && isOneOf(wordsFor("payout", findings), word)
  })
}

/** Identifiers of withdrawals that the transactions name. */
export function payoutReferences(rows: readonly WireRecord[], findings: Findings): string[] {
  const at = (field: string) => pathFound("transaction", field, findings)
  const ids = payoutsIn(rows, findings).flatMap(
    (row) => idIn(row, at("withdrawalId")) ?? idIn(row, at("reference")) ?? []
  )
  return [...new Set(ids)]
}

/** Compares the transaction of a fetched withdrawal with its amounts: with its fee, or without. */
export function findPayoutAmounts(
  rows: readonly WireRecord[],
  { id, withdrawal }: { id: string; withdrawal: WireRecord },
  findings: Findings
): void {
  const at = (field: string) => pathFound("transaction", field, findings)
  const row = payoutsIn(rows, findings).find((one) => payoutReferences([one], findings).includes(id))
  const figure = (record: WireRecord | undefined, path: string) => {
    const value = record && fieldOf(record, path)
    return value === undefined ? undefined : String(value).replace(/^\s*-/, "")
  }
  const listed = figure(row, at("amount"))
  const gross = figure(withdrawal, pathFound("withdrawal", "amount", findings))
  const net = figure(withdrawal, pathFound("withdrawal", "netAmount", findings))
  const setting = "transactions.payoutAmounts"
  if (listed === undefined || gross === net)
    return findings.miss(setting, "a payout with a fee, and its withdrawal")
  if (listed === gross)
    findings.propose(setting, "gross", "a payout of listTransactions has the amount with its fee")
  else if (listed === net) findings.fit(setting)
}
