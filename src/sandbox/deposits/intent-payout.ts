import type { StoredIntent } from "../intents/stored-intent"
import type { PayoutPlan } from "../payouts/payout-plan"

/**
 * The payout that a deposit of an intent starts: none when it only was near enough.
 *
 * @see service-interface "States and transitions": not for tolerated underpayments
 */
export function payoutOf(intent: StoredIntent, amountBaseUnits: bigint): PayoutPlan | undefined {
  return amountBaseUnits < intent.expectedBaseUnits ? undefined : intent.payout
}
