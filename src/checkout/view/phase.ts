import type { OnchainPayerStatus } from "../../types/http"

/** The attempt is over; another attempt may still pay the order. */
const ENDED = ["expired", "failed", "cancelled", "superseded", "nothing_due"] as const

/** Maps each status to what the page does. */
const PHASES = {
  /** An address is shown, and money is sent to it. */
  payable: ["awaiting_payment", "partially_paid"],
  /** Ends the updates: a cancelled payment can still receive money, and an operator can decide about one in review. */
  final: ["paid"],
  ended: ENDED,
  /** The payer may have sent something that the page does not show. */
  claimable: [...ENDED, "needs_review", "address_unavailable"],
} as const satisfies Record<string, readonly OnchainPayerStatus[]>

/** @example isOfStatus("expired", "ended") // true */
export function isOfStatus(status: OnchainPayerStatus, phase: keyof typeof PHASES): boolean {
  const statuses: readonly OnchainPayerStatus[] = PHASES[phase]
  return statuses.includes(status)
}
