import { ADMIN_PERMISSIONS } from "../../admin-permission"
import {
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionScreen,
  type AttentionSeverity,
  healthOf,
  judgePayoutUsers,
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
  ["leg_blocked", "payout_leg", "warning", readWithdrawals],
  ["leg_failed", "payout_leg", "warning", readWithdrawals],
  ["contradicted", "payment", "error", readPayments],
  ["contradicted", "withdrawal", "error", readWithdrawals],
  ["withdrawal_failed", "withdrawal", "warning", readWithdrawals],
  ["withdrawal_unknown", "withdrawal", "error", readWithdrawals],
  ["dead_webhook", "delivery", "error", readWebhooks],
]

test.each(RULE)(
  "%s opens as %s, is of severity %s, and takes its own permission",
  (kind, screen, ...rule) => {
    expect([severityOf(kind), permissionFor(kind, screen)]).toEqual(rule)
  }
)

test("the table has every kind, and every kind is counted from zero", () => {
  expect([...new Set(RULE.map(([kind]) => kind))].sort()).toEqual([...ATTENTION_KINDS].sort())
  expect(noAttention()).toEqual(Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])))
})

const HOUR_MS = 3_600_000
test.each<[AttentionKind, number, number, string]>([
  ["deposit", 0, 0, "ok"],
  ["deposit", 3, 24 * HOUR_MS, "ok"],
  ["deposit", 1, 24 * HOUR_MS + 1, "warning"],
  ["gas_blocked", 0, 0, "ok"],
  ["gas_blocked", 1, 0, "warning"],
  ["contradicted", 1, 0, "error"],
])(
  "%s with %i open items, the oldest for %i ms, is %s for the health check",
  (kind, count, ageMs, status) => {
    expect(healthOf(kind, count, ageMs)).toBe(status)
  }
)

it.each([
  ["nobody is named", [], "none", { code: "none" }],
  ["one is enough without approval", ["user_a"], "none", { code: "allowed" }],
  ["one cannot approve for another", ["user_a"], "second_user", { code: "too_few" }],
  ["the same one twice is one", ["user_a", "user_a"], "second_user", { code: "too_few" }],
  ["two can", ["user_a", "user_b"], "second_user", { code: "allowed" }],
  ["an id of no user", ["user_a", "user_x"], "second_user", { code: "unknown", ids: ["user_x"] }],
] as const)("users who may move money out: %s", (_, allowedUsers, approval, finding) => {
  expect(judgePayoutUsers({ allowedUsers, approval }, ["user_a", "user_b"])).toEqual(finding)
})
