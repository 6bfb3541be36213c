import { z } from "zod"
import type { Assumptions } from "../assumptions"
import {
  readRecord,
  recordParser,
  reportMissing,
  resourceParser,
  toWireNames,
  type FieldKind,
  type WireRecord,
} from "./records"
import { decimalSchema, fieldOf, optional, railSchema, textSchema } from "./wire"

/** Request for a quote. The fee comes out of `amount`. */
export const quoteRequestSchema = z.strictObject({
  ...railSchema.shape,
  amount: decimalSchema,
  destinationAddress: textSchema,
  memo: textSchema.optional(),
})
export type QuoteRequest = z.infer<typeof quoteRequestSchema>

/** A quote. Only its identifier is documented. */
export const quoteSchema = z.looseObject({
  id: textSchema,
  fee: optional(decimalSchema),
  netAmount: optional(decimalSchema),
  expiresAt: optional(z.iso.datetime({ offset: true })),
})
export type Quote = z.infer<typeof quoteSchema> & {
  /**
   * Figures the service gave below zero, by our names. They count as absent, and such a quote is unusable.
   */
  negative?: readonly string[]
}

/** Body of the call that creates a withdrawal. `clientReference` identifies it at the service for good. */
export const createWithdrawalRequestSchema = z.strictObject({
  quoteId: textSchema,
  clientReference: textSchema,
})
export type CreateWithdrawalRequest = z.infer<typeof createWithdrawalRequestSchema>

/** A withdrawal. An unknown `status` is shown as it is. */
export const withdrawalSchema = z.looseObject({
  ...railSchema.shape,
  id: textSchema,
  status: textSchema,
  amount: optional(decimalSchema),
  fee: optional(decimalSchema),
  netAmount: optional(decimalSchema),
  destinationAddress: optional(z.string()),
  memo: optional(z.string()),
  clientReference: optional(z.string()),
  quoteId: optional(z.string()),
  /** Set for a leg of an invoice's payout. */
  invoiceId: optional(z.string()),
  txHash: optional(z.string()),
  failureReason: optional(z.string()),
  createdAt: optional(z.iso.datetime({ offset: true })),
})
export type Withdrawal = z.infer<typeof withdrawalSchema>

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

/** The known withdrawal statuses. */
export const WITHDRAWAL_STATUSES: readonly string[] = Object.keys(PHASES)

/**
 * Maps a status, in our words, to its meaning.
 *
 * @example withdrawalPhase("gas_blocked") // "pending"
 */
export function withdrawalPhase(status: string): WithdrawalPhase {
  return Object.hasOwn(PHASES, status) ? (PHASES[status] ?? "unknown") : "unknown"
}

/** Names the fields of a quote request as the service does. */
export function quoteRequestToWire(request: QuoteRequest, { fields }: Assumptions): WireRecord {
  return toWireNames(request, { memo: fields.withdrawalQuote.memo })
}

/** The inverse of {@link quoteRequestToWire}; used by the sandbox. Any other body stays as it is. */
export function quoteRequestFromWire(body: unknown, { fields }: Assumptions): unknown {
  const { memo: theirs } = fields.withdrawalQuote
  if (typeof body !== "object" || body === null || theirs === "memo" || theirs === null) return body
  const [first = ""] = theirs.split(".")
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== first))
  return { ...rest, memo: fieldOf(body, theirs) }
}

/** The request has the memo. */
const QUOTE_KINDS = {
  fee: "amount",
  netAmount: "amount",
  expiresAt: "instant",
} as const satisfies Record<Exclude<keyof Assumptions["fields"]["withdrawalQuote"], "memo">, FieldKind>

/** Reads the answer with a quote. @throws ContractError naming the fields that are not as documented */
export const parseQuote = resourceParser("quote", (record, { fields }, report): Quote => {
  const assumed = {
    resource: "withdrawal quote",
    schema: quoteSchema,
    names: fields.withdrawalQuote,
    kinds: QUOTE_KINDS,
    setting: "fields.withdrawalQuote",
  }
  const quote = readRecord(record, assumed, report)
  reportMissing(record, assumed, ["fee", "netAmount", "expiresAt"], report)
  return { ...quote, negative: negativeIn(record, fields.withdrawalQuote) }
})

function isNegative(value: unknown): boolean {
  return typeof value === "number" ? value < 0 : typeof value === "string" && /^\s*-/.test(value)
}

/** A negative figure is readable, but cannot be true. */
function negativeIn(record: WireRecord, names: Assumptions["fields"]["withdrawalQuote"]): string[] {
  const figures = {
    amount: record.amount,
    fee: fieldOf(record, names.fee),
    "net amount": fieldOf(record, names.netAmount),
  }
  return Object.entries(figures).flatMap(([name, value]) => (isNegative(value) ? [name] : []))
}

const ALWAYS_IN_OURS = ["amount", "fee", "netAmount", "destinationAddress", "quoteId", "createdAt"] as const
const FAILED: readonly string[] = Object.keys(PHASES).filter((status) => PHASES[status] === "failed")

/** Reads a withdrawal without an envelope. @throws ContractError */
export const parseWithdrawalRecord = recordParser({
  resource: "withdrawal",
  schema: withdrawalSchema,
  setting: "withdrawal",
  expects: ({ status, clientReference }) => [
    ...(clientReference === undefined ? [] : ALWAYS_IN_OURS),
    ...(status === "completed" ? (["txHash"] as const) : []),
    ...(FAILED.includes(status) ? (["failureReason"] as const) : []),
  ],
  kinds: {
    amount: "amount",
    fee: "amount",
    netAmount: "amount",
    destinationAddress: "text",
    memo: "text",
    clientReference: "text",
    quoteId: "text",
    invoiceId: "text",
    txHash: "text",
    failureReason: "text",
    createdAt: "instant",
  },
})

/** Reads the answer with a withdrawal. @throws ContractError naming the fields that are not as documented */
export const parseWithdrawal = resourceParser("withdrawal", parseWithdrawalRecord)

/** Reads the answer of creating a withdrawal: it repeats our reference. @throws ContractError */
export const parseCreatedWithdrawal = resourceParser("withdrawal", (record, assumptions, report) => {
  const withdrawal = parseWithdrawalRecord(record, assumptions, report)
  const assumed = {
    resource: "withdrawal",
    names: assumptions.fields.withdrawal,
    setting: "fields.withdrawal",
  }
  reportMissing(record, assumed, ["clientReference"], report)
  return withdrawal
})
