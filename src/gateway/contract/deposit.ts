import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { recordParser, resourceParser, type ReportUnreadable, type WireRecord } from "./records"
import { decimalSchema, optional, textSchema } from "./wire"

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

const baseUnitsSchema = z.string().regex(/^\d{1,96}$/, "expected an integer amount as text")

/** A deposit to a customer's address, as the review events describe it. */
export const depositSchema = z.looseObject({
  depositId: textSchema,
  /** Absent when the money reached a treasury without a memo. */
  customerId: optional(z.string()),
  externalCustomerRef: optional(z.string()),
  chain: textSchema,
  networkId: textSchema,
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
  /** Undocumented. */
  memo: optional(z.string()),
  observedAt: optional(z.iso.datetime({ offset: true })),
})
export type Deposit = z.infer<typeof depositSchema>

/** Body of the call that assigns a deposit to an open intent. */
export const assignDepositRequestSchema = z.strictObject({ intentId: textSchema })
export type AssignDepositRequest = z.infer<typeof assignDepositRequestSchema>

/** The result of an action on a deposit. Its shape is undocumented, so every part is optional. */
export const depositActionSchema = z.looseObject({
  depositId: optional(z.string()),
  resolutionStatus: optional(z.string()),
  /** The paid invoice of an assignment. */
  invoiceId: optional(z.string()),
})
export type DepositAction = z.infer<typeof depositActionSchema>

const parseNamedDeposit = recordParser({
  resource: "deposit",
  schema: depositSchema,
  setting: "deposit",
  // On Stellar a deposit finds its customer by the memo.
  expects: ({ chain, customerId }) =>
    chain === "stellar" && customerId !== undefined ? ["observedAt", "memo"] : ["observedAt"],
  kinds: { observedAt: "instant", memo: "text" },
})

/** Reads a list row or event data. @throws ContractError */
export function parseDepositRecord(
  record: WireRecord,
  assumptions: Assumptions,
  report?: ReportUnreadable
): Deposit {
  return parseNamedDeposit(withDepositId(record), assumptions, report)
}

const parseNamedAction = recordParser({
  resource: "deposit action",
  schema: depositActionSchema,
  setting: "depositAction",
  expects: ({ resolutionStatus }) =>
    resolutionStatus === "assigned" ? ["resolutionStatus", "invoiceId"] : ["resolutionStatus"],
  kinds: { depositId: "text", resolutionStatus: "text", invoiceId: "text" },
})

/** Reads the answer of an action on a deposit. @throws ContractError naming the fields that are not as documented */
export const parseDepositAction = resourceParser("depositAction", (record, assumptions, report) => {
  const action = parseNamedAction(withDepositId(record), assumptions, report)
  const { depositId, resolutionStatus, invoiceId } = action
  if ((depositId ?? resolutionStatus ?? invoiceId) === undefined)
    report?.({
      resource: "deposit action",
      field: "(root)",
      setting: "assumptions.envelopes.depositAction",
      isMissing: true,
    })
  return action
})

/** The contract's own records have the documented name. */
function withDepositId(record: WireRecord): WireRecord {
  return { ...record, depositId: record.id ?? record.depositId }
}
