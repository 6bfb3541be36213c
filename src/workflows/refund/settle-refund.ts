import type { MedusaContainer } from "@medusajs/framework/types"
import type { RequestActor } from "../payout/payout-access"
import { assertPayoutAllowed } from "../payout/payout-access"
import { mustFindRefund, refundConflict } from "./find-refund"
import type { RefundAnswer } from "./quote-refund"

type SettleRefundInput = {
  refund_id: string
  actor: RequestActor
  note: string
  tx_hash?: string | undefined
}

/**
 * Marks a refund as paid elsewhere. Moves nothing.
 *
 * It sends nothing, so it takes no payout key and no second user; the audit entry and the event name the
 * operator.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` with who was faster
 */
export async function settleRefund(
  container: MedusaContainer,
  { refund_id, actor, note, tx_hash }: SettleRefundInput
): Promise<RefundAnswer> {
  const { id: actorId } = await assertPayoutAllowed(container, actor, "notes")
  const { refund } = await mustFindRefund(container, refund_id)
  const { currencies, payouts } = container.resolve("onchain")
  const outcome = await payouts.refunds.payouts.settle({
    ...{ refundId: refund.id, actorId, note, txHash: tx_hash ?? null },
    fiatDecimals: await currencies.decimalsOf(refund.currency_code),
  })
  if (outcome.kind === "taken") throw await refundConflict(container, outcome.refund)
  return { refund_id: refund.id, is_pending: false }
}
