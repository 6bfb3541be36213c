import { ADMIN_PERMISSIONS, type AdminPermission } from "../admin-permission"

/** What waits for a person. */
export const ATTENTION_KINDS = [
  "deposit",
  "unmatched",
  "transaction",
  "recovery",
  "part_paid",
  "application_approval",
  "approval",
  "destination_approval",
  "refund_address",
  "refund_due",
  "gas_blocked",
  "contradicted",
  "withdrawal_unknown",
  "dead_webhook",
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Where an item opens. */
export type AttentionScreen =
  | "deposit"
  | "unmatched"
  | "transaction"
  | "payment"
  | "refund"
  | "withdrawal"
  | "destination"
  | "delivery"
  | "balances"

/** `error`: money may be wrong, or wait unseen. `warning`: something is wrong. `info`: daily work. */
export type AttentionSeverity = "error" | "warning" | "info"

type AttentionRule = { severity: AttentionSeverity; permission: AdminPermission }

const { readDeposits, readPayments, readFinance, readWithdrawals } = ADMIN_PERMISSIONS
const { readDestinations, readRefunds, readWebhooks } = ADMIN_PERMISSIONS

/**
 * The one rule of attention: overview, counts, health and notifications follow it. The conditions on rows stand beside the
 * lists that show them.
 */
const ATTENTION: Readonly<Record<AttentionKind, AttentionRule>> = {
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
  contradicted: { severity: "error", permission: readPayments },
  withdrawal_unknown: { severity: "error", permission: readWithdrawals },
  dead_webhook: { severity: "error", permission: readWebhooks },
}

/** The permission of a contradicted withdrawal differs from that of a contradicted payment. */
const SCREEN_PERMISSIONS: Partial<Record<AttentionScreen, AdminPermission>> = { withdrawal: readWithdrawals }

export function severityOf(kind: AttentionKind): AttentionSeverity {
  return ATTENTION[kind].severity
}

/** The permission that lets a user see an item of this kind that opens on this screen. */
export function permissionFor(kind: AttentionKind, screen: AttentionScreen): AdminPermission {
  return SCREEN_PERMISSIONS[screen] ?? ATTENTION[kind].permission
}

/** A count of zero of every kind. */
export function noAttention(): Record<AttentionKind, number> {
  return {
    ...{ deposit: 0, unmatched: 0, transaction: 0, recovery: 0, part_paid: 0, approval: 0 },
    ...{
      application_approval: 0,
      destination_approval: 0,
      refund_address: 0,
      refund_due: 0,
      gas_blocked: 0,
      contradicted: 0,
    },
    ...{ withdrawal_unknown: 0, dead_webhook: 0 },
  }
}

/** Daily work that waits longer is a warning of the health check: the staff seem to have missed it. */
const WORK_PATIENCE_MS = 24 * 60 * 60_000

/** What the health check says of open items of a kind. @param ageMs of the oldest */
export function healthOf(kind: AttentionKind, count: number, ageMs: number): "ok" | "warning" | "error" {
  if (count === 0) return "ok"
  const severity = severityOf(kind)
  if (severity !== "info") return severity
  return ageMs > WORK_PATIENCE_MS ? "warning" : "ok"
}

/** Who may move money out, and what stands in the way. */
export type PayoutUsersFinding =
  | { code: "none" }
  /** Ids in `payouts.allowedUsers` of no user of this store. */
  | { code: "unknown"; ids: string[] }
  /** A second user must approve, and there is no second one. */
  | { code: "too_few" }
  | { code: "allowed" }

/** Judges the option `payouts.allowedUsers` by the users of the store. */
export function judgePayoutUsers(
  { allowedUsers, approval }: { allowedUsers: readonly string[]; approval: "none" | "second_user" },
  userIds: readonly string[]
): PayoutUsersFinding {
  if (allowedUsers.length === 0) return { code: "none" }
  const ids = allowedUsers.filter((id) => !userIds.includes(id))
  if (ids.length > 0) return { code: "unknown", ids }
  return approval === "second_user" && new Set(allowedUsers).size < 2
    ? { code: "too_few" }
    : { code: "allowed" }
}
