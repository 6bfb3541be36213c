import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { readAssumed, toWireNames, type FieldKind, type ReportUnreadable } from "./assumed-fields"
import { parseAs } from "./contract-error"
import { decimalSchema } from "./decimal"
import { optional } from "./optional"
import { railSchema } from "./rail"
import { unwrapResource, type WireRecord } from "./resource"

/** Body of the call that quotes a withdrawal. The fee comes out of `amount`. */
export const quoteRequestSchema = z.strictObject({
  ...railSchema.shape,
  amount: decimalSchema,
  destinationAddress: z.string().min(1),
  /** For a destination that needs one. */
  memo: z.string().min(1).optional(),
})
export type QuoteRequest = z.infer<typeof quoteRequestSchema>

/** A quote. Beside its identifier nothing is documented, so everything else may be missing. */
export const quoteSchema = z.looseObject({
  id: z.string().min(1),
  fee: optional(decimalSchema),
  netAmount: optional(decimalSchema),
  expiresAt: optional(z.iso.datetime({ offset: true })),
})
export type Quote = z.infer<typeof quoteSchema> & {
  /** Our names of figures that the service gave below zero: they count as absent, and such a quote is of no use. */
  negative?: readonly string[]
}

/** Body of the call that creates a withdrawal. */
export const createWithdrawalRequestSchema = z.strictObject({
  quoteId: z.string().min(1),
  /** The caller's own reference. */
  clientReference: z.string().min(1),
})
export type CreateWithdrawalRequest = z.infer<typeof createWithdrawalRequestSchema>

/** A withdrawal. `status` is any text: one we do not know is shown as it is. */
export const withdrawalSchema = z.looseObject({
  ...railSchema.shape,
  id: z.string().min(1),
  status: z.string().min(1),
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

/** What a status means for whoever waits for it. `unknown` is shown and asked for again, never guessed. */
export type WithdrawalPhase = "pending" | "done" | "failed" | "unknown"

/** Statuses the document spells; both are waits and no failures. */
export const DOCUMENTED_WAITS = ["pending_funds", "gas_blocked"] as const

/** The service's words for withdrawals that we know, by what they mean. */
export function withdrawalWords({
  statuses: { withdrawal: named },
  withdrawalPhases: more,
}: Assumptions): Record<Exclude<WithdrawalPhase, "unknown">, readonly string[]> {
  const underway = [named.queued, named.processing, named.fundsReserved, named.broadcast]
  return {
    pending: [...DOCUMENTED_WAITS, ...more.pending, ...underway],
    done: [named.completed, ...more.done],
    failed: [named.destinationRejected, named.failed, ...more.failed],
  }
}

/**
 * @example withdrawalPhase("gas_blocked", parseAssumptions()) // "pending"
 */
export function withdrawalPhase(status: string, assumptions: Assumptions): WithdrawalPhase {
  const { pending, done, failed } = withdrawalWords(assumptions)
  if (done.includes(status)) return "done"
  if (failed.includes(status)) return "failed"
  return pending.includes(status) ? "pending" : "unknown"
}

/** Our name of the memo -> the assumed one. */
export function quoteRequestToWire(request: QuoteRequest, { fields }: Assumptions): WireRecord {
  return toWireNames(request, { memo: fields.withdrawalQuote.memo })
}

/** The inverse of {@link quoteRequestToWire}; used by the sandbox. A body of any other kind stays as it is. */
export function quoteRequestFromWire(body: unknown, { fields }: Assumptions): unknown {
  const { memo: theirs } = fields.withdrawalQuote
  if (typeof body !== "object" || body === null || theirs === "memo") return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name === theirs ? "memo" : name, value])
  )
}

/** @throws ContractError */
export function parseQuote(body: unknown, assumptions: Assumptions, report?: ReportUnreadable): Quote {
  const resource = "withdrawal quote"
  const { withdrawalQuote: names } = assumptions.fields
  const assumed = { resource, schema: quoteSchema, names, kinds: QUOTE_KINDS }
  const record = unwrapResource(body, resource, assumptions)
  const named = readAssumed(record, { ...assumed, setting: "fields.withdrawalQuote" }, report)
  return { ...parseAs(quoteSchema, named, resource), negative: negativeIn(record, names) }
}

function isNegative(value: unknown): boolean {
  return typeof value === "number" ? value < 0 : typeof value === "string" && /^\s*-/.test(value)
}

/** A figure below zero is no unreadable one: it says something, and nothing that can be true. */
function negativeIn(record: WireRecord, names: Assumptions["fields"]["withdrawalQuote"]): string[] {
  const figures = { amount: record.amount, fee: record[names.fee], "net amount": record[names.netAmount] }
  return Object.entries(figures).flatMap(([name, value]) => (isNegative(value) ? [name] : []))
}

/** The memo is of the request. */
const QUOTE_KINDS = {
  fee: "amount",
  netAmount: "amount",
  expiresAt: "instant",
} as const satisfies Record<Exclude<keyof Assumptions["fields"]["withdrawalQuote"], "memo">, FieldKind>

/** @throws ContractError */
export function parseWithdrawal(
  body: unknown,
  assumptions: Assumptions,
  report?: ReportUnreadable
): Withdrawal {
  return parseWithdrawalRecord(unwrapResource(body, "withdrawal", assumptions), assumptions, report)
}

/** Reads a withdrawal that has no envelope. @throws ContractError */
export function parseWithdrawalRecord(
  record: WireRecord,
  { fields: { withdrawal: names } }: Assumptions,
  report?: ReportUnreadable
): Withdrawal {
  const assumed = { resource: "withdrawal", schema: withdrawalSchema, names, kinds: WITHDRAWAL_KINDS }
  const named = readAssumed(record, { ...assumed, setting: "fields.withdrawal" }, report)
  return parseAs(withdrawalSchema, named, "withdrawal")
}

const WITHDRAWAL_KINDS = {
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
} as const satisfies Record<keyof Assumptions["fields"]["withdrawal"], FieldKind>

/** The inverse of {@link parseQuote}, before the envelope; used by the sandbox. */
export function quoteToRecord(quote: Quote, { fields }: Assumptions): WireRecord {
  return toWireNames(quote, fields.withdrawalQuote)
}

/** The inverse of {@link parseWithdrawalRecord}; used by the sandbox. */
export function withdrawalToRecord(withdrawal: Withdrawal, { fields }: Assumptions): WireRecord {
  return toWireNames(withdrawal, fields.withdrawal)
}
