import type { AssignmentStatus } from "../../gateway/contract"
import { invoiceFee } from "../billing/invoice-fee"
import type { Plan } from "../billing/plans"
import { toUsdUnits, valueInUsdUnits } from "../billing/usd-value"
import type { BusinessSettings } from "../business/business"
import type { StoredIntent } from "../intents/stored-intent"
import { assignmentOf } from "./assignment"
import type { ObservedDeposit } from "./stored-deposit"

/** What the service makes of a deposit that is final. Fees are base units. */
export type Verdict =
  /** Dust. */
  | { kind: "ignored" }
  /** Too small to be worth a record of revenue. */
  | { kind: "unrecorded" }
  /** Income without an order, as the business wants it. */
  | { kind: "ledger_only"; feeBaseUnits: bigint }
  | { kind: "matched"; intent: StoredIntent; feeBaseUnits: bigint }
  | { kind: "review"; status: AssignmentStatus; expectedIntent: StoredIntent | undefined; isIncome: boolean }

/** What a judgement rests on. */
export type DepositFacts = {
  deposit: Pick<ObservedDeposit, "asset" | "amountBaseUnits" | "customerId" | "namedIntentId">
  /** Of the deposit's customer on its network. */
  activeIntents: readonly StoredIntent[]
  business: BusinessSettings
  plan: Plan
}

/**
 * Decides what a deposit is. Value comes first: nobody looks for the order of money that cannot be income.
 *
 * @see service-interface "Auto Deposit Intent", "Deposit review" and "Limits"
 */
export function judgeDeposit({ deposit, activeIntents, business, plan }: DepositFacts): Verdict {
  const { asset, amountBaseUnits, customerId } = deposit
  const assignment = assignmentOf({ deposit, activeIntents, toleranceBps: business.depositToleranceBps })
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
