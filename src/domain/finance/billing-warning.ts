import { formatAmount, parseAmount, truncateAmount } from "../../gateway/amount"
import { findKnownPlan, isDecimalString, type Billing } from "../../gateway/contract"
import { DAY_MS } from "./report-difference"

/** @see service-interface "Billing cycle" */
const RENEWAL_LEAD_MS = 5 * DAY_MS
const GRACE_MS = 14 * DAY_MS
const QUOTA_LOW_PERCENT = 80
const GAS_LOW_PERCENT = 20n
const GAS_LOW_USD = "1"
const USD_DECIMALS = 12

/** Fields that the service should send by its settings, and did not. */
export type AbsentFields = readonly (keyof Billing)[]

type Check = {
  severity: "warning" | "error"
  isFound: (billing: Billing, now: Date, absent: AbsentFields) => boolean
}

/** Errors first. @see service-interface "Billing and gas", "Billing cycle" */
const CHECKS = {
  gas_blocked: {
    severity: "error",
    isFound: ({ gasBlockedOperations }) => (gasBlockedOperations ?? 0) !== 0,
  },
  gas_gone: { severity: "error", isFound: (billing) => gasOf(billing) === 0n },
  // Access does not change during the grace.
  past_due: { severity: "warning", isFound: ({ state }) => state === "past_due" },
  gas_low: { severity: "warning", isFound: isGasLow },
  cycle_over: { severity: "warning", isFound: (billing, now) => untilRenewalMs(billing, now) < 0 },
  renewal_soon: {
    severity: "warning",
    isFound: (billing, now) => {
      const leftMs = untilRenewalMs(billing, now)
      return leftMs >= 0 && leftMs <= RENEWAL_LEAD_MS
    },
  },
  quota_used: { severity: "warning", isFound: (billing) => quotaPercent(billing) >= 100 },
  quota_low: {
    severity: "warning",
    isFound: (billing) => quotaPercent(billing) >= QUOTA_LOW_PERCENT && quotaPercent(billing) < 100,
  },
  plan_unknown: {
    severity: "warning",
    isFound: ({ plan }) => plan !== undefined && !findKnownPlan(plan),
  },
  unread: { severity: "warning", isFound: (billing, _, absent) => findUnread(billing, absent).length > 0 },
} as const satisfies Record<string, Check>
export type BillingWarningId = keyof typeof CHECKS
export type BillingFinding = { id: BillingWarningId } & Pick<Check, "severity">

export function findBillingWarnings(billing: Billing, absent: AbsentFields, now: Date): BillingFinding[] {
  const ids = Object.keys(CHECKS) as BillingWarningId[]
  return ids.flatMap((id) =>
    CHECKS[id].isFound(billing, now, absent) ? [{ id, severity: CHECKS[id].severity }] : []
  )
}

/** When the service issues the renewal of a cycle; null where none is due: on Free, and while past due. */
export function renewalIssued({ plan, state, cycleEndsAt }: Billing): Date | null {
  const isRenewed = plan !== undefined && findKnownPlan(plan) !== "Free" && state !== "past_due"
  return isRenewed && cycleEndsAt !== undefined ? new Date(Date.parse(cycleEndsAt) - RENEWAL_LEAD_MS) : null
}

export function graceEnd(cycleEndsAt: string): Date {
  return new Date(Date.parse(cycleEndsAt) + GRACE_MS)
}

/** A grant may be a text, such as `fair-use`. */
export function isUsd(text: string | undefined): text is string {
  return text !== undefined && isDecimalString(text)
}

/** As the gateway sends it, else the grant less the use; undefined when neither is known. */
export function includedGasLeft(billing: Billing): string | undefined {
  const { includedGasGrantedUsd: granted, includedGasUsedUsd: used, includedGasRemainingUsd: left } = billing
  if (left !== undefined || !isUsd(granted) || !isUsd(used)) return left
  const rest = usd(granted) - usd(used)
  return formatAmount(rest > 0n ? rest : 0n, USD_DECIMALS)
}

/**
 * Fields that the service should send and did not, apart from those that do not exist: a grant that is a text, such as
 * `fair-use`, has no figures, what is left of the gas may follow from grant and use, and Free has no cycle.
 */
export function findUnread(billing: Billing, absent: AbsentFields): (keyof Billing)[] {
  const granted = billing.includedGasGrantedUsd
  const hasNoFigures = granted !== undefined && !isUsd(granted)
  const known: (keyof Billing)[] = [
    ...(hasNoFigures ? (["includedGasUsedUsd", "includedGasRemainingUsd"] as const) : []),
    ...(includedGasLeft(billing) === undefined ? [] : (["includedGasRemainingUsd"] as const)),
    ...(findKnownPlan(billing.plan ?? null) === "Free" ? (["state", "cycleEndsAt"] as const) : []),
  ]
  return absent.filter((field) => !known.includes(field))
}

/** The status of an unpaid renewal is not documented, so an unknown one counts by its date. NaN where none is due. */
function untilRenewalMs({ plan, state, cycleEndsAt }: Billing, now: Date): number {
  if (state === "past_due" || plan === undefined || cycleEndsAt === undefined) return NaN
  return findKnownPlan(plan) === "Free" ? NaN : Date.parse(cycleEndsAt) - now.getTime()
}

/** A plan without included payouts charges a fee from the first payout on. */
function quotaPercent({ payoutQuotaIncluded: included, payoutQuotaUsed: used }: Billing): number {
  return included && used !== undefined ? (used * 100) / included : NaN
}

/** Included and prepaid, or null when what is left of the included gas is unknown. */
function gasOf(billing: Billing): bigint | null {
  const [left, prepaid] = [includedGasLeft(billing), billing.prepaidGasUsd]
  if (!isUsd(left)) return null
  return usd(left) + (isUsd(prepaid) ? usd(prepaid) : 0n)
}

function isGasLow(billing: Billing): boolean {
  const [left, granted] = [gasOf(billing), billing.includedGasGrantedUsd]
  if (left === null || left === 0n) return false
  return left < usd(GAS_LOW_USD) || (isUsd(granted) && left * 100n < usd(granted) * GAS_LOW_PERCENT)
}

function usd(text: string): bigint {
  return parseAmount(truncateAmount(text, USD_DECIMALS), USD_DECIMALS)
}
