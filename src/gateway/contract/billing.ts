import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { readAssumed, toWireNames, type FieldKind, type ReportUnreadable } from "./assumed-fields"
import { parseAs } from "./contract-error"
import { optional } from "./optional"
import { unwrapResource, type WireRecord } from "./resource"

/** Plans the document lists. The list can grow, so a plan outside it is kept as it is. */
export const KNOWN_PLANS = ["Free", "Startup", "Growth", "Scale", "Enterprise"] as const
export type KnownPlan = (typeof KNOWN_PLANS)[number]

/** Plan, fees, quota and gas. Which of it each of the two calls returns is not documented. Money is USD, as text. */
export const billingSchema = z.looseObject({
  plan: optional(z.string()),
  state: optional(z.string()),
  /** Percent of settled volume, such as "0.95". */
  invoiceFeePercent: optional(z.string()),
  minimumFeeUsd: optional(z.string()),
  payoutQuotaIncluded: optional(z.number().int().nonnegative()),
  payoutQuotaUsed: optional(z.number().int().nonnegative()),
  includedGasGrantedUsd: optional(z.string()),
  includedGasUsedUsd: optional(z.string()),
  includedGasRemainingUsd: optional(z.string()),
  prepaidGasUsd: optional(z.string()),
  topUpOptionsUsd: optional(z.array(z.string())),
  gasBlockedOperations: optional(z.number().int().nonnegative()),
  cycleEndsAt: optional(z.iso.datetime({ offset: true })),
})
export type Billing = z.infer<typeof billingSchema>

/** @throws ContractError */
export function parseBilling(body: unknown, assumptions: Assumptions, report?: ReportUnreadable): Billing {
  const { billing: names } = assumptions.fields
  const assumed = { resource: "billing", schema: billingSchema, names, kinds: KINDS }
  const record = unwrapResource(body, "billing", assumptions)
  return parseAs(
    billingSchema,
    readAssumed(record, { ...assumed, setting: "fields.billing" }, report),
    "billing"
  )
}

/** Figures are only shown, so a number is as good as a text. */
const KINDS = {
  plan: "text",
  state: "text",
  invoiceFeePercent: "figure",
  minimumFeeUsd: "figure",
  payoutQuotaIncluded: "count",
  payoutQuotaUsed: "count",
  includedGasGrantedUsd: "figure",
  includedGasUsedUsd: "figure",
  includedGasRemainingUsd: "figure",
  prepaidGasUsd: "figure",
  topUpOptionsUsd: "figures",
  gasBlockedOperations: "count",
  cycleEndsAt: "instant",
} as const satisfies Record<keyof Assumptions["fields"]["billing"], FieldKind>

/** The inverse of {@link parseBilling}, before the envelope; used by the sandbox. */
export function billingToRecord(billing: Billing, { fields }: Assumptions): WireRecord {
  return toWireNames(billing, fields.billing)
}
