import { createHash } from "node:crypto"
import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { recordParser, resourceParser, toRecord, type ReportUnreadable, type WireRecord } from "./records"
import {
  ContractError,
  decimalSchema,
  fieldOf,
  optional,
  parseAs,
  railSchema,
  settingOf,
  textSchema,
  withField,
} from "./wire"

/** What a business holds of one asset, in token units. For reconciliation only. */
export const balanceSchema = z.looseObject({
  ...railSchema.shape,
  canonicalAssetId: optional(z.string()),
  amounts: z.looseObject({
    total: decimalSchema,
    /** Seen on active addresses. Neither this nor `requiresRecovery` is withdrawable. */
    totalHeld: optional(decimalSchema),
    requiresRecovery: optional(decimalSchema),
  }),
})
export type Balance = z.infer<typeof balanceSchema>

/**
 * Reads a row of the balances.
 *
 * @throws ContractError naming the fields that are not as documented
 */
export function parseBalance(record: WireRecord): Balance {
  return parseAs(balanceSchema, record, "balance")
}

/** Documented plans. The list may grow, so any other value is kept as it is. */
export const KNOWN_PLANS = ["Free", "Startup", "Growth", "Scale", "Enterprise"] as const
export type KnownPlan = (typeof KNOWN_PLANS)[number]

/**
 * Finds a documented plan by its name, in any case.
 *
 * @returns undefined for an unknown plan
 * @example findKnownPlan("startup") // "Startup"
 */
export function findKnownPlan(name: string | null): KnownPlan | undefined {
  return KNOWN_PLANS.find((known) => known.toLowerCase() === name?.trim().toLowerCase())
}

/** Plan, fees, quota and gas in USD. Which call returns which fields is undocumented. */
export const billingSchema = z.looseObject({
  plan: optional(z.string()),
  state: optional(z.string()),
  /** Percent of settled volume, such as "0.95". */
  invoiceFeePercent: optional(z.string()),
  minimumFeeUsd: optional(z.string()),
  payoutQuotaIncluded: optional(z.number().int().nonnegative()),
  payoutQuotaUsed: optional(z.number().int().nonnegative()),
  includedGasGrantedUsd: optional(z.string()),
  includedGasUsedUsd: optional(z.string()),
  includedGasRemainingUsd: optional(z.string()),
  prepaidGasUsd: optional(z.string()),
  topUpOptionsUsd: optional(z.array(z.string())),
  gasBlockedOperations: optional(z.number().int().nonnegative()),
  cycleEndsAt: optional(z.iso.datetime({ offset: true })),
})
export type Billing = z.infer<typeof billingSchema>

/** Figures are only shown, so numbers are accepted too. */
const parseBillingRecord = recordParser({
  resource: "billing",
  schema: billingSchema,
  setting: "billing",
  kinds: {
    plan: "text",
    state: "text",
    invoiceFeePercent: "figure",
    minimumFeeUsd: "figure",
    payoutQuotaIncluded: "count",
    payoutQuotaUsed: "count",
    includedGasGrantedUsd: "figure",
    includedGasUsedUsd: "figure",
    includedGasRemainingUsd: "figure",
    prepaidGasUsd: "figure",
    topUpOptionsUsd: "figures",
    gasBlockedOperations: "count",
    cycleEndsAt: "instant",
  },
})

/** Reads the answer of either billing call. @throws ContractError naming the fields that are not as documented */
export const parseBilling = resourceParser("billing", parseBillingRecord)

/** What a transaction means for the business. */
export const TRANSACTION_KINDS = ["receipt", "fee", "payout", "refund"] as const

/** What a transaction is, whatever the service calls its type. */
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** Whether it added to the balance or reduced it. */
export type TransactionDirection = "in" | "out"

/** As the service sends it; everything but the rail is undocumented. */
export const transactionSchema = z.looseObject({
  ...railSchema.shape,
  id: textSchema,
  canonicalAssetId: optional(z.string()),
  type: optional(z.string()),
  direction: optional(z.string()),
  amount: optional(decimalSchema),
  txHash: optional(z.string()),
  reference: optional(z.string()),
  invoiceId: optional(z.string()),
  depositId: optional(z.string()),
  withdrawalId: optional(z.string()),
  status: optional(z.string()),
  toAddress: optional(z.string()),
  memo: optional(z.string()),
  createdAt: optional(z.iso.datetime({ offset: true })),
})
type Listed = z.infer<typeof transactionSchema>

/** One movement of money. For reconciliation only. */
export type Transaction = {
  id: string
  /** Empty where the row cannot be read. */
  chain: string
  networkId: string
  token: string
  canonicalAssetId?: string | undefined
  kind: TransactionKind | null
  /** The service's own word. */
  type?: string | undefined
  direction?: TransactionDirection | undefined
  /** Decimal in token units, without a sign. */
  amount?: string | undefined
  txHash?: string | undefined
  /** Id of its invoice, deposit or withdrawal. */
  reference?: string | undefined
  /** `review_required`, `failed`, or the service's own word. */
  status?: string | undefined
  toAddress?: string | undefined
  memo?: string | undefined
  /** ISO 8601. */
  createdAt?: string | undefined
  /** Why it is in no sum, and the settings that would change that; null when it can be read. */
  unread: string | null
  /** The row as JSON, where it cannot be read. */
  raw: string | null
}

const parseListed = recordParser({
  resource: "transaction",
  schema: transactionSchema,
  setting: "transaction",
  expects: ({ status }) => [
    "createdAt",
    "status",
    ...(status === "review_required" ? (["toAddress"] as const) : []),
  ],
  kinds: {
    type: "text",
    direction: "text",
    amount: "amount",
    txHash: "text",
    reference: "text",
    invoiceId: "text",
    depositId: "text",
    withdrawalId: "text",
    status: "text",
    toAddress: "text",
    memo: "text",
    createdAt: "instant",
  },
})

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
    const { resource, fields } = error
    report?.({
      resource,
      field: `${fields[0] ?? "(root)"} (whole row)`,
      setting: settingOf(resource, fields),
    })
    return unreadTransaction(record, error)
  }
  const direction = sign ?? directionOf(listed.direction, assumptions)
  const kind = kindOf(listed.type, direction, assumptions)
  if (kind === null && listed.type !== undefined)
    report?.({
      resource: "transaction",
      field: "type",
      setting: "assumptions.transactions",
      word: listed.type,
    })
  const reference = referenceOf(kind, listed)
  if (reference === undefined)
    report?.({ resource: "transaction", field: "reference", setting: REFERENCES, isMissing: true })
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

const REFERENCES = "assumptions.fields.transaction (reference, invoiceId, depositId or withdrawalId)"

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

/** What the sandbox knows of a transaction. `amount` is that of the setting `payoutAmounts`. */
export type WrittenTransaction = Omit<Transaction, "unread" | "raw" | "type" | "kind" | "direction"> & {
  kind: TransactionKind
  direction: TransactionDirection
  invoiceId?: string | undefined
  depositId?: string | undefined
  withdrawalId?: string | undefined
}

/** The inverse of {@link parseTransaction}; used by the sandbox. */
export function transactionToWire(written: WrittenTransaction, assumptions: Assumptions): WireRecord {
  const { transactions } = assumptions
  const { kind, direction, amount, ...rest } = written
  const isNegative = transactions.isSigned && direction === "out"
  const named = {
    ...rest,
    type: transactions[kind].at(-1),
    direction: transactions[direction].at(-1),
    amount: amount === undefined ? undefined : `${isNegative ? "-" : ""}${amount}`,
  }
  return toRecord("transaction", named, assumptions)
}
