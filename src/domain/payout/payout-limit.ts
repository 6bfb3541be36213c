import { addAmounts, compareAmounts } from "../../gateway/amount"
import type { Asset } from "../../gateway/asset"

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
