import { isWithinBps } from "../../gateway/amount"
import type { AssignmentStatus } from "../../gateway/contract"
import { invoiceFee, type Plan } from "../billing/plans"
import { toUsdUnits, valueInUsdUnits } from "../billing/gas-price"
import type { BusinessSettings } from "../business"
import { assetKey } from "../catalog/catalog"
import type { StoredIntent } from "../intents/stored-intent"
import type { ObservedDeposit } from "./stored-deposit"

/** The verdict on a final deposit. Fees are base units. */
export type Verdict =
  | { kind: "ignored" }
  /** Too small to be worth a record of revenue. */
  | { kind: "unrecorded" }
  /** Income without an order, as the business wants it. */
  | { kind: "ledger_only"; feeBaseUnits: bigint }
  | { kind: "matched"; intent: StoredIntent; feeBaseUnits: bigint }
  | { kind: "review"; status: AssignmentStatus; expectedIntent: StoredIntent | undefined; isIncome: boolean }

export type DepositFacts = {
  deposit: Pick<ObservedDeposit, "asset" | "amountBaseUnits" | "customerId" | "namedIntentId">
  /** Of the deposit's customer on its network. */
  activeIntents: readonly StoredIntent[]
  business: BusinessSettings
  plan: Plan
}

/**
 * Classifies a deposit. Value comes first: money that cannot be income needs no order.
 *
 * @see service-interface "Auto Deposit Intent", "Deposit review" and "Limits"
 */
export function judgeDeposit({ deposit, activeIntents, business, plan }: DepositFacts): Verdict {
  const { asset, amountBaseUnits, customerId } = deposit
  const assignment = assignmentOf({ deposit, activeIntents, business })
  const review = (status: AssignmentStatus, isIncome: boolean): Verdict => {
    return { kind: "review", status, expectedIntent: assignment.intent, isIncome }
  }
  if (!asset.supported) return review("review_required_unsupported_asset", false)
  const value = valueInUsdUnits(amountBaseUnits, asset)
  if (value < toUsdUnits(business.dustThresholdUsd)) return { kind: "ignored" }
  if (value < toUsdUnits(business.autoInvoiceMinUsd)) return { kind: "unrecorded" }
  const feeBaseUnits = invoiceFee(amountBaseUnits, asset, plan)
  if (feeBaseUnits >= amountBaseUnits) return review("review_required_non_positive_net", false)
  const isOfCustomer = customerId !== undefined
  if (isOfCustomer && business.assignmentMode === "ledger_only") return { kind: "ledger_only", feeBaseUnits }
  if (assignment.status === "matched") return { ...assignment, kind: "matched", feeBaseUnits }
  return review(assignment.status, isOfCustomer)
}

/** The certain order, or the reason for doubt with the likely intent. */
export type Assignment =
  { status: "matched"; intent: StoredIntent } | { status: AssignmentStatus; intent?: StoredIntent }

/**
 * Finds the one active intent that a deposit fits.
 *
 * A memo that names an intent only removes candidates: money for a replaced intent does not go to its
 * successor.
 *
 * @see service-interface "Auto Deposit Intent", rule 2
 */
function assignmentOf({ deposit, activeIntents, business }: Omit<DepositFacts, "plan">): Assignment {
  const { asset, amountBaseUnits, namedIntentId } = deposit
  const { depositToleranceBps: toleranceBps } = business
  const isOfAsset = (intent: StoredIntent) => assetKey(intent.asset) === assetKey(asset)
  const named = activeIntents.find(({ id }) => id === namedIntentId)
  if (namedIntentId !== undefined && !named) return { status: "unassigned_no_intent" }
  if (named && !isOfAsset(named)) return { status: "review_required_asset_mismatch", intent: named }

  const [candidate, ...others] = activeIntents.filter(isOfAsset)
  if (!candidate) return withoutCandidate(activeIntents)
  if (others.length > 0) return { status: "review_required_ambiguous", intent: named }
  return isWithinBps(amountBaseUnits, candidate.expectedBaseUnits, toleranceBps)
    ? { status: "matched", intent: candidate }
    : { status: "review_required_amount_mismatch", intent: candidate }
}

function withoutCandidate([only, ...others]: readonly StoredIntent[]): Assignment {
  if (!only) return { status: "unassigned_no_intent" }
  return { status: "review_required_asset_mismatch", intent: others.length === 0 ? only : undefined }
}
