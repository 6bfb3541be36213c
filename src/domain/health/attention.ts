import type { Approval } from "../payout/payout-gate"
import { ADMIN_PERMISSIONS, type AdminPermission } from "../admin-permission"

export type AttentionScreen =
  | "deposit"
  | "unmatched"
  | "transaction"
  | "payment"
  | "refund"
  | "withdrawal"
  | "payout_leg"
  | "destination"
  | "delivery"
  | "balances"

/** `error`: money may be wrong, or wait unseen. `warning`: something is wrong. `info`: daily work. */
export type AttentionSeverity = "error" | "warning" | "info"

type AttentionRule = { severity: AttentionSeverity; permission: AdminPermission }

const { readDeposits, readPayments, readFinance, readWithdrawals } = ADMIN_PERMISSIONS
const { readDestinations, readRefunds, readWebhooks } = ADMIN_PERMISSIONS

/** What waits for a person. Overview, counts, health and notifications follow this table; the conditions stand beside the lists. */
const ATTENTION = {
  deposit: { severity: "info", permission: readDeposits },
  unmatched: { severity: "info", permission: readPayments },
  transaction: { severity: "info", permission: readFinance },
  recovery: { severity: "warning", permission: readFinance },
  part_paid: { severity: "info", permission: readPayments },
  application_approval: { severity: "info", permission: readPayments },
  approval: { severity: "info", permission: readWithdrawals },
  destination_approval: { severity: "info", permission: readDestinations },
  refund_address: { severity: "info", permission: readRefunds },
  refund_due: { severity: "info", permission: readRefunds },
  gas_blocked: { severity: "warning", permission: readWithdrawals },
  leg_blocked: { severity: "warning", permission: readWithdrawals },
  leg_failed: { severity: "warning", permission: readWithdrawals },
  contradicted: { severity: "error", permission: readPayments },
  withdrawal_failed: { severity: "warning", permission: readWithdrawals },
  withdrawal_unknown: { severity: "error", permission: readWithdrawals },
  dead_webhook: { severity: "error", permission: readWebhooks },
} as const satisfies Record<string, AttentionRule>
export type AttentionKind = keyof typeof ATTENTION
export const ATTENTION_KINDS = Object.keys(ATTENTION).filter((kind): kind is AttentionKind =>
  Object.hasOwn(ATTENTION, kind)
)

export function noAttention(): Record<AttentionKind, number> {
  return Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])) as Record<AttentionKind, number>
}

/** The permission of a contradicted withdrawal differs from that of a contradicted payment. */
const SCREEN_PERMISSIONS: Partial<Record<AttentionScreen, AdminPermission>> = { withdrawal: readWithdrawals }

export function severityOf(kind: AttentionKind): AttentionSeverity {
  return ATTENTION[kind].severity
}

export function permissionFor(kind: AttentionKind, screen: AttentionScreen): AdminPermission {
  return SCREEN_PERMISSIONS[screen] ?? ATTENTION[kind].permission
}

export type HealthStatus = "ok" | "warning" | "error"

/** The staff seem to have missed daily work that waits longer. */
const WORK_PATIENCE_MS = 24 * 60 * 60_000

/** The status of open items of a kind in the health check. @param ageMs of the oldest */
export function healthOf(kind: AttentionKind, count: number, ageMs: number): HealthStatus {
  if (count === 0) return "ok"
  const severity = severityOf(kind)
  if (severity !== "info") return severity
  return ageMs > WORK_PATIENCE_MS ? "warning" : "ok"
}

export type PayoutUsersFinding =
  | { code: "none" }
  /** Ids in `payouts.allowedUsers` of no user of this store. */
  | { code: "unknown"; ids: string[] }
  /** A second user must approve, and there is no second one. */
  | { code: "too_few" }
  | { code: "allowed" }

/** Judges the option `payouts.allowedUsers` by the users of the store. */
export function judgePayoutUsers(
  { allowedUsers, approval }: { allowedUsers: readonly string[]; approval: Approval },
  userIds: readonly string[]
): PayoutUsersFinding {
  if (allowedUsers.length === 0) return { code: "none" }
  const ids = allowedUsers.filter((id) => !userIds.includes(id))
  if (ids.length > 0) return { code: "unknown", ids }
  return approval === "second_user" && new Set(allowedUsers).size < 2
    ? { code: "too_few" }
    : { code: "allowed" }
}
