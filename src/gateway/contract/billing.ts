import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"
import { toOurNames, toWireNames } from "./field-names"
import { toIso } from "./instant"
import { optional } from "./optional"
import { unwrapResource, type WireRecord } from "./resource"

/** Plans the document lists. The list can grow, so a plan outside it is kept as it is. */
export const KNOWN_PLANS = ["Free", "Startup", "Growth", "Scale", "Enterprise"] as const
export type KnownPlan = (typeof KNOWN_PLANS)[number]

/** Only shown, so a number is as good as a text. */
const figure = z.union([z.string(), z.number().transform(String)])
const count = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])

/** Plan, fees, quota and gas. Which of it each of the two calls returns is not documented. Money is USD, as text. */
export const billingSchema = z.looseObject({
  plan: optional(z.string()),
  state: optional(z.string()),
  /** Percent of settled volume, such as "0.95". */
  invoiceFeePercent: optional(figure),
  minimumFeeUsd: optional(figure),
  payoutQuotaIncluded: optional(count),
  payoutQuotaUsed: optional(count),
  includedGasGrantedUsd: optional(figure),
  includedGasUsedUsd: optional(figure),
  includedGasRemainingUsd: optional(figure),
  prepaidGasUsd: optional(figure),
  topUpOptionsUsd: optional(z.array(figure)),
  gasBlockedOperations: optional(count),
  cycleEndsAt: optional(z.iso.datetime({ offset: true })),
})
export type Billing = z.infer<typeof billingSchema>

/** @throws ContractError */
export function parseBilling(body: unknown, assumptions: Assumptions): Billing {
  const named = toOurNames(unwrapResource(body, "billing", assumptions), assumptions.fields.billing)
  return parseAs(billingSchema, { ...named, cycleEndsAt: toIso(named.cycleEndsAt) }, "billing")
}

/** The inverse of {@link parseBilling}, before the envelope; used by the sandbox. */
export function billingToRecord(billing: Billing, { fields }: Assumptions): WireRecord {
  return toWireNames(billing, fields.billing)
}
