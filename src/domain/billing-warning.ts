import { formatAmount, parseAmount, truncateAmount } from "../gateway/amount"
import { isDecimalString, KNOWN_PLANS, type KnownPlan } from "../gateway/contract"
import { momentInWords } from "./moment-in-words"

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
export type BillingWarning = { id: BillingWarningId; severity: "warning" | "error"; message: string }

/** What the service told of plan, quota and gas. Money is USD as text; null is what it did not tell. */
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
}

const DAY_MS = 86_400_000
/** @see service-interface "Billing cycle" */
const RENEWAL_LEAD_MS = 5 * DAY_MS
const GRACE_MS = 14 * DAY_MS
const QUOTA_LOW_PERCENT = 80
const GAS_LOW_PERCENT = 20n
const GAS_LOW_USD = "1"
/** Far more than any price list has. */
const USD_DECIMALS = 12

/** What a payout costs once those that are included are used up, where the service's list has a figure. */
const PAYOUT_FEES_USD = {
  Free: "0.05",
  Startup: "0.03",
  Growth: "0.01",
  Scale: "0.005",
  Enterprise: null,
} as const satisfies Record<KnownPlan, string | null>

/** Until when nothing changes although the renewal is not paid. */
export function graceEnd(cycleEndsAt: Date): Date {
  return new Date(cycleEndsAt.getTime() + GRACE_MS)
}

/** Whether a text is a figure and not a word such as `fair-use`. */
export function isUsd(text: string | null): text is string {
  return text !== null && isDecimalString(text)
}

/**
 * What is left of the gas that the plan includes: as the service tells it, else what is granted less what is used of it.
 *
 * @returns null when neither can be told
 * @example includedGasLeft({ gasGranted: "10", gasUsed: "8.5", gasLeft: null }) // "1.5"
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
 * What about the plan bites, or soon will, the worst first.
 *
 * @param now by our clock
 * @see service-interface "Billing and gas", "Billing cycle"
 */
export function billingWarnings(facts: BillingFacts, now: Date): BillingWarning[] {
  const found = [
    describePastDue(facts),
    describeBlocked(facts),
    describeGas(facts),
    describeCycleOver(facts, now),
    describeRenewal(facts, now),
    describeQuota(facts),
    describePlan(facts),
  ]
  return found.filter((warning): warning is BillingWarning => warning !== null)
}

function describePastDue({ isPastDue, cycleEndsAt }: BillingFacts): BillingWarning | null {
  if (!isPastDue) return null
  const until = cycleEndsAt ? ` ${momentInWords(graceEnd(cycleEndsAt))}` : " 14 days after the cycle ended"
  const message =
    `The renewal of the plan is not paid. Nothing changes until the grace ends${until}; then the business moves to the ` +
    `Free plan. Pay it in the service's dashboard.`
  return { id: "past_due", severity: "error", message }
}

/** The service's word for a renewal that is not paid is not documented, so one that we do not know counts by its date. */
function describeCycleOver({ plan, isPastDue, cycleEndsAt }: BillingFacts, now: Date): BillingWarning | null {
  if (isPastDue || plan === null || plan === "Free" || cycleEndsAt === null) return null
  if (cycleEndsAt.getTime() >= now.getTime()) return null
  const message =
    `The cycle of the plan ended ${momentInWords(cycleEndsAt)}, and the service names no later end. If the renewal is not ` +
    `paid, the grace ends ${momentInWords(graceEnd(cycleEndsAt))}; then the business moves to the Free plan. Look at the ` +
    `invoice in the service's dashboard.`
  return { id: "cycle_over", severity: "warning", message }
}

function describeRenewal({ plan, isPastDue, cycleEndsAt }: BillingFacts, now: Date): BillingWarning | null {
  if (isPastDue || plan === null || plan === "Free" || cycleEndsAt === null) return null
  const leftMs = cycleEndsAt.getTime() - now.getTime()
  if (leftMs > RENEWAL_LEAD_MS || leftMs < 0) return null
  const message =
    `The plan renews ${momentInWords(cycleEndsAt)}. Its invoice is in the service's dashboard; ` +
    `when it is not paid by then, 14 days of grace begin.`
  return { id: "renewal_soon", severity: "warning", message }
}

function describeQuota({ plan, quotaIncluded, quotaUsed }: BillingFacts): BillingWarning | null {
  // A plan that includes none has used none up: each payout has its fee from the first.
  if (quotaIncluded === null || quotaUsed === null || quotaIncluded === 0) return null
  const used = `${quotaUsed} of ${quotaIncluded} payouts of this cycle are used`
  if (quotaUsed >= quotaIncluded) {
    const message = `${used}. Each further one costs ${describeFee(plan)}.`
    return { id: "quota_used", severity: "warning", message }
  }
  if (quotaUsed * 100 < quotaIncluded * QUOTA_LOW_PERCENT) return null
  const message = `${used}. After the last one each costs ${describeFee(plan)}.`
  return { id: "quota_low", severity: "warning", message }
}

function describeFee(plan: string | null): string {
  const known = KNOWN_PLANS.find((name) => name === plan)
  const fee = known ? PAYOUT_FEES_USD[known] : null
  return fee === null ? "the fee of your plan" : `$${fee}`
}

function describeGas(facts: BillingFacts): BillingWarning | null {
  const { gasGranted, gasPrepaid } = facts
  const gasLeft = includedGasLeft(facts)
  if (!isUsd(gasLeft)) return null
  const left = usd(gasLeft) + (isUsd(gasPrepaid) ? usd(gasPrepaid) : 0n)
  if (left === 0n) {
    const message =
      "The credit for gas is used up. Payouts and sweeps wait, and go on by themselves after a top-up in the service's " +
      "dashboard or when the next cycle begins. Payments still arrive."
    return { id: "gas_gone", severity: "error", message }
  }
  const isBelowShare = isUsd(gasGranted) && left * 100n < usd(gasGranted) * GAS_LOW_PERCENT
  if (!isBelowShare && left >= usd(GAS_LOW_USD)) return null
  const message =
    "The credit for gas is nearly used up. Without any, payouts and sweeps wait. Top it up in the service's dashboard."
  return { id: "gas_low", severity: "warning", message }
}

function describeBlocked({ gasBlocked }: BillingFacts): BillingWarning | null {
  if (gasBlocked === null || gasBlocked === 0) return null
  const message =
    `Operations that wait for gas: ${gasBlocked}. Top up in the service's dashboard; they then go on by themselves, the ` +
    `oldest first.`
  return { id: "gas_blocked", severity: "error", message }
}

function describePlan({ plan }: BillingFacts): BillingWarning | null {
  if (plan === null || KNOWN_PLANS.some((known) => known === plan)) return null
  const message = `The plan "${plan.slice(0, 40)}" is not in the list that is known here. Look its fees up at the service.`
  return { id: "plan_unknown", severity: "warning", message }
}

function usd(text: string): bigint {
  return parseAmount(truncateAmount(text, USD_DECIMALS), USD_DECIMALS)
}
