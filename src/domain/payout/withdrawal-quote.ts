import { addAmounts, compareAmounts, subtractAmounts } from "../../gateway/amount"
import type { Asset } from "../../gateway/asset"
import type { Difference } from "./withdrawal-gateway-state"

/** Decimals in token units; null where the service reports none. */
export type QuotedFigures = {
  /** The fee comes out of it. */
  amount: string
  fee: string | null
  net: string | null
  /** Figures that the service gave below zero, by name. */
  negative?: readonly string[] | undefined
}

/**
 * What is wrong with a quote. Amounts in token units.
 *
 * `below_zero` names the figures, `other_terms` what differs from the request.
 */
export type InconsistentQuote = { code: "quote_inconsistent" } & (
  | { reason: "too_many_digits" }
  | { reason: "below_zero"; figures: readonly string[] }
  | { reason: "fee_above_amount"; fee: string; amount: string }
  | { reason: "net_above_amount"; net: string; amount: string }
  | { reason: "not_adding_up"; amount: string; fee: string; net: string; rest: string }
  | { reason: "other_terms"; difference: Difference }
)

const MOST_DECIMALS = 30

/**
 * Why the figures of a quote cannot all be true: what arrives is the amount without the fee.
 *
 * Otherwise it might be confirmed for one figure and executed by the other.
 *
 * @returns null when the known figures agree
 * @example inconsistencyOf({ amount: "1.5", fee: "99", net: "1.45" })?.reason // "fee_above_amount"
 */
export function inconsistencyOf({
  amount,
  fee,
  net,
  negative = [],
}: QuotedFigures): InconsistentQuote | null {
  const code = "quote_inconsistent"
  const odd = [fee, net].find((figure) => (figure?.split(".")[1]?.length ?? 0) > MOST_DECIMALS)
  if (odd !== undefined) return { code, reason: "too_many_digits" }
  if (negative.length > 0) return { code, reason: "below_zero", figures: negative }
  if (fee !== null && compareAmounts(fee, amount) > 0)
    return { code, reason: "fee_above_amount", fee, amount }
  if (net !== null && compareAmounts(net, amount) > 0)
    return { code, reason: "net_above_amount", net, amount }
  if (fee === null || net === null) return null
  const rest = subtractAmounts(amount, fee)
  if (compareAmounts(net, rest) === 0) return null
  return { code, reason: "not_adding_up", amount, fee, net, rest }
}

/** A refund quoted at the current rate is quoted again after this. */
export const TODAYS_RATE_HOURS = 24

export type ExpiredRate = { code: "quote_expired"; computedAt: Date }

/**
 * Why a refund can no longer be paid at the rate it was computed with; null when it can.
 *
 * @param payout `created_at`: when it was computed. The rate itself may be as old as the options allow
 */
export function todaysRateProblem(
  { rate_basis, created_at }: { rate_basis: string | null; created_at: Date },
  now: Date
): ExpiredRate | null {
  if (rate_basis !== "today") return null
  if (now.getTime() - created_at.getTime() < TODAYS_RATE_HOURS * 3_600_000) return null
  return { code: "quote_expired", computedAt: created_at }
}

/**
 * An entry of `payouts.limits`; omitted fields match anything. Amounts in token units. An entry with only a
 * token covers all its networks together.
 */
export type PayoutLimit = {
  token: string
  networkId?: string | undefined
  canonicalAssetId?: string | undefined
  perWithdrawal?: string | undefined
  perDay?: string | undefined
}

/**
 * Which payouts of a token count for a daily limit; null for all networks, or for any asset with the symbol.
 */
export type LimitScope = { token: string; networkId: string | null; canonicalAssetId: string | null }
/** Most that may leave in 24 hours, decimal in token units. */
export type DayLimit = LimitScope & { amount: string }

/** The largest amounts of an asset; null for no limit. `unlisted`: only other assets have limits. */
export type AssetLimits = { perWithdrawal: string | null; perDay: DayLimit[] } | "none" | "unlisted"

export function scopeOf({ token, networkId, canonicalAssetId }: PayoutLimit): LimitScope {
  return { token, networkId: networkId ?? null, canonicalAssetId: canonicalAssetId ?? null }
}

/** The limits of an asset: per payout the lowest of all matching entries, per day each of them. */
export function limitsFor(asset: Asset, limits: readonly PayoutLimit[]): AssetLimits {
  if (limits.length === 0) return "none"
  const own = limits.filter((limit) => isLimitOf(limit, asset))
  if (own.length === 0) return "unlisted"
  return {
    perWithdrawal: lowest(own.map(({ perWithdrawal }) => perWithdrawal)),
    perDay: own.flatMap((limit) =>
      limit.perDay === undefined ? [] : [{ ...scopeOf(limit), amount: limit.perDay }]
    ),
  }
}

/** Amounts in token units. */
export type LimitProblem =
  | { code: "no_limit"; token: string }
  | { code: "limit_exceeded"; reason: "per_withdrawal"; limit: string; token: string; amount: string }
  /** `sent`: in the last 24 hours. A null `networkId` stands for all networks. */
  | {
      code: "limit_exceeded"
      reason: "per_day"
      limit: string
      networkId: string | null
      token: string
      sent: string
      amount: string
    }

/**
 * Why an amount is too large to be paid out.
 *
 * @param payout.sentLastDay sent in the last 24 hours without this payout, in token units, in the order of
 * the daily limits
 */
export function findLimitProblem(payout: {
  token: string
  amount: string
  limits: AssetLimits
  sentLastDay: readonly string[]
}): LimitProblem | null {
  const { token, amount, limits, sentLastDay } = payout
  if (limits === "none") return null
  if (limits === "unlisted") return { code: "no_limit", token }
  const { perWithdrawal, perDay } = limits
  if (perWithdrawal !== null && compareAmounts(amount, perWithdrawal) > 0)
    return { code: "limit_exceeded", reason: "per_withdrawal", limit: perWithdrawal, token, amount }
  return perDay.reduce<LimitProblem | null>((problem, { amount: limit, networkId }, index) => {
    const sent = sentLastDay[index] ?? "0"
    if (problem !== null || compareAmounts(addAmounts(sent, amount), limit) <= 0) return problem
    return { code: "limit_exceeded", reason: "per_day", limit, networkId, token, sent, amount }
  }, null)
}

function isLimitOf(limit: PayoutLimit, asset: Asset): boolean {
  return (
    limit.token === asset.token &&
    (limit.networkId === undefined || limit.networkId === asset.networkId) &&
    (limit.canonicalAssetId === undefined || limit.canonicalAssetId === asset.canonicalAssetId)
  )
}

function lowest(amounts: readonly (string | undefined)[]): string | null {
  return amounts.reduce<string | null>((low, amount) => {
    if (amount === undefined) return low
    return low === null || compareAmounts(amount, low) < 0 ? amount : low
  }, null)
}
