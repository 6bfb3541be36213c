import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"
import { decimalSchema } from "./decimal"
import { toOurNames, toWireNames } from "./field-names"
import { toIso } from "./instant"
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
export function parseTransaction(record: WireRecord, { fields }: Assumptions): Transaction {
  const named = toOurNames(record, fields.transaction)
  return parseAs(transactionSchema, { ...named, createdAt: toIso(named.createdAt) }, "transaction")
}

/** The inverse of {@link parseTransaction}; used by the sandbox. */
export function transactionToRecord(transaction: Transaction, { fields }: Assumptions): WireRecord {
  return toWireNames(transaction, fields.transaction)
}
