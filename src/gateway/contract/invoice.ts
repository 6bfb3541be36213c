import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { recordParser, type ReportUnreadable } from "./assumed-fields"
import {
  decimalSchema,
  memoIdSchema,
  memoSchema,
  optional,
  payoutFields,
  railSchema,
  receiveModeSchema,
  textSchema,
} from "./fields"
import { unwrapResource } from "./envelope"

/** Body of the call that creates an invoice. `amount` is decimal text in token units. */
export const createInvoiceRequestSchema = z.strictObject({
  ...railSchema.shape,
  amount: decimalSchema,
  customerId: textSchema.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  ...payoutFields,
  assetCode: textSchema.optional(),
  issuerAddress: textSchema.optional(),
  canonicalAssetId: textSchema.optional(),
  receiveMode: receiveModeSchema.optional(),
})
export type CreateInvoiceRequest = z.infer<typeof createInvoiceRequestSchema>

/** Progress towards finality. Any part may be missing; `txHash` appears once a transaction is seen. */
export const confirmationProgressSchema = z.looseObject({
  current: optional(progressNumber()),
  required: optional(progressNumber()),
  remaining: optional(progressNumber()),
  percent: optional(progressNumber()),
  txHash: optional(z.string()),
})
export type ConfirmationProgress = z.infer<typeof confirmationProgressSchema>

/** Long numbers arrive as text. */
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
 * An invoice, with the assumed fields under our own names: `expiresAt` (ISO 8601), `receivedAmount` (token
 * units), `settlementTxHash`. An unknown `status` is kept and settles nothing.
 */
export const invoiceSchema = z.looseObject({
  ...railSchema.shape,
  id: textSchema,
  status: textSchema,
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
 * Reads an invoice. Amounts are decimal text in token units.
 *
 * @param report receives assumed fields that are missing or unreadable
 * @throws ContractError naming the fields that are not as documented
 */
export function parseInvoice(body: unknown, assumptions: Assumptions, report?: ReportUnreadable): Invoice {
  return parseInvoiceRecord(unwrapResource(body, "invoice", assumptions), assumptions, report)
}

const SETTLED: readonly string[] = ["paid", "overpaid"]
const PAID_FIELDS = ["receivedAmount", "settlementTxHash"] as const

/** Reads a list row or event data. @throws ContractError */
export const parseInvoiceRecord = recordParser({
  resource: "invoice",
  schema: invoiceSchema,
  setting: "invoice",
  expects: ({ status }) =>
    status === "pending" ? ["expiresAt"] : SETTLED.includes(status) ? PAID_FIELDS : [],
  kinds: {
    expiresAt: "instant",
    receivedAmount: "amount",
    settlementTxHash: "text",
  },
})
