import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { recordParser, resourceParser, unwrapResource } from "./records"
import {
  decimalSchema,
  memoIdSchema,
  memoSchema,
  optional,
  parseAs,
  payoutFields,
  railSchema,
  receiveModeSchema,
  textSchema,
} from "./wire"

/** Body of the call that creates a customer. `externalRef` is the caller's reference, unique per business. */
export const createCustomerRequestSchema = z.strictObject({
  externalRef: textSchema,
})
export type CreateCustomerRequest = z.infer<typeof createCustomerRequestSchema>

/** A customer of the service. */
export const customerSchema = z.looseObject({
  id: textSchema,
  externalRef: optional(z.string()),
})
export type Customer = z.infer<typeof customerSchema>

/** Body of the call that ensures a reusable address. */
export const ensureAddressRequestSchema = z.strictObject({
  chain: textSchema,
  /** Optional where the chain has exactly one active network; better sent. */
  networkId: textSchema.optional(),
  token: textSchema.optional(),
})
export type EnsureAddressRequest = z.infer<typeof ensureAddressRequestSchema>

/** A reusable address of a customer. Compare its rail and network with the request before you show it. */
export const ensuredAddressSchema = z.looseObject({
  /** Whether this call provisioned it; undefined when the service does not say. */
  created: optional(z.boolean()),
  address: z.looseObject({
    address: textSchema,
    chainFamily: textSchema,
    networkId: textSchema,
  }),
})
export type EnsuredAddress = z.infer<typeof ensuredAddressSchema>

/** Reads the answer of creating or fetching a customer. @throws ContractError */
export const parseCustomer = resourceParser("customer", (record) =>
  parseAs(customerSchema, record, "customer")
)

/** Reads the documented `{ created, address }`, or the address alone. @throws ContractError */
export function parseEnsuredAddress(body: unknown, assumptions: Assumptions): EnsuredAddress {
  const record = unwrapResource(body, "address", assumptions)
  const ensured = typeof record.address === "string" ? { address: record } : record
  return parseAs(ensuredAddressSchema, ensured, "customer address")
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

/** Reads the answer with an invoice. @throws ContractError naming the fields that are not as documented */
export const parseInvoice = resourceParser("invoice", parseInvoiceRecord)

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
export const intentSchema = z.looseObject({
  ...railSchema.shape,
  id: textSchema,
  externalOrderId: textSchema,
  expectedAmount: decimalSchema,
  status: optional(z.string()),
  customerId: optional(z.string()),
  depositAddress: optional(z.string()),
  memo: optional(memoSchema),
  createdAt: optional(z.iso.datetime({ offset: true })),
})
export type Intent = z.infer<typeof intentSchema>

/** No promise that an intent repeats its customer, and nothing depends on it. */
const parseIntentRecord = recordParser({
  resource: "intent",
  schema: intentSchema,
  setting: "intent",
  expects: () => ["status", "createdAt"],
  kinds: {
    status: "text",
    createdAt: "instant",
    customerId: "text",
  },
})

/** Reads the answer of creating an intent. @throws ContractError naming the fields that are not as documented */
export const parseIntent = resourceParser("intent", parseIntentRecord)
