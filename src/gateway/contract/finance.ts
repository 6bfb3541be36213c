import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { recordParser, type ReportUnreadable } from "./assumed-fields"
import { parseAs } from "./contract-error"
import { unwrapResource, type WireRecord } from "./envelope"
import { decimalSchema, optional, railSchema } from "./fields"

/** What a business holds of one asset, in token units. For reconciliation only. */
export const balanceSchema = z.looseObject({
  ...railSchema.shape,
  canonicalAssetId: optional(z.string()),
  amounts: z.looseObject({
    total: decimalSchema,
    /** Seen on active addresses. Neither this nor `requiresRecovery` is withdrawable. */
    totalHeld: optional(decimalSchema),
    requiresRecovery: optional(decimalSchema),
  }),
})
export type Balance = z.infer<typeof balanceSchema>

/**
 * Reads a row of the balances.
 *
 * @throws ContractError naming the fields that are not as documented
 */
export function parseBalance(record: WireRecord): Balance {
  return parseAs(balanceSchema, record, "balance")
}

/** Documented plans. The list may grow, so any other value is kept as it is. */
export const KNOWN_PLANS = ["Free", "Startup", "Growth", "Scale", "Enterprise"] as const
export type KnownPlan = (typeof KNOWN_PLANS)[number]

/**
 * Finds a documented plan by its name, in any case.
 *
 * @returns undefined for an unknown plan
 * @example findKnownPlan("startup") // "Startup"
 */
export function findKnownPlan(name: string | null): KnownPlan | undefined {
  return KNOWN_PLANS.find((known) => known.toLowerCase() === name?.trim().toLowerCase())
}

/** Plan, fees, quota and gas in USD. Which call returns which fields is undocumented. */
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

/** Figures are only shown, so numbers are accepted too. */
const parseBillingRecord = recordParser({
  resource: "billing",
  schema: billingSchema,
  setting: "billing",
  kinds: {
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
  },
})

/**
 * Reads a response of either billing call.
 *
 * @param report receives assumed fields that are missing or unreadable
 * @throws ContractError naming the fields that are not as documented
 */
export function parseBilling(body: unknown, assumptions: Assumptions, report?: ReportUnreadable): Billing {
  return parseBillingRecord(unwrapResource(body, "billing", assumptions), assumptions, report)
}
