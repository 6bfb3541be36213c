import type { MedusaContainer } from "@medusajs/framework/types"
import { reasonAgainstApproval } from "../../../domain/approval"
import type { PayoutActor } from "../../../domain/payout-gate"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { payoutError } from "../../payout/steps/payout-error"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { involvedIn } from "./withdrawal-options"

/**
 * Whoever says what became of a withdrawal takes part in paying it: the same second person as for an approval.
 *
 * @throws MedusaError `forbidden`
 */
export async function assertMayEnd(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor
): Promise<PayoutActor> {
  const known = await assertPayoutAllowed(container, actor)
  const { approval } = container.resolve("onchain").options.payouts
  const against = reasonAgainstApproval({ approval, actor, involved: involvedIn(row) })
  if (against) throw payoutError(against)
  return known
}
