import type { AssignmentStatus } from "../../gateway/contract"
import { assetKey } from "../catalog/tokens"
import type { StoredIntent } from "../intents/stored-intent"
import type { ObservedDeposit } from "./stored-deposit"
import { isWithinTolerance } from "./tolerance"

type AssignmentFacts = {
  deposit: Pick<ObservedDeposit, "asset" | "amountBaseUnits" | "namedIntentId">
  /** Of the deposit's customer on its network. */
  activeIntents: readonly StoredIntent[]
  toleranceBps: number
}

/** The order a deposit belongs to; or why that is not certain, with the intent it was likely meant for. */
export type Assignment =
  { status: "matched"; intent: StoredIntent } | { status: AssignmentStatus; intent?: StoredIntent }

/**
 * Looks for the one active intent a deposit fits.
 *
 * A memo that names an intent can only take candidates away: money for an intent that was replaced does not
 * go to the one that replaced it.
 *
 * @see service-interface "Auto Deposit Intent", rule 2
 */
export function assignmentOf({ deposit, activeIntents, toleranceBps }: AssignmentFacts): Assignment {
  const { asset, amountBaseUnits, namedIntentId } = deposit
  const isOfAsset = (intent: StoredIntent) => assetKey(intent.asset) === assetKey(asset)
  const named = activeIntents.find(({ id }) => id === namedIntentId)
  if (namedIntentId !== undefined && !named) return { status: "unassigned_no_intent" }
  if (named && !isOfAsset(named)) return { status: "review_required_asset_mismatch", intent: named }

  const [candidate, ...others] = activeIntents.filter(isOfAsset)
  if (!candidate) return withoutCandidate(activeIntents)
  if (others.length > 0) return { status: "review_required_ambiguous", intent: named }
  return isWithinTolerance(amountBaseUnits, candidate.expectedBaseUnits, toleranceBps)
    ? { status: "matched", intent: candidate }
    : { status: "review_required_amount_mismatch", intent: candidate }
}

function withoutCandidate([only, ...others]: readonly StoredIntent[]): Assignment {
  if (!only) return { status: "unassigned_no_intent" }
  return { status: "review_required_asset_mismatch", intent: others.length === 0 ? only : undefined }
}
