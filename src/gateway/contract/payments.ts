import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { anyText, assumed, baseUnits, decimal, decimals, flag, integer, memoId, number } from "./readers"
import { object, optional, readRecord, recordParser, text } from "./readers"
import type { ReadOf, ReportUnreadable, StatusWord } from "./readers"
import { decimalSchema, payoutFields, railSchema, receiveModeSchema, textSchema } from "./wire"
import type { WireRecord } from "./wire"

export const railFields = { chain: text, networkId: text, token: text }

/** Its value is text: a memo id can be larger than 2^53. */
const memo = object({ type: optional(anyText), value: memoId })

/** A network of the catalog. Unknown chains and networks are valid. */
export const networkShape = { chain: text, networkId: text, name: assumed.text, environment: assumed.text }
export type Network = ReadOf<typeof networkShape>

/** A token of the catalog. A token without `decimals` cannot be offered: amounts are never guessed. */
export const tokenShape = {
  ...railFields,
  decimals: assumed.decimals,
  contractAddress: assumed.text,
  tokenMint: optional(anyText),
  assetCode: optional(anyText),
  issuerAddress: optional(anyText),
  canonicalAssetId: optional(anyText),
}
export type Token = ReadOf<typeof tokenShape>

/** @throws ContractError naming the fields that are not as documented */
export const parseNetwork = recordParser("network", networkShape, () => ["environment", "name"])

/** A field that identifies the asset is never skipped: a token with an unreadable one is refused. @throws ContractError */
export const parseToken = recordParser("token", tokenShape, ({ chain, decimals }) =>
  // The coins of EVM chains have 18 decimals: what has fewer is a contract.
  chain === "evm" && decimals !== undefined && decimals < 18 ? ["decimals", "contractAddress"] : ["decimals"]
)

/** Body of the call that creates a customer. `externalRef` is the caller's reference, unique per business. */
export const createCustomerRequestSchema = z.strictObject({ externalRef: textSchema })
export type CreateCustomerRequest = z.infer<typeof createCustomerRequestSchema>

export const customerShape = { id: text, externalRef: optional(anyText) }
export type Customer = ReadOf<typeof customerShape>

/** Body of the call that ensures a reusable address. */
export const ensureAddressRequestSchema = z.strictObject({
  chain: textSchema,
  /** Optional where the chain has exactly one active network; better sent. */
  networkId: textSchema.optional(),
  token: textSchema.optional(),
})
export type EnsureAddressRequest = z.infer<typeof ensureAddressRequestSchema>

/** A reusable address of a customer. Compare its rail and network with the request before you show it. */
export const ensuredAddressShape = {
  /** Whether this call provisioned it; undefined when the service does not say. */
  created: optional(flag),
  address: object({ address: text, chainFamily: text, networkId: text }),
}
export type EnsuredAddress = ReadOf<typeof ensuredAddressShape>

/** @throws ContractError */
export function parseCustomer(record: WireRecord): Customer {
  return readRecord(customerShape, record, "customer")
}

/** Reads the documented `{ created, address }`, or the address alone. @throws ContractError */
export function parseEnsuredAddress(record: WireRecord): EnsuredAddress {
  const ensured = typeof record.address === "string" ? { address: record } : record
  return readRecord(ensuredAddressShape, ensured, "customer address")
}

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
const confirmationProgress = object({
  current: optional(number),
  required: optional(number),
  remaining: optional(number),
  percent: optional(number),
  txHash: optional(anyText),
})
export type ConfirmationProgress = NonNullable<Invoice["confirmationProgress"]>

/**
 * An invoice, with the assumed fields under our own names: `expiresAt` (ISO 8601), `receivedAmount` (token
 * units), `settlementTxHash`. An unknown `status` is kept and settles nothing.
 */
export const invoiceShape = {
  ...railFields,
  id: text,
  status: text,
  amount: decimal,
  depositAddress: optional(anyText),
  receiveMode: optional(anyText),
  memoId: optional(memoId),
  memo: optional(memo),
  canonicalAssetId: optional(anyText),
  confirmationProgress: optional(confirmationProgress),
  autoDepositAssignmentStatus: optional(anyText),
  externalOrderId: optional(anyText),
  expiresAt: assumed.instant,
  receivedAmount: assumed.amount,
  settlementTxHash: assumed.text,
}
export type Invoice = ReadOf<typeof invoiceShape> & StatusWord

const SETTLED: readonly string[] = ["paid", "overpaid"]
const PAID_FIELDS = ["receivedAmount", "settlementTxHash"] as const

/** @throws ContractError naming the fields that are not as documented */
export const parseInvoice = recordParser("invoice", invoiceShape, ({ status }) =>
  status === "pending" ? ["expiresAt"] : SETTLED.includes(status) ? PAID_FIELDS : []
)

/**
 * Request for an auto-deposit intent. Deposits match it by customer, network and token: it has no asset
 * identity of its own.
 */
export const createIntentRequestSchema = z.strictObject({
  ...railSchema.shape,
  customerId: textSchema,
  externalOrderId: textSchema,
  expectedAmount: decimalSchema,
  ...payoutFields,
})
export type CreateIntentRequest = z.infer<typeof createIntentRequestSchema>

/** An auto-deposit intent. It names the treasury and a memo on Stellar, elsewhere the customer's address. */
export const intentShape = {
  ...railFields,
  id: text,
  externalOrderId: text,
  expectedAmount: decimal,
  status: assumed.text,
  /** The service need not repeat it, and nothing depends on it. */
  customerId: assumed.text,
  depositAddress: optional(anyText),
  memo: optional(memo),
  createdAt: assumed.instant,
}
export type Intent = ReadOf<typeof intentShape> & StatusWord

/** @throws ContractError naming the fields that are not as documented */
export const parseIntent = recordParser("intent", intentShape, () => ["status", "createdAt"])

/** Why a deposit is in review. The list may grow, so any other value is kept as it is. */
export const ASSIGNMENT_STATUSES = [
  "unassigned_no_intent",
  "review_required_asset_mismatch",
  "review_required_amount_mismatch",
  "review_required_ambiguous",
  "review_required_unsupported_asset",
  "review_required_non_positive_net",
] as const
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number]

/** `resolutionStatus` of a deposit in review. */
export const REVIEW_REQUIRED = "review_required"

/** A deposit to a customer's address, as the review events describe it. */
export const depositShape = {
  depositId: text,
  /** Absent when the money reached a treasury without a memo. */
  customerId: optional(anyText),
  externalCustomerRef: optional(anyText),
  chain: text,
  networkId: text,
  asset: object({
    token: optional(anyText),
    tokenMint: optional(anyText),
    canonicalAssetId: optional(anyText),
    supported: optional(flag),
  }),
  amount: object({
    /** Base units. */
    raw: baseUnits,
    display: optional(decimal),
    decimals: optional(decimals),
  }),
  transaction: optional(
    object({
      txHash: optional(anyText),
      operationIndex: optional(integer),
      fromAddress: optional(anyText),
      toAddress: optional(anyText),
    })
  ),
  assignment: optional(
    object({
      status: optional(anyText),
      safeToFulfill: optional(flag),
      expectedIntent: optional(
        object({
          id: optional(anyText),
          externalOrderId: optional(anyText),
          expectedAmountRaw: optional(baseUnits),
        })
      ),
    })
  ),
  resolutionStatus: optional(anyText),
  safeToFulfill: optional(flag),
  memo: assumed.text,
  observedAt: assumed.instant,
}
export type Deposit = ReadOf<typeof depositShape>

/** Body of the call that assigns a deposit to an open intent. */
export const assignDepositRequestSchema = z.strictObject({ intentId: textSchema })
export type AssignDepositRequest = z.infer<typeof assignDepositRequestSchema>

/** The result of an action on a deposit. Its shape is undocumented, so every part is optional. */
export const depositActionShape = {
  depositId: assumed.text,
  resolutionStatus: assumed.text,
  /** The paid invoice of an assignment. */
  invoiceId: assumed.text,
}
export type DepositAction = ReadOf<typeof depositActionShape>

/** @throws ContractError naming the fields that are not as documented */
export const parseDeposit = recordParser(
  "deposit",
  depositShape,
  ({ chain, customerId }) =>
    // On Stellar a deposit finds its customer by the memo.
    chain === "stellar" && customerId !== undefined ? ["observedAt", "memo"] : ["observedAt"],
  withDepositId
)

const parseAction = recordParser(
  "depositAction",
  depositActionShape,
  ({ resolutionStatus }) =>
    resolutionStatus === "assigned" ? ["resolutionStatus", "invoiceId"] : ["resolutionStatus"],
  withDepositId
)

/** @throws ContractError naming the fields that are not as documented */
export function parseDepositAction(
  record: WireRecord,
  assumptions: Assumptions,
  report?: ReportUnreadable
): DepositAction {
  const action = parseAction(record, assumptions, report)
  const { depositId, resolutionStatus, invoiceId } = action
  const setting = "assumptions.envelopes.depositAction"
  if ((depositId ?? resolutionStatus ?? invoiceId) === undefined)
    report?.({ resource: "deposit action", field: "(root)", setting, isMissing: true })
  return action
}

/** The contract's own records have the documented name. */
function withDepositId(record: WireRecord): WireRecord {
  return { ...record, depositId: record.id ?? record.depositId }
}
