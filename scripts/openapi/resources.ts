import type { z } from "zod"
import type { Assumptions } from "../../src/gateway/assumptions"
import {
  assignDepositRequestSchema,
  balanceSchema,
  billingSchema,
  createCustomerRequestSchema,
  createIntentRequestSchema,
  createInvoiceRequestSchema,
  createWithdrawalRequestSchema,
  customerSchema,
  depositActionSchema,
  depositSchema,
  ensureAddressRequestSchema,
  ensuredAddressSchema,
  errorBodySchema,
  intentSchema,
  invoiceSchema,
  networkSchema,
  quoteRequestSchema,
  quoteSchema,
  tokenSchema,
  transactionSchema,
  webhookEnvelopeSchema,
  withdrawalSchema,
} from "../../src/gateway/contract"
import { pathNames } from "./parameters"

/** A schema of the contract, with the assumed names of its fields where it has any. */
export type Resource = {
  schema: z.ZodType
  /** Whose identifier its field `id` is. */
  id?: keyof Assumptions["ids"]
  fields?: (fields: Assumptions["fields"]) => Readonly<Record<string, string | null>>
  /** Fields that the call's path already contains. */
  inPath?: (paths: Assumptions["paths"]) => string[]
}

/** Every schema of the wire, by its name in the document. */
export const resources: Readonly<Record<string, Resource>> = {
  CreateCustomerRequest: { schema: createCustomerRequestSchema },
  Customer: { schema: customerSchema, id: "customer" },
  EnsureAddressRequest: { schema: ensureAddressRequestSchema },
  EnsuredAddress: { schema: ensuredAddressSchema },
  CreateInvoiceRequest: { schema: createInvoiceRequestSchema },
  Invoice: { schema: invoiceSchema, id: "invoice", fields: ({ invoice }) => invoice },
  CreateIntentRequest: {
    schema: createIntentRequestSchema,
    inPath: ({ createIntent }) => pathNames(createIntent),
  },
  Intent: { schema: intentSchema, id: "intent", fields: ({ intent }) => intent },
  WithdrawalQuoteRequest: {
    schema: quoteRequestSchema,
    fields: ({ withdrawalQuote: { memo } }) => ({ memo }),
  },
  WithdrawalQuote: {
    schema: quoteSchema,
    id: "quote",
    fields: ({ withdrawalQuote: { memo: _, ...names } }) => names,
  },
  CreateWithdrawalRequest: { schema: createWithdrawalRequestSchema },
  Withdrawal: { schema: withdrawalSchema, id: "withdrawal", fields: ({ withdrawal }) => withdrawal },
  Balance: { schema: balanceSchema },
  Transaction: { schema: transactionSchema, id: "transaction", fields: ({ transaction }) => transaction },
  Network: { schema: networkSchema, fields: ({ network }) => network },
  Token: { schema: tokenSchema, fields: ({ token }) => token },
  Billing: { schema: billingSchema, fields: ({ billing }) => billing },
  Deposit: { schema: depositSchema, fields: ({ deposit }) => deposit },
  AssignDepositRequest: { schema: assignDepositRequestSchema },
  DepositAction: { schema: depositActionSchema, fields: ({ depositAction }) => depositAction },
  Error: { schema: errorBodySchema },
  WebhookEvent: { schema: webhookEnvelopeSchema },
}

/** Name of a schema in the document. @throws Error for an unlisted one */
export function nameOf(schema: z.ZodType): string {
  const entry = Object.entries(resources).find(([, resource]) => resource.schema === schema)
  if (!entry) throw new Error("a schema of an endpoint has no name in scripts/openapi/resources.ts")
  return entry[0]
}
