import { createHash } from "node:crypto"
import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { railFields } from "./payments"
import { anyText, assumed, decimal, object, optional, readRecord, recordParser } from "./readers"
import { reportRow, text, type ReadOf, type ReportUnreadable, type StatusWord } from "./readers"
import { ContractError, decimalSchema, fieldOf, railSchema, textSchema, withField } from "./wire"
import type { WireRecord } from "./wire"

/** Request for a quote. The fee comes out of `amount`. */
export const quoteRequestSchema = z.strictObject({
  ...railSchema.shape,
  amount: decimalSchema,
  destinationAddress: textSchema,
  memo: textSchema.optional(),
})
export type QuoteRequest = z.infer<typeof quoteRequestSchema>

/** A quote. Only its identifier is documented. */
export const quoteShape = {
  id: text,
  fee: assumed.amount,
  netAmount: assumed.amount,
  expiresAt: assumed.instant,
}
export type Quote = ReadOf<typeof quoteShape> & {
  /** Figures the service gave below zero, by our names. They count as absent, and such a quote is unusable. */
  negative?: readonly string[]
}

/** Body of the call that creates a withdrawal. `clientReference` identifies it at the service for good. */
export const createWithdrawalRequestSchema = z.strictObject({
  quoteId: textSchema,
  clientReference: textSchema,
})
export type CreateWithdrawalRequest = z.infer<typeof createWithdrawalRequestSchema>

/** A withdrawal. An unknown `status` is shown as it is. */
export const withdrawalShape = {
  ...railFields,
  id: text,
  status: text,
  amount: assumed.amount,
  fee: assumed.amount,
  netAmount: assumed.amount,
  destinationAddress: assumed.text,
  memo: assumed.text,
  clientReference: assumed.text,
  quoteId: assumed.text,
  /** Set for a leg of an invoice's payout. */
  invoiceId: assumed.text,
  txHash: assumed.text,
  failureReason: assumed.text,
  createdAt: assumed.instant,
}
export type Withdrawal = ReadOf<typeof withdrawalShape> & StatusWord

/** What a status means. `unknown` is shown and polled again, never guessed. */
export type WithdrawalPhase = "pending" | "done" | "failed" | "unknown"

/** `pending_funds` and `gas_blocked` are waits, not failures. */
const PHASES: Readonly<Record<string, WithdrawalPhase>> = {
  queued: "pending",
  processing: "pending",
  pending_funds: "pending",
  gas_blocked: "pending",
  funds_reserved: "pending",
  broadcast: "pending",
  completed: "done",
  destination_rejected: "failed",
  failed: "failed",
}

export const WITHDRAWAL_STATUSES: readonly string[] = Object.keys(PHASES)

/** Maps a status, in our words, to its meaning. @example withdrawalPhase("gas_blocked") // "pending" */
export function withdrawalPhase(status: string): WithdrawalPhase {
  return Object.hasOwn(PHASES, status) ? (PHASES[status] ?? "unknown") : "unknown"
}

const parseQuoteRecord = recordParser("withdrawalQuote", quoteShape, () => ["fee", "netAmount", "expiresAt"])

/** @throws ContractError naming the fields that are not as documented */
export function parseQuote(record: WireRecord, assumptions: Assumptions, report?: ReportUnreadable): Quote {
  const { fee, netAmount } = assumptions.fields.withdrawalQuote
  // A negative figure is readable, but cannot be true.
  const figures = {
    amount: record.amount,
    fee: fieldOf(record, fee),
    "net amount": fieldOf(record, netAmount),
  }
  const negative = Object.entries(figures).flatMap(([name, value]) => (isNegative(value) ? [name] : []))
  return { ...parseQuoteRecord(record, assumptions, report), negative }
}

function isNegative(value: unknown): boolean {
  return typeof value === "number" ? value < 0 : typeof value === "string" && /^\s*-/.test(value)
}

const ALWAYS_IN_OURS = ["amount", "fee", "netAmount", "destinationAddress", "quoteId", "createdAt"] as const
const FAILED: readonly string[] = Object.keys(PHASES).filter((status) => PHASES[status] === "failed")

/** @throws ContractError naming the fields that are not as documented */
export const parseWithdrawal = recordParser("withdrawal", withdrawalShape, ({ status, clientReference }) => [
  ...(clientReference === undefined ? [] : ALWAYS_IN_OURS),
  ...(status === "completed" ? (["txHash"] as const) : []),
  ...(FAILED.includes(status) ? (["failureReason"] as const) : []),
])

/** What a business holds of one asset, in token units. For reconciliation only. */
export const balanceShape = {
  ...railFields,
  canonicalAssetId: optional(anyText),
  amounts: object({
    total: decimal,
    /** Seen on active addresses. Neither this nor `requiresRecovery` is withdrawable. */
    totalHeld: optional(decimal),
    requiresRecovery: optional(decimal),
  }),
}
export type Balance = ReadOf<typeof balanceShape>

/** @throws ContractError naming the fields that are not as documented */
export function parseBalance(record: WireRecord): Balance {
  return readRecord(balanceShape, record, "balance")
}

/** Plan, fees, quota and gas in USD. Which call returns which fields is undocumented. */
export const billingShape = {
  plan: assumed.text,
  state: assumed.text,
  /** Percent of settled volume, such as "0.95". */
  invoiceFeePercent: assumed.percent,
  minimumFeeUsd: assumed.usd,
  payoutQuotaIncluded: assumed.count,
  payoutQuotaUsed: assumed.count,
  includedGasGrantedUsd: assumed.usd,
  includedGasUsedUsd: assumed.usd,
  includedGasRemainingUsd: assumed.usd,
  prepaidGasUsd: assumed.usd,
  topUpOptionsUsd: assumed.usdList,
  gasBlockedOperations: assumed.count,
  cycleEndsAt: assumed.instant,
}
export type Billing = ReadOf<typeof billingShape>

/** @throws ContractError naming the fields that are not as documented */
export const parseBilling = recordParser("billing", billingShape)

/** What a transaction means for the business. */
export const TRANSACTION_KINDS = ["receipt", "fee", "payout", "refund"] as const

/** What a transaction is, whatever the service calls its type. */
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** Whether it added to the balance or reduced it. */
export type TransactionDirection = "in" | "out"

/** As the service sends it; everything but the rail is undocumented. */
export const transactionShape = {
  ...railFields,
  id: text,
  canonicalAssetId: optional(anyText),
  /** The service's own word. */
  type: assumed.text,
  direction: assumed.text,
  /** Decimal in token units, without a sign. */
  amount: assumed.amount,
  txHash: assumed.text,
  /** Id of its invoice, deposit or withdrawal. */
  reference: assumed.text,
  invoiceId: assumed.text,
  depositId: assumed.text,
  withdrawalId: assumed.text,
  /** `review_required`, `failed`, or the service's own word. */
  status: assumed.text,
  toAddress: assumed.text,
  memo: assumed.text,
  createdAt: assumed.instant,
}
type Listed = ReadOf<typeof transactionShape>

/** One movement of money. For reconciliation only. The rail is empty where the row cannot be read. */
export type Transaction = Omit<
  Pick<Listed, keyof typeof transactionShape>,
  "direction" | "invoiceId" | "depositId" | "withdrawalId"
> & {
  kind: TransactionKind | null
  direction?: TransactionDirection | undefined
  /** Why it is in no sum, and the settings that would change that; null when it can be read. */
  unread: string | null
  /** The row as JSON, where it cannot be read. */
  raw: string | null
}

const parseListed = recordParser("transaction", transactionShape, ({ status }) =>
  status === "review_required" ? ["createdAt", "status", "toAddress"] : ["createdAt", "status"]
)

/** Reads a list row. One that cannot be read is kept as it came, with the reason: it must not hide the others. */
export function parseTransaction(
  record: WireRecord,
  assumptions: Assumptions,
  report?: ReportUnreadable
): Transaction {
  const { unsigned, sign } = splitSign(record, assumptions)
  let listed: Listed
  try {
    listed = parseListed(unsigned, assumptions, report)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    reportRow(error, report)
    return unreadTransaction(record, error)
  }
  const said = sign ?? directionOf(listed.direction, assumptions)
  const kind = kindOf(listed.type, said, assumptions)
  // A service may name only the type.
  const direction = said ?? (kind === null ? undefined : kind === "receipt" ? "in" : "out")
  if (kind === null && listed.type !== undefined) report?.({ ...OF_TYPE, word: listed.type })
  const reference = referenceOf(kind, listed)
  // Money in review, such as that with a wrong memo, belongs to nothing.
  if (reference === undefined && listed.status !== "review_required" && namesReferences(assumptions))
    report?.({ ...OF_REFERENCE, isMissing: true })
  const unread = contradiction(kind, sign, assumptions) ?? unreadReason(kind, listed)
  const { chain, networkId, token, canonicalAssetId, type, amount, txHash } = listed
  const { status, toAddress, memo, createdAt, id } = listed
  return {
    ...{ id, chain, networkId, token, canonicalAssetId, type, direction, amount, txHash },
    ...{ reference, status, toAddress, memo, createdAt, unread },
    kind: unread === null ? kind : null,
    raw: unread === null ? null : rawOf(record),
  }
}

const SIGNED = /^\s*([+-])\s*(.+)$/

/** Takes the sign off the amount, and its direction where signs have one. */
function splitSign(
  record: WireRecord,
  { fields, transactions }: Assumptions
): { unsigned: WireRecord; sign: TransactionDirection | undefined } {
  const { amount: name } = fields.transaction
  const value = name === null ? undefined : fieldOf(record, name)
  const parts = typeof value === "string" ? SIGNED.exec(value) : null
  const isNegative = typeof value === "number" ? value < 0 : parts?.[1] === "-"
  const positive = transactions.isSigned && value !== undefined ? "in" : undefined
  const unsigned = typeof value === "number" ? Math.abs(value) : (parts?.[2] ?? value)
  const isSame = unsigned === value || name === null
  return {
    unsigned: isSame ? record : withField(record, name, unsigned),
    sign: isNegative ? "out" : positive,
  }
}

function isOneOf(words: readonly string[], word: string): boolean {
  return words.some((one) => one.toLowerCase() === word.trim().toLowerCase())
}

function directionOf(
  word: string | undefined,
  { transactions }: Assumptions
): TransactionDirection | undefined {
  if (word === undefined) return undefined
  if (isOneOf(transactions.in, word)) return "in"
  return isOneOf(transactions.out, word) ? "out" : undefined
}

function kindOf(
  type: string | undefined,
  direction: TransactionDirection | undefined,
  { transactions }: Assumptions
): TransactionKind | null {
  const word = type ?? ""
  const named = TRANSACTION_KINDS.find((kind) => isOneOf(transactions[kind], word))
  if (named !== undefined) return named
  if (direction !== "out") return direction === "in" ? "receipt" : null
  const text = word.toLowerCase()
  if (text.includes("fee")) return "fee"
  return text.includes("refund") ? "refund" : "payout"
}

const OF_TYPE = { resource: "transaction", field: "type", setting: "assumptions.transactions" }
const namesReferences = ({ fields: { transaction: names } }: Assumptions) =>
  [names.reference, names.invoiceId, names.depositId, names.withdrawalId].some((name) => name !== null)
const OF_REFERENCE = {
  ...{ resource: "transaction", field: "reference" },
  setting: "assumptions.fields.transaction (reference, invoiceId, depositId or withdrawalId)",
}

/** A service has one field for what a transaction belongs to, or one for each kind. */
function referenceOf(kind: TransactionKind | null, listed: Listed): string | undefined {
  const { invoiceId, depositId, withdrawalId, reference } = listed
  switch (kind) {
    case "payout":
      return withdrawalId ?? reference ?? invoiceId
    case "refund":
      return depositId ?? reference ?? withdrawalId
    case "receipt":
    case "fee":
    case null:
      return invoiceId ?? depositId ?? withdrawalId ?? reference
  }
}

/** Only receipts come in. */
function contradiction(
  kind: TransactionKind | null,
  sign: TransactionDirection | undefined,
  { transactions }: Assumptions
): string | null {
  if (!transactions.isSigned || kind === null || (kind === "receipt") === (sign === "in")) return null
  return `The sign of its amount says ${sign}, and its type is that of a ${kind}. Set assumptions.transactions.isSigned to false.`
}

function unreadReason(kind: TransactionKind | null, { type, direction, amount }: Listed): string | null {
  if (amount === undefined) return "It has no readable amount. Set assumptions.fields.transaction.amount."
  if (kind !== null) return null
  const words = [type, direction].flatMap((word) => (word === undefined ? [] : [`"${word.slice(0, 40)}"`]))
  const found = words.length > 0 ? `${words.join(" and ")} mean nothing here` : "it has no readable type"
  return `Its kind is not known: ${found}. Set assumptions.transactions, or assumptions.fields.transaction.type and assumptions.fields.transaction.direction.`
}

const MOST_RAW = 4_000

function rawOf(record: WireRecord): string {
  return JSON.stringify(record).slice(0, MOST_RAW)
}

/** Without an identifier of its own the row is known by its content. */
function unreadTransaction(record: WireRecord, { problems }: ContractError): Transaction {
  const text = (name: string) => (typeof record[name] === "string" ? record[name] : "")
  const setting =
    text("id") === "" ? " Set assumptions.ids.transaction to the field with its identifier." : ""
  return {
    id: text("id") || `row_${createHash("sha256").update(JSON.stringify(record)).digest("hex").slice(0, 32)}`,
    ...{ chain: text("chain"), networkId: text("networkId"), token: text("token") },
    kind: null,
    unread: `It is not as documented: ${problems.slice(0, 3).join("; ")}.${setting}`,
    raw: rawOf(record),
  }
}
