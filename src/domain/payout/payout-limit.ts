import { addAmounts, compareAmounts } from "../../gateway/amount"
import type { Asset } from "../../gateway/asset"
import type { PayoutProblem } from "./payout-codes"

/**
 * One entry of `payouts.limits`; left-out parts match anything. Amounts in token units. An entry that names the token alone
 * is for all its networks together.
 */
export type PayoutLimit = {
  token: string
  networkId?: string | undefined
  canonicalAssetId?: string | undefined
  perWithdrawal?: string | undefined
  perDay?: string | undefined
}

/** Which payouts of a token count for a limit of a day; null for all networks, and for whatever has the symbol. */
export type LimitScope = { token: string; networkId: string | null; canonicalAssetId: string | null }
/** Most that may leave in 24 hours of what it is about, decimal in token units. */
export type DayLimit = LimitScope & { amount: string }

/** The largest amounts of an asset; null where there is none. `unlisted` is an asset beside others that have limits. */
export type AssetLimits = { perWithdrawal: string | null; perDay: DayLimit[] } | "none" | "unlisted"

/** What of a token a limit is about. */
export function scopeOf({ token, networkId, canonicalAssetId }: PayoutLimit): LimitScope {
  return { token, networkId: networkId ?? null, canonicalAssetId: canonicalAssetId ?? null }
}

/** The limits of an asset: of one payout the lowest of all entries that name it, of a day each of them. */
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

/**
 * Why an amount is too much to be paid out.
 *
 * @param payout.amount decimal in token units
 * @param payout.sentLastDay sent in the last 24 hours without this payout, decimal in token units: for each limit of a
 *   day, in their order; nothing where none is sent yet
 * @returns null when nothing speaks against it
 */
export function findLimitProblem(payout: {
  token: string
  amount: string
  limits: AssetLimits
  sentLastDay: readonly string[]
}): PayoutProblem<"limit_exceeded" | "no_limit"> | null {
  const { token, amount, limits, sentLastDay } = payout
  if (limits === "none") return null
  if (limits === "unlisted") return { code: "no_limit", words: noLimitInWords(token) }
  const { perWithdrawal, perDay } = limits
  if (perWithdrawal !== null && compareAmounts(amount, perWithdrawal) > 0)
    return exceeded(`At most ${perWithdrawal} ${token} at a time; this is ${amount}.`)
  return perDay.reduce<PayoutProblem<"limit_exceeded"> | null>((problem, limit, index) => {
    const used = sentLastDay[index] ?? "0"
    if (problem !== null || compareAmounts(addAmounts(used, amount), limit.amount) <= 0) return problem
    const where = limit.networkId === null ? "" : ` on ${limit.networkId}`
    return exceeded(
      `At most ${limit.amount} ${token}${where} in 24 hours; ${used} of them are used, and this is ${amount}.`
    )
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

function noLimitInWords(token: string): string {
  return `There is no limit for ${token} in payouts.limits, so it cannot be paid out.`
}

function exceeded(words: string): PayoutProblem<"limit_exceeded"> {
  return { code: "limit_exceeded", words }
}
