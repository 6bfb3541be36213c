import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { readAssumed, toWireNames, type FieldKind, type ReportUnreadable } from "./assumed-fields"
import { parseAs } from "./contract-error"
import { decimalSchema } from "./decimal"
import { optional } from "./optional"
import { unwrapResource, type WireRecord } from "./resource"

/** Why a deposit is in review. The list can grow, so a value outside it is kept as it is. */
export const ASSIGNMENT_STATUSES = [
  "unassigned_no_intent",
  "review_required_asset_mismatch",
  "review_required_amount_mismatch",
  "review_required_ambiguous",
  "review_required_unsupported_asset",
  "review_required_non_positive_net",
] as const
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number]

/** `resolutionStatus` of a deposit that waits for a person. */
export const REVIEW_REQUIRED = "review_required"

const baseUnitsSchema = z.string().regex(/^\d{1,96}$/, "expected an integer amount as text")

/** A deposit to a customer's address, as the review events describe it. */
export const depositSchema = z.looseObject({
  depositId: z.string().min(1),
  /** Absent where the money reached a treasury without a memo that names anybody. */
  customerId: optional(z.string()),
  externalCustomerRef: optional(z.string()),
  chain: z.string().min(1),
  networkId: z.string().min(1),
  asset: z.looseObject({
    token: optional(z.string()),
    tokenMint: optional(z.string()),
    canonicalAssetId: optional(z.string()),
    supported: optional(z.boolean()),
  }),
  amount: z.looseObject({
    /** Base units. */
    raw: baseUnitsSchema,
    display: optional(decimalSchema),
    decimals: optional(z.number().int().min(0).max(30)),
  }),
  transaction: optional(
    z.looseObject({
      txHash: optional(z.string()),
      operationIndex: optional(z.number().int()),
      fromAddress: optional(z.string()),
      toAddress: optional(z.string()),
    })
  ),
  assignment: optional(
    z.looseObject({
      status: optional(z.string()),
      safeToFulfill: optional(z.boolean()),
      expectedIntent: optional(
        z.looseObject({
          id: optional(z.string()),
          externalOrderId: optional(z.string()),
          expectedAmountRaw: optional(baseUnitsSchema),
        })
      ),
    })
  ),
  resolutionStatus: optional(z.string()),
  safeToFulfill: optional(z.boolean()),
  /** With which the money was sent; not documented. */
  memo: optional(z.string()),
  observedAt: optional(z.iso.datetime({ offset: true })),
})
export type Deposit = z.infer<typeof depositSchema>

/** Body of the call that assigns a deposit. */
export const assignDepositRequestSchema = z.strictObject({ intentId: z.string().min(1) })
export type AssignDepositRequest = z.infer<typeof assignDepositRequestSchema>

/** What became of an action on a deposit. Its shape is not documented, so every part may be missing. */
export const depositActionSchema = z.looseObject({
  depositId: optional(z.string()),
  resolutionStatus: optional(z.string()),
  /** The paid invoice that an assignment made. */
  invoiceId: optional(z.string()),
})
export type DepositAction = z.infer<typeof depositActionSchema>

/** Reads a row of a list or the data of an event. @throws ContractError */
export function parseDepositRecord(
  record: WireRecord,
  { fields: { deposit: names } }: Assumptions,
  report?: ReportUnreadable
): Deposit {
  const assumed = { resource: "deposit", schema: depositSchema, names, kinds: DEPOSIT_KINDS }
  const named = readAssumed(record, { ...assumed, setting: "fields.deposit" }, report)
  return parseAs(depositSchema, withDepositId(named), "deposit")
}

const DEPOSIT_KINDS = {
  observedAt: "instant",
  memo: "text",
} as const satisfies Record<keyof Assumptions["fields"]["deposit"], FieldKind>

/** @throws ContractError */
export function parseDepositAction(
  body: unknown,
  assumptions: Assumptions,
  report?: ReportUnreadable
): DepositAction {
  const resource = "deposit action"
  const { depositAction: names } = assumptions.fields
  const record = withDepositId(unwrapResource(body, resource, assumptions))
  const assumed = { resource, schema: depositActionSchema, names, kinds: ACTION_KINDS }
  const named = readAssumed(record, { ...assumed, setting: "fields.depositAction" }, report)
  return parseAs(depositActionSchema, named, resource)
}

const ACTION_KINDS = {
  depositId: "text",
  resolutionStatus: "text",
  invoiceId: "text",
} as const satisfies Record<keyof Assumptions["fields"]["depositAction"] | "depositId", FieldKind>

/** The inverse of {@link parseDepositRecord}; used by the sandbox. */
export function depositToRecord(deposit: Deposit, { fields }: Assumptions): WireRecord {
  return toWireNames(deposit, fields.deposit)
}

/** The inverse of {@link parseDepositAction}, before the envelope; used by the sandbox. */
export function depositActionToRecord(action: DepositAction, { fields }: Assumptions): WireRecord {
  return toWireNames(action, fields.depositAction)
}

/** Events name it `depositId`; a list may use the name every resource has. */
function withDepositId(record: WireRecord): WireRecord {
  return { ...record, depositId: record["depositId"] ?? record["id"] }
}
