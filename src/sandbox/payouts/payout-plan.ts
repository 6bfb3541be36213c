import type { PayoutRecipient } from "../../gateway/contract"
import { invalid } from "../sandbox-error"

/** How the net amount of an invoice is split among recipients. */
export type PayoutPlan =
  | { kind: "route"; routeId: string; recipients: readonly PayoutRecipient[] }
  | { kind: "recipients"; recipients: readonly PayoutRecipient[] }

type PayoutFields = { payoutRouteId?: string; payoutRecipients?: PayoutRecipient[] }

/**
 * Reads the payout of an invoice or intent.
 *
 * @throws SandboxError
 * @see service-interface "Payout route"
 */
export function readPayoutPlan({ payoutRouteId, payoutRecipients }: PayoutFields): PayoutPlan | undefined {
  if (payoutRouteId !== undefined && payoutRecipients !== undefined) {
    throw invalid({ field: "payoutRecipients", message: "cannot be combined with payoutRouteId" })
  }
  if (payoutRouteId !== undefined) return { kind: "route", routeId: payoutRouteId, recipients: [] }
  if (payoutRecipients === undefined) return undefined
  const totalBps = payoutRecipients.reduce((sum, { shareBps }) => sum + shareBps, 0)
  if (totalBps > 10_000) throw invalid({ field: "payoutRecipients", message: "share more than 10000 bps" })
  return { kind: "recipients", recipients: payoutRecipients }
}
