import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { readAssumed, toWireNames, type FieldKind, type ReportUnreadable } from "./assumed-fields"
import { parseAs } from "./contract-error"
import { decimalSchema } from "./decimal"
import { optional } from "./optional"
import { railSchema } from "./rail"
import type { WireRecord } from "./resource"

/** One movement of a business's money. For reconciliation only; beside the rail nothing is documented. */
export const transactionSchema = z.looseObject({
  ...railSchema.shape,
  id: z.string().min(1),
  canonicalAssetId: optional(z.string()),
  type: optional(z.string()),
  direction: optional(z.string()),
  amount: optional(decimalSchema),
  txHash: optional(z.string()),
  /** Identifier of the invoice, deposit or withdrawal behind it. */
  reference: optional(z.string()),
  createdAt: optional(z.iso.datetime({ offset: true })),
})
export type Transaction = z.infer<typeof transactionSchema>

/** @throws ContractError */
export function parseTransaction(
  record: WireRecord,
  { fields: { transaction: names } }: Assumptions,
  report?: ReportUnreadable
): Transaction {
  const assumed = { resource: "transaction", schema: transactionSchema, names, kinds: KINDS }
  const named = readAssumed(record, { ...assumed, setting: "fields.transaction" }, report)
  return parseAs(transactionSchema, named, "transaction")
}

const KINDS = {
  type: "text",
  direction: "text",
  amount: "amount",
  txHash: "text",
  reference: "text",
  createdAt: "instant",
} as const satisfies Record<keyof Assumptions["fields"]["transaction"], FieldKind>

/** The inverse of {@link parseTransaction}; used by the sandbox. */
export function transactionToRecord(transaction: Transaction, { fields }: Assumptions): WireRecord {
  return toWireNames(transaction, fields.transaction)
}
