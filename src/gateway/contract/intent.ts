import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { readAssumed, toWireNames, type FieldKind, type ReportUnreadable } from "./assumed-fields"
import { parseAs } from "./contract-error"
import { decimalSchema } from "./decimal"
import { memoSchema } from "./memo"
import { optional } from "./optional"
import { payoutFields } from "./payout"
import { railSchema } from "./rail"
import { unwrapResource, type WireRecord } from "./resource"

/**
 * What the call that creates an auto-deposit intent says. Which deposits it waits for is a matter of customer,
 * network and token: an intent has no asset identity of its own.
 */
export const createIntentRequestSchema = z.strictObject({
  ...railSchema.shape,
  customerId: z.string().min(1),
  externalOrderId: z.string().min(1),
  /** Decimal in token units. */
  expectedAmount: decimalSchema,
  ...payoutFields,
})
export type CreateIntentRequest = z.infer<typeof createIntentRequestSchema>

/** An auto-deposit intent. On Stellar it names the treasury and a memo, elsewhere the customer's address. */
export const intentSchema = z.looseObject({
  ...railSchema.shape,
  id: z.string().min(1),
  externalOrderId: z.string().min(1),
  expectedAmount: decimalSchema,
  status: optional(z.string()),
  customerId: optional(z.string()),
  depositAddress: optional(z.string()),
  memo: optional(memoSchema),
  createdAt: optional(z.iso.datetime({ offset: true })),
})
export type Intent = z.infer<typeof intentSchema>

/** @throws ContractError */
export function parseIntent(body: unknown, assumptions: Assumptions, report?: ReportUnreadable): Intent {
  const { intent: names } = assumptions.fields
  const assumed = { resource: "intent", schema: intentSchema, names, kinds: KINDS }
  const record = unwrapResource(body, "intent", assumptions)
  return parseAs(
    intentSchema,
    readAssumed(record, { ...assumed, setting: "fields.intent" }, report),
    "intent"
  )
}

/** Nobody promised that an intent repeats its customer, and nothing depends on it. */
const KINDS = {
  status: "text",
  createdAt: "instant",
  customerId: "text",
} as const satisfies Record<keyof Assumptions["fields"]["intent"] | "customerId", FieldKind>

/** The inverse of {@link parseIntent}, before the envelope; used by the sandbox. */
export function intentToRecord(intent: Intent, { fields }: Assumptions): WireRecord {
  return toWireNames(intent, fields.intent)
}
