import { fieldOf } from "../contract/wire"
import type { WireRecord } from "../contract/records"
import { TRANSACTION_KINDS } from "../contract/finance"
import { pathFound } from "./find-fields"
import { idCandidates, idIn } from "./find-resources"
import { wordsAt } from "./find-statuses"
import type { Findings } from "./findings"

type Meaning = (typeof TRANSACTION_KINDS)[number] | "in" | "out"

/** Words of a fee that a customer may be charged with too. */
const OUT_ONLY = ["charge"]

/** Words that other services use, beside those of the defaults. */
const SYNONYMS: Readonly<Record<Meaning, readonly string[]>> = {
  receipt: [
    ...["received", "collection", "invoice_payment", "payment_received", "incoming_payment", "payment_in"],
    ...["payin", "pay_in", "deposit_received"],
  ],
  payout: [
    ...["transfer_out", "outgoing_transfer", "outgoing_payment", "disbursement", "payment_out", "pay_out"],
    ...["withdraw", "withdrawal_sent", "payout_sent"],
  ],
  refund: [
    "refunded",
    "reversal",
    "returned_deposit",
    "refunded_deposit",
    "deposit_return",
    "return",
    "chargeback",
  ],
  fee: [
    "service_fee",
    "commission",
    "network_fee",
    "processing_fee",
    "payout_fee",
    "platform_fee",
    "gas_fee",
    ...OUT_ONLY,
  ],
  in: ["received", "deposit", "cr", "c", "plus"],
  out: ["sent", "withdrawal", "dr", "d", "minus"],
}

/** Finds what the service calls the kinds and directions of transactions, and whether amounts have a sign. */
export function findTransactionWords(rows: readonly WireRecord[], findings: Findings): void {
  const at = (field: string) => pathFound("transaction", field, findings)
  const types = wordsAt(at("type"), rows)
  const directions = wordsAt(at("direction"), rows)
  if (types.length === 0 && directions.length === 0)
    return findings.miss("transactions", "a transaction with a type or a direction")
  for (const word of directions) noteWord(["in", "out"], word, "direction", findings)
  findSigns(rows, at, findings)
  for (const word of types) {
    const own = rows.filter((row) => fieldOf(row, at("type")) === word)
    noteWord(kindsOf(word, directionsOf(own, at, findings)), word, "type", findings)
  }
}

type Kind = (typeof TRANSACTION_KINDS)[number]

/** Money that comes in is a receipt, whatever the word. */
function kindsOf(word: string, directions: readonly (string | undefined)[]): readonly Kind[] {
  const isOnly = (direction: string) => directions.every((one) => one === direction)
  if (isOnly("in")) return ["receipt"]
  const out: readonly Kind[] = ["payout", "refund", "fee"]
  if (isOnly("out")) return out
  return OUT_ONLY.includes(plain(word)) ? [] : TRANSACTION_KINDS
}

function directionsOf(
  rows: readonly WireRecord[],
  at: (field: string) => string,
  findings: Findings
): ("in" | "out" | undefined)[] {
  const isSigned = findings.proposed("transactions.isSigned") ?? findings.baseline.transactions.isSigned
  return rows.map((row) => {
    if (isNegative(row, at)) return "out"
    const word = fieldOf(row, at("direction"))
    const named = (["in", "out"] as const).find(
      (direction) => typeof word === "string" && isOneOf(wordsFor(direction, findings), word)
    )
    return named ?? (isSigned === true ? "in" : undefined)
  })
}

function noteWord(
  meanings: readonly Meaning[],
  word: string,
  field: "type" | "direction",
  findings: Findings
): void {
  const known = meanings.find((meaning) => isOneOf(wordsFor(meaning, findings), word))
  const [only] = field === "type" && meanings.length === 1 ? meanings : []
  const meaning = known ?? meanings.find((one) => SYNONYMS[one].includes(plain(word))) ?? only
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
  if (!rows.some((row) => isNegative(row, at))) return findings.fit("transactions.isSigned")
  const isContrary = rows.some((row) => {
    const word = fieldOf(row, at("direction"))
    return typeof word === "string" && isOneOf(wordsFor(isNegative(row, at) ? "in" : "out", findings), word)
  })
  if (isContrary) findings.doubt("transactions.isSigned", "signs and directions of listTransactions disagree")
  else findings.propose("transactions.isSigned", true, "listTransactions has amounts with a minus")
}

function isNegative(row: WireRecord, at: (field: string) => string): boolean {
  return /^\s*-/.test(String(fieldOf(row, at("amount")) ?? ""))
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

/** Compares the transaction of a withdrawal with its amounts: with its fee, or without. */
export function findPayoutAmounts(
  rows: readonly WireRecord[],
  withdrawals: readonly WireRecord[],
  findings: Findings
): void {
  const at = (field: string) => pathFound("transaction", field, findings)
  const [idPath] = idCandidates("withdrawal", withdrawals.slice(0, 1), findings)
  const payouts = new Map(
    payoutsIn(rows, findings).flatMap((row) => payoutReferences([row], findings).map((id) => [id, row]))
  )
  const withdrawal = withdrawals.find((one) => payouts.has(idIn(one, idPath ?? "") ?? ""))
  const row = withdrawal && payouts.get(idIn(withdrawal, idPath ?? "") ?? "")
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
