import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { recordParser, type ReportUnreadable } from "./assumed-fields"
import { decimalSchema, memoSchema, optional, payoutFields, railSchema, textSchema } from "./fields"
import { unwrapResource } from "./envelope"

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

/**
 * Reads the response of creating an intent.
 *
 * @param report receives assumed fields that are missing or unreadable
 * @throws ContractError naming the fields that are not as documented
 */
export function parseIntent(body: unknown, assumptions: Assumptions, report?: ReportUnreadable): Intent {
  return parseIntentRecord(unwrapResource(body, "intent", assumptions), assumptions, report)
}
