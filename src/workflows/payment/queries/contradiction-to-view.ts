import type { AnyPayment } from "../../../modules/onchain/payment/payment-row"
import type { OnchainContradiction } from "../../../types/http"
import type { RefundNames } from "../../refund/queries/refund-to-view"

/** Null while the invoice confirms the money. */
export function contradictionToView(
  {
    contradiction,
    contradicted_at: at,
    contradiction_ended_at: endedAt,
    contradiction_ended_by: by,
  }: AnyPayment,
  { actorName }: Pick<RefundNames, "actorName">
): OnchainContradiction | null {
  if (contradiction === null || at === null) return null
  return {
    status: contradiction,
    at: at.toISOString(),
    reviewed: endedAt === null ? null : { at: endedAt.toISOString(), by: actorName(by) },
  }
}
