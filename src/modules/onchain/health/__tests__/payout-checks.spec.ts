import type { BillingFacts } from "../../../../domain/finance/billing-warning"
import type { BillingWarning } from "../../finance/finance-words"
import { describeBilling, describeRefunds, describeWithdrawals } from "../collection-checks"
import type { PayoutTroubles } from "../health-facts"

const none: PayoutTroubles = {
  contradicted: [],
  unknown: [],
  unanswered: [],
  unapproved: [],
  gasBlocked: [],
  unfollowed: [],
  unknownStatus: [],
}

test("withdrawals that run are fine", () => {
  expect(describeWithdrawals(none)).toEqual({
    id: "withdrawals",
    status: "ok",
    message: "No withdrawal needs attention.",
  })
})

test.each<[keyof PayoutTroubles, string]>([
  ["contradicted", "error"],
  ["unknown", "error"],
  ["unanswered", "warning"],
  ["gasBlocked", "warning"],
  ["unfollowed", "warning"],
  ["unknownStatus", "warning"],
  ["unapproved", "warning"],
])("withdrawals that are %s are named with what to do, as %s", (of, status) => {
  const check = describeWithdrawals({ ...none, [of]: ["ocwd_1", "ocwd_2"] })
  expect(check).toMatchObject({ id: "withdrawals", status })
  expect(check.message).toContain("ocwd_1, ocwd_2")
})

test("no problem hides another: what may have cost money is reported before what only waits", () => {
  const troubles = { ...none, unapproved: ["ocwd_1"], unknown: ["ocwd_3"], contradicted: ["ocwd_2"] }
  const { status, message } = describeWithdrawals(troubles)
  expect(status).toBe("error")
  expect(message).toMatch(/ocwd_2.*ocwd_3.*ocwd_1/)
})

test("refunds that are due are reported with their number and the age of the oldest", () => {
  expect(describeRefunds({ count: 0, oldestAt: null }, 0, true).status).toBe("ok")
  const now = Date.parse("2026-03-02T01:00:00Z")
  const waiting = { count: 3, oldestAt: new Date("2026-03-01T00:00:00Z") }
  const check = describeRefunds(waiting, now, true)
  expect(check).toMatchObject({ id: "refunds", status: "warning" })
  expect(describeRefunds(waiting, now - 2 * 3_600_000, true).status).toBe("ok")
  expect(check.message).toContain("3, the oldest for 25 hours. Pay them under Payouts.")
  expect(describeRefunds(waiting, now, false).message).toContain("mark it as paid elsewhere under Payouts.")
})

const facts: BillingFacts = {
  plan: "Startup",
  isPastDue: false,
  cycleEndsAt: null,
  quotaIncluded: null,
  quotaUsed: null,
  gasGranted: null,
  gasUsed: null,
  gasLeft: null,
  gasPrepaid: null,
  gasBlocked: null,
  absent: [],
}
const snapshot = (warnings: BillingWarning[]) => ({ billing: {}, facts, warnings, askedAt: new Date(0) })
const low: BillingWarning = { id: "gas_low", severity: "warning", message: "low" }
const blocked: BillingWarning = { id: "gas_blocked", severity: "error", message: "blocked" }
const pastDue: BillingWarning = { id: "past_due", severity: "error", message: "past due" }

test.each([
  ["nothing", [], true, "ok", "The plan Startup needs nothing."],
  ["a warning", [low], true, "warning", "low"],
  ["an error beside a warning", [low, blocked], true, "error", "blocked"],
  [
    "what concerns payouts only, without a payout key",
    [low, blocked],
    false,
    "ok",
    "The plan Startup needs nothing.",
  ],
  ["a plan that is past due, without a payout key", [low, pastDue], false, "error", "past due"],
])("of billing, %s is reported", (_, warnings, hasPayoutKey, status, message) => {
  expect(describeBilling(snapshot(warnings), hasPayoutKey)).toEqual({ id: "billing", status, message })
})
