import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { readAssumed, toWireNames, type FieldKind, type ReportUnreadable } from "./assumed-fields"
import { parseAs } from "./contract-error"
import { decimalSchema } from "./decimal"
import { memoIdSchema, memoSchema } from "./memo"
import { optional } from "./optional"
import { payoutFields } from "./payout"
import { railSchema, receiveModeSchema } from "./rail"
import { unwrapResource, type WireRecord } from "./resource"

/** Body of the call that creates an invoice. */
export const createInvoiceRequestSchema = z.strictObject({
  ...railSchema.shape,
  amount: decimalSchema,
  customerId: z.string().min(1).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  ...payoutFields,
  assetCode: z.string().min(1).optional(),
  issuerAddress: z.string().min(1).optional(),
  canonicalAssetId: z.string().min(1).optional(),
  receiveMode: receiveModeSchema.optional(),
})
export type CreateInvoiceRequest = z.infer<typeof createInvoiceRequestSchema>

/** Progress towards finality. Any part may be missing; `txHash` comes once a transaction is seen. */
export const confirmationProgressSchema = z.looseObject({
  current: optional(progressNumber()),
  required: optional(progressNumber()),
  remaining: optional(progressNumber()),
  percent: optional(progressNumber()),
  txHash: optional(z.string()),
})
export type ConfirmationProgress = z.infer<typeof confirmationProgressSchema>

/** A number, also one with so many digits that its text was kept. */
function progressNumber() {
  return z.union([
    z.number(),
    z
      .string()
      .regex(/^\d+(?:\.\d+)?$/, "expected a number")
      .transform(parseFloat),
  ])
}

/**
 * An invoice as the service returns it, with the assumed fields under our own names:
 * `expiresAt` (ISO 8601), `receivedAmount` (decimal in token units), `settlementTxHash`.
 * `status` is any text: a status we do not know is kept and settles nothing.
 */
export const invoiceSchema = z.looseObject({
  ...railSchema.shape,
  id: z.string().min(1),
  status: z.string().min(1),
  amount: decimalSchema,
  depositAddress: optional(z.string()),
  receiveMode: optional(z.string()),
  memoId: optional(memoIdSchema),
  memo: optional(memoSchema),
  canonicalAssetId: optional(z.string()),
  confirmationProgress: optional(confirmationProgressSchema),
  autoDepositAssignmentStatus: optional(z.string()),
  externalOrderId: optional(z.string()),
  expiresAt: optional(z.iso.datetime({ offset: true })),
  receivedAmount: optional(decimalSchema),
  settlementTxHash: optional(z.string()),
})
export type Invoice = z.infer<typeof invoiceSchema>

/**
 * Reads an invoice out of a response body.
 *
 * @throws ContractError naming the fields that are not as documented
 */
export function parseInvoice(body: unknown, assumptions: Assumptions, report?: ReportUnreadable): Invoice {
  return parseInvoiceRecord(unwrapResource(body, "invoice", assumptions), assumptions, report)
}

/**
 * Reads an invoice that has no envelope, such as a row of a list or the data of an event.
 *
 * @throws ContractError naming the fields that are not as documented
 */
export function parseInvoiceRecord(
  record: WireRecord,
  { fields }: Assumptions,
  report?: ReportUnreadable
): Invoice {
  const assumed = { resource: "invoice", schema: invoiceSchema, names: fields.invoice, kinds: KINDS }
  const named = readAssumed(record, { ...assumed, setting: "fields.invoice" }, report)
  return parseAs(invoiceSchema, named, "invoice")
}

const KINDS = {
  expiresAt: "instant",
  receivedAmount: "amount",
  settlementTxHash: "text",
} as const satisfies Record<keyof Assumptions["fields"]["invoice"], FieldKind>

/** The inverse of {@link parseInvoiceRecord}: our names back to the assumed ones. */
export function invoiceToRecord(invoice: Invoice, assumptions: Assumptions): WireRecord {
  return toWireNames(invoice, assumptions.fields.invoice)
}
