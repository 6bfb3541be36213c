import { ADMIN_PERMISSIONS } from "../../admin-permission"
import {
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionScreen,
  type AttentionSeverity,
  healthOf,
  noAttention,
  permissionFor,
  severityOf,
} from "../attention"

const { readDeposits, readPayments, readFinance, readWithdrawals } = ADMIN_PERMISSIONS
const { readDestinations, readRefunds, readWebhooks } = ADMIN_PERMISSIONS
type Permission = (typeof ADMIN_PERMISSIONS)[keyof typeof ADMIN_PERMISSIONS]

const RULE: [AttentionKind, AttentionScreen, AttentionSeverity, Permission][] = [
  ["deposit", "deposit", "info", readDeposits],
  ["unmatched", "unmatched", "info", readPayments],
  ["transaction", "transaction", "info", readFinance],
  ["recovery", "balances", "warning", readFinance],
  ["part_paid", "unmatched", "info", readPayments],
  ["application_approval", "unmatched", "info", readPayments],
  ["approval", "withdrawal", "info", readWithdrawals],
  ["destination_approval", "destination", "info", readDestinations],
  ["refund_address", "refund", "info", readRefunds],
  ["refund_due", "refund", "info", readRefunds],
  ["gas_blocked", "withdrawal", "warning", readWithdrawals],
  ["contradicted", "payment", "error", readPayments],
  ["contradicted", "withdrawal", "error", readWithdrawals],
  ["withdrawal_unknown", "withdrawal", "error", readWithdrawals],
  ["dead_webhook", "delivery", "error", readWebhooks],
]

test.each(RULE)("%s opens as %s, is of severity %s, and takes its own permission", (...rule) => {
  const [kind, screen, severity, permission] = rule
  expect(severityOf(kind)).toBe(severity)
  expect(permissionFor(kind, screen)).toBe(permission)
})

test("the table has every kind, and every kind is counted from zero", () => {
  expect([...new Set(RULE.map(([kind]) => kind))].sort()).toEqual([...ATTENTION_KINDS].sort())
  expect(noAttention()).toEqual(Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])))
})

const HOUR_MS = 3_600_000

test.each<[AttentionKind, number, number, string]>([
  ["deposit", 0, 0, "ok"],
  ["deposit", 3, 24 * HOUR_MS, "ok"],
  ["deposit", 1, 25 * HOUR_MS, "warning"],
  ["gas_blocked", 0, 0, "ok"],
  ["gas_blocked", 1, 0, "warning"],
  ["contradicted", 1, 0, "error"],
])(
  "for the health check, %s with %i open items, the oldest for %i ms, is %s",
  (kind, count, ageMs, status) => {
    expect(healthOf(kind, count, ageMs)).toBe(status)
  }
)
