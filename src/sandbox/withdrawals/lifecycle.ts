/** The sandbox's own names. On the wire they have those of the assumptions, but for the two documented ones. */
export const WITHDRAWAL_STATUSES = [
  "queued",
  "pending_funds",
  "funds_reserved",
  "processing",
  "gas_blocked",
  "broadcast",
  "completed",
  "destination_rejected",
  "failed",
] as const
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

/** What can happen to a withdrawal. */
export const WITHDRAWAL_TRIGGERS = [
  "funds_sweeping",
  "funds_taken",
  "funds_available",
  "funds_spent",
  "started",
  "gas_missing",
  "gas_covered",
  "sent",
  "confirmed",
  "destination_refused",
  "failed",
] as const
export type WithdrawalTrigger = (typeof WITHDRAWAL_TRIGGERS)[number]

/**
 * Every step a withdrawal can take; a pair that is not here is refused.
 *
 * @see service-interface "Withdrawal"; what comes after queueing is the sandbox's own
 */
export const withdrawalLifecycle: Record<
  WithdrawalStatus,
  Partial<Record<WithdrawalTrigger, WithdrawalStatus>>
> = {
  queued: {
    funds_sweeping: "pending_funds",
    funds_taken: "funds_reserved",
    started: "processing",
    gas_missing: "gas_blocked",
    failed: "failed",
  },
  pending_funds: { funds_available: "processing", failed: "failed" },
  funds_reserved: {
    funds_sweeping: "pending_funds",
    funds_available: "processing",
    funds_spent: "failed",
    failed: "failed",
  },
  processing: {
    gas_missing: "gas_blocked",
    sent: "broadcast",
    destination_refused: "destination_rejected",
    failed: "failed",
  },
  gas_blocked: { gas_covered: "processing", failed: "failed" },
  broadcast: { confirmed: "completed", failed: "failed" },
  completed: {},
  destination_rejected: {},
  failed: {},
}

/** Whether nothing more can happen. */
export function isFinal(status: WithdrawalStatus): boolean {
  return Object.keys(withdrawalLifecycle[status]).length === 0
}
