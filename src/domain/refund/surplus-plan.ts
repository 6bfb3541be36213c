import { addAmounts, compareAmounts, subtractAmounts } from "../../gateway/amount"
import type { RefundState } from "./refund-lifecycle"

/** The amount is a decimal in token units; null while it is unknown. */
export type KnownSurplus = { id: string; state: RefundState; tokenAmount: string | null }

export type SurplusPlan =
  | { do: "insert"; id: string; tokenAmount: string | null }
  | { do: "raise"; id: string; tokenAmount: string }
  | { do: "nothing"; id: string }

/**
 * Decides how to record a surplus that has grown.
 *
 * A due refund is raised, one of unknown amount first: an amount entered for it was for a payout that ended
 * without money. A refund that is paid or being paid stays, and the rest becomes a new refund. One settled
 * with an unknown amount covers everything.
 *
 * @param surplus.owed the whole surplus so far, in token units; null while it is unknown
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
  const planned = addAmounts(...known.map(({ tokenAmount }) => tokenAmount ?? "0"))
  if (compareAmounts(owed, planned) <= 0) return nothing
  const missing = subtractAmounts(owed, planned)
  const due = known.filter(({ state }) => state === "due")
  const open = due.find(({ tokenAmount }) => tokenAmount === null) ?? due.at(-1)
  if (open) return { do: "raise", id: open.id, tokenAmount: addAmounts(open.tokenAmount ?? "0", missing) }
  return { do: "insert", id: `${baseId}_${known.length + 1}`, tokenAmount: missing }
}
