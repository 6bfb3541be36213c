import type { BillingFacts } from "../../../../domain/finance/billing-warning"
import { GAP_WORDS } from "../../../../gateway/client/pages"
import type { BillingWarning } from "../../finance/finance-words"
import type { WebhookCounts } from "../../inbox/webhook-intake"
import type { IncompleteList } from "../../work/sync-runs"
import { ClockWatch } from "../activity-log"
import { describeBilling, describeRefunds, describeWithdrawals } from "../collection-checks"
import type { PayoutTroubles } from "../health-facts"
import { describeNotifications, withOperators } from "../notification-check"
import type { SetupCheck } from "../setup-check"
import * as checks from "../work-checks"

const MINUTE = 60_000
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const waiting = (count: number) => ({ count, oldestAt: null })
const inbox = (count: number, dead: number, minutes: number) =>
  checks.describeInbox({ waiting: count, dead, ageMs: minutes * MINUTE })
const events = (count: number, minutes: number) => checks.describeEvents(waiting(count), minutes * MINUTE)
const overdue = (count: number, minutes: number) =>
  checks.describeReconciliation(waiting(count), minutes * MINUTE)
const held = (count: number, minutes: number) => checks.describeUnallocated(waiting(count), minutes * MINUTE)
const operators = (hasFeed: boolean, missingChannel: string | null = null) =>
  withOperators(
    { id: "notifications", status: "ok", message: "Messages are off." },
    { hasFeed, missingChannel }
  )
const clock = (skewMs: number | null) => checks.describeClock(skewMs, 300_000)
const unknown = (ids: string[], count: number, minutes: number) =>
  checks.describeUnknownInvoices({ ...waiting(count), ids }, minutes * MINUTE)
const webhooks = (acceptedAt: Date | null, reason?: string, rejectedAt = at(2)) =>
  checks.describeWebhooks({ acceptedAt, rejected: reason === undefined ? null : { reason, at: rejectedAt } })

const TROUBLES: PayoutTroubles = {
  ...{ contradicted: [], unknown: [], unanswered: [], unapproved: [], gasBlocked: [] },
  ...{ unfollowed: [], unknownStatus: [] },
}
const withdrawals = (...of: (keyof PayoutTroubles)[]) =>
  describeWithdrawals({ ...TROUBLES, ...Object.fromEntries(of.map((name) => [name, [`of ${name}`]])) })

const now = Date.parse("2026-03-02T01:00:00Z")
const due = { count: 3, oldestAt: new Date("2026-03-01T00:00:00Z") }

const messages = (change: object = {}) =>
  describeNotifications({
    ...{ channel: "email", hasProvider: true, stuck: { retried: 0, failed: 0, lastError: null } },
    ...change,
  })

const FACTS: BillingFacts = {
  ...{ plan: "Startup", isPastDue: false, cycleEndsAt: null, quotaIncluded: null, quotaUsed: null },
  ...{ gasGranted: null, gasUsed: null, gasLeft: null, gasPrepaid: null, gasBlocked: null, absent: [] },
}
const low: BillingWarning = { id: "gas_low", severity: "warning", message: "low" }
const blocked: BillingWarning = { id: "gas_blocked", severity: "error", message: "blocked" }
const pastDue: BillingWarning = { id: "past_due", severity: "error", message: "past due" }
const billing = (warnings: BillingWarning[], hasPayoutKey = true) =>
  describeBilling({ billing: {}, facts: FACTS, warnings, askedAt: new Date(0) }, hasPayoutKey)

const setting = "assumptions.fields.invoice.expiresAt"
const fields = [
  { name: "invoice.expiresAt", setting, count: 12, at: new Date(0) },
  { name: "intent.customerId", setting: null, count: 1, at: new Date(0) },
]
const invoice = { subject: "invoice status", setting: "assumptions.statuses.invoice" }
const words = [
  { ...invoice, word: "in_mempool", count: 3 },
  { subject: "deposit status", setting: "assumptions.statuses.deposit", word: "parked", count: 2 },
  { ...invoice, word: "settling", count: 1 },
]
const many = Array.from({ length: 30 }, (_, n) => ({ ...invoice, word: `word_${n}`, count: 1 }))

test.each<[id: string, check: SetupCheck, status: string, said: string | RegExp]>([
  ["inbox", inbox(0, 0, 0), "ok", "Webhooks waiting: 0."],
  ["inbox", inbox(3, 0, 9), "ok", "3, the oldest for 9 minutes."],
  ["inbox", inbox(3, 0, 11), "warning", "Check that a worker runs"],
  ["inbox", inbox(3, 2, 0), "error", "too many attempts: 2."],
  ["events", events(0, 0), "ok", "Every event was published"],
  ["events", events(2, 7), "warning", "2, the oldest for 7 minutes. Payments are safe"],
  ["reconciliation", overdue(0, 0), "ok", "checked on time"],
  ["reconciliation", overdue(1, 6), "warning", "1, the oldest 6 minutes ago"],
  ["reconciliation", overdue(1_001, 61), "error", "more than 1000, the oldest 61 minutes ago"],
  ["reconciliation", overdue(5, 3_000), "error", "the oldest 2 days ago"],
  ["invoices", unknown([], 0, 0), "ok", "knows every invoice"],
  ["invoices", unknown(["inv_1"], 1, 5), "warning", "1 (inv_1), the oldest for 5 minutes. Payments to them"],
  ["invoices", unknown(["inv_1", "inv_2"], 1_001, 0), "warning", "more than 1000 (inv_1, inv_2 and others)"],
  ["unallocated", held(0, 0), "ok", "No unmatched payment"],
  ["unallocated", held(2, 180), "ok", "2, the oldest for 3 hours. Decide"],
  ["unallocated", held(2, 1_500), "warning", "2, the oldest for 25 hours. Decide"],
  ["clock", clock(null), "warning", "unknown until"],
  ["clock", clock(0), "ok", "matches"],
  ["clock", clock(29_000), "ok", "matches"],
  ["clock", clock(-29_000), "ok", "matches"],
  ["clock", clock(45_000), "warning", "45 seconds behind the provider's"],
  ["clock", clock(-45_000), "warning", "45 seconds ahead of the provider's"],
  ["clock", clock(300_000), "warning", "300 seconds behind"],
  ["clock", clock(301_000), "error", "refused when it is more than 300"],
  ["clock", clock(-900_000), "error", "900 seconds ahead of"],
  ["clock", checks.describeClock(6_000, 5_000), "error", "behind"],
  ["clock", checks.describeClock(4_000, 5_000), "ok", "matches"],
  ["webhooks", webhooks(null), "warning", "No webhook has arrived yet"],
  ["webhooks", webhooks(at(1)), "ok", "accepted at 2026-01-01T00:01"],
  [
    "webhooks",
    webhooks(at(2), "signature_invalid", at(1)),
    "ok",
    "The last one refused was at 2026-01-01T00:01",
  ],
  ["webhooks", webhooks(at(1), "signature_invalid"), "warning", "Compare webhookSecrets"],
  ["webhooks", webhooks(null, "timestamp_stale"), "warning", "Compare this server's clock"],
  ["webhooks", webhooks(null, "timestamp_future"), "warning", "Compare this server's clock"],
  ["webhooks", webhooks(null, "address_wrong"), "warning", "must send webhooks to /hooks/onchain"],
  ["webhooks", webhooks(null, "body_too_large"), "warning", "did not come from the provider"],
  ["webhooks", webhooks(null, "what another version says"), "warning", "did not come from the provider"],
  ["fields", checks.describeUnreadable([], 0), "ok", ""],
  [
    "fields",
    checks.describeUnreadable(fields, 3 * MINUTE),
    "warning",
    `invoice.expiresAt (12 times, last 3 minutes ago, setting ${setting}); intent.customerId (once, last 3 minutes ago).`,
  ],
  ["statuses", checks.describeUnknownWords([]), "ok", ""],
  [
    "statuses",
    checks.describeUnknownWords(words),
    "warning",
    'Unknown words of the provider: invoice status "in_mempool" (3 times), invoice status "settling" (once): add to ' +
      'the matching list of assumptions.statuses.invoice; deposit status "parked" (2 times): add to the matching list of ' +
      "assumptions.statuses.deposit.",
  ],
  ["statuses", checks.describeUnknownWords(many), "warning", /^(?!.*word_10).*word_9.+There are 20 more\./],
  ["withdrawals", withdrawals(), "ok", /^No withdrawal needs attention\.$/],
  ["withdrawals", withdrawals("contradicted"), "error", "of contradicted"],
  ["withdrawals", withdrawals("unknown"), "error", "of unknown"],
  ["withdrawals", withdrawals("unanswered"), "warning", "of unanswered"],
  ["withdrawals", withdrawals("gasBlocked"), "warning", "of gasBlocked"],
  ["withdrawals", withdrawals("unfollowed"), "warning", "of unfollowed"],
  ["withdrawals", withdrawals("unknownStatus"), "warning", "of unknownStatus"],
  ["withdrawals", withdrawals("unapproved"), "warning", "of unapproved"],
  [
    "withdrawals",
    withdrawals("unapproved", "unknown", "contradicted"),
    "error",
    /contradicted.*unknown.*unappro/,
  ],
  ["refunds", describeRefunds({ count: 0, oldestAt: null }, 0, true), "ok", ""],
  [
    "refunds",
    describeRefunds(due, now, true),
    "warning",
    "3, the oldest for 25 hours. Pay them under Payouts.",
  ],
  ["refunds", describeRefunds(due, now - 120 * MINUTE, true), "ok", ""],
  ["refunds", describeRefunds(due, now, false), "warning", "mark it as paid elsewhere under Payouts."],
  ["notifications", messages({ channel: null }), "ok", ""],
  ["notifications", messages(), "ok", ""],
  [
    "notifications",
    messages({ hasProvider: false }),
    "warning",
    'Shoppers get no messages: Medusa\'s Notification module has no provider for the channel "email". Add one under ' +
      "modules in medusa-config, or correct notifications.channel.",
  ],
  [
    "notifications",
    messages({ stuck: { retried: 2, failed: 1, lastError: "mailbox is full" } }),
    "warning",
    /2 are tried again, 1 were.*mailbox is full/,
  ],
  ["notifications", operators(true), "ok", /^Messages are off\.$/],
  ["notifications", operators(false), "ok", 'no provider has the channel "feed"'],
  ["notifications", operators(true, "email"), "warning", "notifications.operators.channel"],
  ["billing", billing([]), "ok", /^The plan Startup needs nothing\.$/],
  ["billing", billing([low]), "warning", /^low$/],
  ["billing", billing([low, blocked]), "error", /^blocked$/],
  ["billing", billing([low, blocked], false), "ok", /^The plan Startup needs nothing\.$/],
  ["billing", billing([low, pastDue], false), "error", /^past due$/],
])("%s, as %j: %s", (id, check, status, said) => {
  const message = typeof said === "string" ? expect.stringContaining(said) : expect.stringMatching(said)
  expect(check).toEqual({ id, status, message })
})

test("the difference is taken in the middle of the call, and an answer without a time changes nothing", () => {
  let nowMs = 1_000_000
  const watch = new ClockWatch(() => nowMs)
  expect(watch.skewMs).toBeNull()
  watch.note({ serverTimeMs: 1_060_000, durationMs: 2_000 })
  expect(watch.skewMs).toBe(61_500)
  nowMs += 5_000
  watch.note({ serverTimeMs: undefined, durationMs: 0 })
  expect(watch.skewMs).toBe(61_500)
})

test("of what this process and all together know, the later counts", () => {
  const mine = { reason: "signature_invalid", at: at(2) } as const
  const theirs = { acceptedAt: at(5), rejected: { reason: "id_invalid", at: at(3) } }
  const own = (lastAcceptedAt: Date | null, rejectedAt = at(2)): WebhookCounts => ({
    ...{ accepted: 0, repeated: 0, rejected: {}, lastAcceptedAt, lastRejected: { ...mine, at: rejectedAt } },
  })
  expect(checks.lastOfAll(own(at(4)), theirs)).toEqual(theirs)
  const later = { acceptedAt: at(6), rejected: { ...mine, at: at(7) } }
  expect(checks.lastOfAll(own(at(6), at(7)), theirs)).toEqual(later)
  const nothing = { acceptedAt: null, rejected: null }
  expect(checks.lastOfAll(own(null), nothing)).toEqual({ acceptedAt: null, rejected: mine })
})

test("a signature that leaves the time out is named, because what was sent once can be sent again", () => {
  expect(checks.describeSignature("{timestamp}.{body}")).toEqual([])
  for (const signedText of ["{body}", "{id}.{body}"])
    expect(checks.describeSignature(signedText)).toEqual([
      { id: "signature", status: "ok", message: expect.stringContaining("no {timestamp}") },
    ])
})

const list = (change: Partial<IncompleteList>, ageMs = 60 * MINUTE) =>
  checks.describeIncompleteList(
    {
      ...{ listName: "listInvoices status=paid", endpoint: "listInvoices", rowsRead: 100, gap: "page_full" },
      ...{ readAt: new Date(0), since: new Date(0) },
      ...change,
    },
    ageMs
  )

test.each([
  ["listInvoices status=paid", "listInvoices", "no unpaid order that waits for a deposit is cancelled"],
  [
    "listDeposits status=review_required",
    "listDeposits",
    "an action on a deposit without an answer stays open",
  ],
  ["listTransactions", "listTransactions", "no payout can be closed as not sent"],
  ["listTokens", "listTokens", "nothing is reported missing"],
])("of %s the count, what depends on it and the setting that helps are named", (listName, endpoint, text) => {
  const { id, status, message } = list({ listName, endpoint })
  expect([id, status]).toEqual([`list_${listName.replace(" status=", "_status_")}`, "warning"])
  expect(message).toContain(text)
  expect(message).toMatch(
    /for 60 minutes: 100 rows were read.*assumptions\.list\.nextCursorField.*maxPageSize/
  )
})

test.each([
  [
    "page_full",
    ["nextCursorField", "cursorParam", "nextLinkFields", "pageParam", "offsetParam", "maxPageSize"],
  ],
  ["pages_repeat", ["cursorParam"]],
  ["link_repeats", ["nextLinkFields"]],
  ["link_refused", ["paging"]],
  ["page_ignored", ["pageParam", "paging"]],
  ["offset_ignored", ["offsetParam", "paging"]],
  ["pages_apart", ["firstPage", "paging"]],
  ["total_larger", ["totalField", "paging"]],
] as const)("for %s the settings %j are named, and what is wrong", (gap, settings) => {
  const { message } = list({ gap })
  for (const name of settings) expect(message).toContain(`assumptions.list.${name}`)
  expect(message).toContain(GAP_WORDS[gap])
  expect(message.includes("set baseUrl")).toBe(gap === "link_refused")
})
