import type { Assumptions } from "../../gateway/assumptions"
import type { KnownErrorCode } from "../../gateway/contract"

type Setting = keyof Assumptions["errors"]["statuses"]

/** UNDOCUMENTED: codes whose category leaves their status open, with the assumption that decides it. */
const OPEN_STATUSES: Partial<Record<KnownErrorCode, Setting>> = {
  INSUFFICIENT_BALANCE: "insufficientBalance",
  WEBHOOK_RETRY_COOLDOWN: "webhookCooldown",
  WEBHOOK_REPLAY_COOLDOWN: "webhookCooldown",
  BILLING_UNDERPAYMENT: "billing",
  BILLING_INVOICE_NOT_PAYABLE: "billing",
  BILLING_PAYMENT_REPLAY_CONFLICT: "billing",
  CACHE_COORDINATION_UNAVAILABLE: "cacheCoordinationUnavailable",
}

/** HTTP status of an error: the assumed one where the document leaves it open, else the error's own. */
export function statusOf(
  { code, status }: { code: KnownErrorCode; status: number },
  { errors }: Assumptions
): number {
  const setting = OPEN_STATUSES[code]
  return setting ? errors.statuses[setting] : status
}
