import type { OnchainPayerStatus } from "../../types/http"

/** What a status means for the page. */
const PHASES = {
  /** An address is shown, and money is sent to it. */
  payable: ["awaiting_payment", "partially_paid"],
  /** Nothing to wait for: even money that arrives for a cancelled payment is shown. */
  final: ["paid"],
  /** The attempt is over, and the order may still be paid by another one. */
  ended: ["expired", "failed", "cancelled", "superseded"],
  /** The payer may have sent something that is not shown. */
  claimable: ["expired", "failed", "cancelled", "superseded", "needs_review", "address_unavailable"],
} as const satisfies Record<string, readonly OnchainPayerStatus[]>

/** @example isOfStatus("expired", "ended") // true */
export function isOfStatus(status: OnchainPayerStatus, phase: keyof typeof PHASES): boolean {
  const statuses: readonly OnchainPayerStatus[] = PHASES[phase]
  return statuses.includes(status)
}
