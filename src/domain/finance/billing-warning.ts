import { formatAmount, parseAmount, truncateAmount } from "../../gateway/amount"
import { findKnownPlan, isDecimalString, type Billing } from "../../gateway/contract"

export type BillingWarningId =
  | "past_due"
  | "cycle_over"
  | "renewal_soon"
  | "quota_low"
  | "quota_used"
  | "gas_low"
  | "gas_gone"
  | "gas_blocked"
  | "plan_unknown"
  | "unread"
export type BillingFinding = { id: BillingWarningId; severity: "warning" | "error" }

/** Plan, quota and gas. Money is USD as text; null is what the gateway did not send. */
export type BillingFacts = {
  plan: string | null
  isPastDue: boolean
  cycleEndsAt: Date | null
  quotaIncluded: number | null
  quotaUsed: number | null
  /** A figure, or a text such as `fair-use` where the plan names none. */
  gasGranted: string | null
  gasUsed: string | null
  gasLeft: string | null
  gasPrepaid: string | null
  gasBlocked: number | null
  /** Fields that the service should send by its settings, and did not. */
  absent: readonly (keyof Billing)[]
}

const DAY_MS = 86_400_000
/** @see service-interface "Billing cycle" */
const RENEWAL_LEAD_MS = 5 * DAY_MS
const GRACE_MS = 14 * DAY_MS
const QUOTA_LOW_PERCENT = 80
const GAS_LOW_PERCENT = 20n
const GAS_LOW_USD = "1"
const USD_DECIMALS = 12

export function graceEnd(cycleEndsAt: Date): Date {
  return new Date(cycleEndsAt.getTime() + GRACE_MS)
}

export function isUsd(text: string | null): text is string {
  return text !== null && isDecimalString(text)
}

/**
 * The included gas that is left: as the gateway sends it, else the grant less the use.
 *
 * @returns null when neither is known
 */
export function includedGasLeft({
  gasGranted,
  gasUsed,
  gasLeft,
}: Pick<BillingFacts, "gasGranted" | "gasUsed" | "gasLeft">): string | null {
  if (gasLeft !== null || !isUsd(gasGranted) || !isUsd(gasUsed)) return gasLeft
  const left = usd(gasGranted) - usd(gasUsed)
  return formatAmount(left > 0n ? left : 0n, USD_DECIMALS)
}

/**
 * Judges the plan, its quota and its gas, errors first.
 *
 * @param now by our clock
 * @see service-interface "Billing and gas", "Billing cycle"
 */
export function findBillingWarnings(facts: BillingFacts, now: Date): BillingFinding[] {
  const { plan, isPastDue, gasBlocked } = facts
  const found: (BillingFinding | null)[] = [
    isPastDue ? { id: "past_due", severity: "error" } : null,
    gasBlocked === null || gasBlocked === 0 ? null : { id: "gas_blocked", severity: "error" },
    judgeGas(facts),
    judgeCycle(facts, now),
    judgeQuota(facts),
    plan === null || findKnownPlan(plan) ? null : { id: "plan_unknown", severity: "warning" },
    findUnread(facts).length === 0 ? null : { id: "unread", severity: "warning" },
  ]
  return found.filter((finding): finding is BillingFinding => finding !== null)
}

/**
 * What the service exposes and could not be read: without it nothing is known to be fine. A grant that is a text,
 * such as `fair-use`, has no figures; what is left of the gas may follow from grant and use; Free has no cycle.
 *
 * @see service-interface "Billing and gas"
 */
export function findUnread(facts: BillingFacts): (keyof Billing)[] {
  const { plan, gasGranted, absent } = facts
  const hasNoFigures = gasGranted !== null && !isUsd(gasGranted)
  const known: (keyof Billing)[] = [
    ...(hasNoFigures ? (["includedGasUsedUsd", "includedGasRemainingUsd"] as const) : []),
    ...(includedGasLeft(facts) === null ? [] : (["includedGasRemainingUsd"] as const)),
    ...(findKnownPlan(plan) === "Free" ? (["state", "cycleEndsAt"] as const) : []),
  ]
  return absent.filter((field) => !known.includes(field))
}

/** The status of an unpaid renewal is not documented, so an unknown one counts by its date. */
function judgeCycle({ plan, isPastDue, cycleEndsAt }: BillingFacts, now: Date): BillingFinding | null {
  if (isPastDue || plan === null || findKnownPlan(plan) === "Free" || cycleEndsAt === null) return null
  const leftMs = cycleEndsAt.getTime() - now.getTime()
  if (leftMs < 0) return { id: "cycle_over", severity: "warning" }
  return leftMs > RENEWAL_LEAD_MS ? null : { id: "renewal_soon", severity: "warning" }
}

function judgeQuota({ quotaIncluded, quotaUsed }: BillingFacts): BillingFinding | null {
  // A plan without included payouts has a fee for each from the first.
  if (quotaIncluded === null || quotaUsed === null || quotaIncluded === 0) return null
  if (quotaUsed >= quotaIncluded) return { id: "quota_used", severity: "warning" }
  return quotaUsed * 100 < quotaIncluded * QUOTA_LOW_PERCENT ? null : { id: "quota_low", severity: "warning" }
}

function judgeGas(facts: BillingFacts): BillingFinding | null {
  const { gasGranted, gasPrepaid } = facts
  const gasLeft = includedGasLeft(facts)
  if (!isUsd(gasLeft)) return null
  const left = usd(gasLeft) + (isUsd(gasPrepaid) ? usd(gasPrepaid) : 0n)
  if (left === 0n) return { id: "gas_gone", severity: "error" }
  const isBelowShare = isUsd(gasGranted) && left * 100n < usd(gasGranted) * GAS_LOW_PERCENT
  return isBelowShare || left < usd(GAS_LOW_USD) ? { id: "gas_low", severity: "warning" } : null
}

function usd(text: string): bigint {
  return parseAmount(truncateAmount(text, USD_DECIMALS), USD_DECIMALS)
}
