import type { z } from "zod"
import type { Assumptions } from "../../src/gateway/assumptions"
import {
  assignDepositRequestSchema,
  balanceShape,
  billingShape,
  createCustomerRequestSchema,
  createIntentRequestSchema,
  createInvoiceRequestSchema,
  createWithdrawalRequestSchema,
  customerShape,
  depositActionShape,
  depositShape,
  ensureAddressRequestSchema,
  ensuredAddressShape,
  errorBodySchema,
  intentShape,
  invoiceShape,
  networkShape,
  quoteRequestSchema,
  quoteShape,
  tokenShape,
  transactionShape,
  webhookEnvelopeSchema,
  type Shape,
  withdrawalShape,
} from "../../src/gateway/contract"
import { pathNames } from "./parameters"

/** A schema of the contract, with the assumed names of its fields where it has any. */
export type Resource = {
  schema: z.ZodType | Shape
  /** Whose identifier its field `id` is. */
  id?: keyof Assumptions["ids"]
  fields?: (fields: Assumptions["fields"]) => Readonly<Record<string, string | null>>
  /** Fields that the call's path already contains. */
  inPath?: (paths: Assumptions["paths"]) => string[]
}

/** Every schema of the wire, by its name in the document. */
export const resources: Readonly<Record<string, Resource>> = {
  CreateCustomerRequest: { schema: createCustomerRequestSchema },
  Customer: { schema: customerShape, id: "customer" },
  EnsureAddressRequest: { schema: ensureAddressRequestSchema },
  EnsuredAddress: { schema: ensuredAddressShape },
  CreateInvoiceRequest: { schema: createInvoiceRequestSchema },
  Invoice: { schema: invoiceShape, id: "invoice", fields: ({ invoice }) => invoice },
  CreateIntentRequest: {
    schema: createIntentRequestSchema,
    inPath: ({ createIntent }) => pathNames(createIntent),
  },
  Intent: { schema: intentShape, id: "intent", fields: ({ intent }) => intent },
  WithdrawalQuoteRequest: {
    schema: quoteRequestSchema,
    fields: ({ withdrawalQuote: { memo } }) => ({ memo }),
  },
  WithdrawalQuote: {
    schema: quoteShape,
    id: "quote",
    fields: ({ withdrawalQuote: { memo: _, ...names } }) => names,
  },
  CreateWithdrawalRequest: { schema: createWithdrawalRequestSchema },
  Withdrawal: { schema: withdrawalShape, id: "withdrawal", fields: ({ withdrawal }) => withdrawal },
  Balance: { schema: balanceShape },
  Transaction: { schema: transactionShape, id: "transaction", fields: ({ transaction }) => transaction },
  Network: { schema: networkShape, fields: ({ network }) => network },
  Token: { schema: tokenShape, fields: ({ token }) => token },
  Billing: { schema: billingShape, fields: ({ billing }) => billing },
  Deposit: { schema: depositShape, fields: ({ deposit }) => deposit },
  AssignDepositRequest: { schema: assignDepositRequestSchema },
  DepositAction: { schema: depositActionShape, fields: ({ depositAction }) => depositAction },
  Error: { schema: errorBodySchema },
  WebhookEvent: { schema: webhookEnvelopeSchema },
}

/** Name of a schema in the document. @throws Error for an unlisted one */
export function nameOf(schema: Resource["schema"]): string {
  const entry = Object.entries(resources).find(([, resource]) => resource.schema === schema)
  if (!entry) throw new Error("a schema of an endpoint has no name in scripts/openapi/resources.ts")
  return entry[0]
}
