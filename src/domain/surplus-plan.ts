import { formatAmount, parseAmount } from "../gateway/amount"
import type { RefundState } from "./refund-lifecycle"

/** A refund of what came on top of a payment. The amount is a decimal in token units; null when nobody has told it. */
export type KnownSurplus = { id: string; state: RefundState; tokenAmount: string | null }

export type SurplusPlan =
  | { do: "insert"; id: string; tokenAmount: string | null }
  | { do: "raise"; id: string; tokenAmount: string }
  | { do: "nothing"; id: string }

/** Amounts of any token fit in: the contract has none with more decimals. */
const MOST_DECIMALS = 30

/**
 * How what came on top of a payment is written down when more of it has come.
 *
 * A refund that is due is raised, first of all one whose amount nobody has told: what a person entered for it was for a
 * payout that ended without money. One that is being paid, or was, stays as it is, and what comes beyond it is a refund of
 * its own. One that a person settled without anybody knowing the amount covers whatever there is.
 *
 * @param surplus.owed all that came on top so far, decimal in token units; null when nobody has told
 * @param surplus.known its refunds, oldest first
 */
export function planSurplus(surplus: {
  baseId: string
  owed: string | null
  known: readonly KnownSurplus[]
}): SurplusPlan {
  const { baseId, owed, known } = surplus
  const last = known.at(-1)
  if (!last) return { do: "insert", id: baseId, tokenAmount: owed }
  const nothing: SurplusPlan = { do: "nothing", id: last.id }
  const begun = known.filter(({ state }) => state !== "due")
  if (owed === null || begun.some(({ tokenAmount }) => tokenAmount === null)) return nothing
  const missing = unitsOf(owed) - sum(known)
  if (missing <= 0n) return nothing
  const due = known.filter(({ state }) => state === "due")
  const open = due.find(({ tokenAmount }) => tokenAmount === null) ?? due.at(-1)
  if (open) return { do: "raise", id: open.id, tokenAmount: toText(unitsOf(open.tokenAmount) + missing) }
  return { do: "insert", id: `${baseId}_${known.length + 1}`, tokenAmount: toText(missing) }
}

function sum(known: readonly KnownSurplus[]): bigint {
  return known.reduce((total, { tokenAmount }) => total + unitsOf(tokenAmount), 0n)
}

function unitsOf(tokenAmount: string | null): bigint {
  return tokenAmount === null ? 0n : parseAmount(tokenAmount, MOST_DECIMALS)
}

function toText(units: bigint): string {
  return formatAmount(units, MOST_DECIMALS)
}
