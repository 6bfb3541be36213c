import type { AttentionKind, AttentionScreen } from "../../../../domain/health/attention"
import { failedCall } from "../../work/__tests__/failed-call"
import { GAP_WORDS } from "../../../../gateway/client/walk"
import type { BillingWarning } from "../../finance/finance-words"
import type { WebhookCounts } from "../../inbox/inbox"
import { optionsWith } from "../../options/__tests__/valid-options"
import type { IncompleteList } from "../../work/shared-status"
import type { RailRule } from "../../../../domain/payment/rails"
import { ClockWatch, endpointState } from "../activity-log"
import { openWork } from "../attention-list"
import type { Finding } from "../check-words"
import { lastOfAll } from "../facts"
import { SETUP_CHECKS } from "../setup-checks"
import { WORK_CHECKS } from "../work-checks"

const MINUTE = 60_000
const NOW = Date.UTC(2026, 0, 3)
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE)
const late = (count: number, minutes: number) => ({ count, oldestAt: ago(minutes) })
const options = optionsWith({ payoutApiKey: "key_of_payouts" })
const withoutPayouts = { ...options, payoutApiKey: undefined }

const inbox = (waiting: number, dead: number, minutes: number) =>
  WORK_CHECKS.inbox({
    ...opened("dead_webhook", "delivery", dead, minutes),
    ...{ backlog: { waiting, dead }, oldestDelivery: ago(minutes) },
  })
const events = (count: number, minutes: number) =>
  WORK_CHECKS.events({ events: late(count, minutes), nowMs: NOW })
const overdue = (count: number, minutes: number) =>
  WORK_CHECKS.reconciliation({ overdue: late(count, minutes), nowMs: NOW })
const unknown = (ids: string[], count: number, minutes: number) =>
  WORK_CHECKS.invoices({ unknownInvoices: { ...late(count, minutes), ids }, nowMs: NOW })
const opened = (kind: AttentionKind, screen: AttentionScreen, count: number, minutes: number) => ({
  ...{ open: openWork(count === 0 ? [] : [{ kind, screen, ...late(count, minutes) }]), nowMs: NOW },
})
const held = (count: number, minutes: number) =>
  WORK_CHECKS.unallocated(opened("unmatched", "unmatched", count, minutes))
const due = (count: number, minutes: number) =>
  WORK_CHECKS.refunds(opened("refund_due", "refund", count, minutes))
const clock = (skewMs: number | null, toleranceMs = 300_000, ownSkewMs = 0) => {
  const { assumptions } = options
  const signature = { ...assumptions.signature, toleranceMs }
  return SETUP_CHECKS.clock({
    ...{ skewMs, ownSkewMs },
    options: { ...options, assumptions: { ...assumptions, signature } },
  })
}
const webhooks = (acceptedAt: Date | null, reason?: string, rejectedAt = at(2)) =>
  SETUP_CHECKS.webhooks({
    webhooks: { acceptedAt, rejected: reason === undefined ? null : { reason, at: rejectedAt } },
  })
const payouts = (status: number, others?: number) =>
  SETUP_CHECKS.payouts({
    ...{ payoutKey: failedCall("listBalances", { status }), endpoints: [] },
    balances:
      others === undefined
        ? { balances: [], isComplete: true }
        : failedCall("listBalances", { status: others }),
  })
const knownPayoutKey = (isProven: boolean, hasQuoted: boolean) => {
  const quote = endpointState(
    { name: "quoteWithdrawal", answered: { at: at(1), detail: null, count: 1 }, failed: undefined },
    options.assumptions
  )
  return SETUP_CHECKS.payouts({
    ...{ payoutKey: isProven, endpoints: hasQuoted ? [quote] : [] },
    balances: { balances: [], isComplete: true },
  })
}
/** A network called "fuji", in a live store. */
const testNetworks = (network: { environment?: string }, rails?: RailRule[]) =>
  SETUP_CHECKS.test_networks({
    catalog: {
      networks: [{ chain: "evm", networkId: "fuji", ...network }],
      ...{ tokens: [], isComplete: true, fetchedAtMs: 0 },
    },
    ...{ balances: { balances: [], isComplete: true }, prices: [] },
    options: { ...options, environment: "live", rails },
  })
const gateway = (catalog: number, balances: number) =>
  SETUP_CHECKS.gateway({
    catalog: failedCall("listNetworks", { status: catalog }),
    balances: failedCall("listBalances", { status: balances }),
    prices: [],
  })

const SILENT = { unanswered: 0, unfollowed: 0, unknownStatus: 0 }
const silent = (change: Partial<typeof SILENT>) =>
  WORK_CHECKS.withdrawals({ open: openWork([]), nowMs: NOW, silentWithdrawals: { ...SILENT, ...change } })
const withdrawals = (...kinds: AttentionKind[]) =>
  WORK_CHECKS.withdrawals({
    open: openWork(kinds.map((kind) => ({ kind, screen: "withdrawal" as const, ...late(2, 1_500) }))),
    ...{ nowMs: NOW, silentWithdrawals: SILENT },
  })

const messages = (change: object = {}) =>
  WORK_CHECKS.notifications({
    notifications: {
      ...{ channel: "email", hasProvider: true, hasFeed: true, missingOperators: null },
      stuck: { retried: 0, failed: 0, lastError: null },
      ...change,
    },
  })

const low: BillingWarning = { id: "gas_low", severity: "warning", message: "low" }
const blocked: BillingWarning = { id: "gas_blocked", severity: "error", message: "blocked" }
const pastDue: BillingWarning = { id: "past_due", severity: "warning", message: "past due" }
const billing = (warnings: BillingWarning[], of = options) =>
  WORK_CHECKS.billing({
    billing: { billing: { plan: "Startup" }, warnings, askedAt: new Date(0) },
    options: of,
  })

const setting = "assumptions.fields.invoice.expiresAt"
const fields = [
  { name: "invoice.expiresAt", setting, count: 12, at: new Date(0) },
  { name: "intent.customerId", setting: null, count: 1, at: new Date(0) },
]
const invoice = {
  ...{ subject: "invoice status", setting: "assumptions.statuses.invoice" },
  lists: ["paid", "expired"],
}
const words = [
  { ...invoice, word: "in_mempool", count: 3 },
  {
    ...{ subject: "event name", setting: "assumptions.events.withdrawalPrefixes", lists: [] },
    ...{ word: "wd.done", count: 2 },
  },
  { ...invoice, word: "settling", count: 1 },
]
const many = Array.from({ length: 30 }, (_, n) => ({ ...invoice, word: `word_${n}`, count: 1 }))

test.each<[id: string, check: Finding | Finding[] | null, status: string, said: string | RegExp]>([
  ["inbox", inbox(0, 0, 0), "ok", "Webhooks waiting: 0."],
  ["inbox", inbox(3, 0, 9), "ok", "3, the oldest for 9 minutes."],
  ["inbox", inbox(3, 0, 11), "warning", "Check that a worker runs"],
  [
    "inbox",
    inbox(3, 2, 0),
    "error",
    "2 webhooks failed after too many attempts (the oldest: 0 minutes). Read",
  ],
  ["events", events(0, 0), "ok", "Every event was published"],
  ["events", events(2, 7), "warning", "2, the oldest for 7 minutes. Payments are safe"],
  ["reconciliation", overdue(0, 0), "ok", "checked on time"],
  ["reconciliation", overdue(1, 6), "warning", "1, the oldest 6 minutes ago"],
  ["reconciliation", overdue(1_001, 61), "error", "more than 1000, the oldest 61 minutes ago"],
  ["reconciliation", overdue(5, 3_000), "error", "the oldest 2 days ago"],
  ["invoices", unknown([], 0, 0), "ok", "knows every invoice"],
  ["invoices", unknown(["inv_1"], 1, 5), "warning", "1 (inv_1), the oldest for 5 minutes. Payments to them"],
  ["invoices", unknown(["inv_1", "inv_2"], 1_001, 0), "warning", "more than 1000 (inv_1, inv_2 and others)"],
  ["unallocated", held(0, 0), "ok", /^0 payments have no order\.$/],
  ["unallocated", held(1, 180), "ok", "A payment has no order (3 hours). Apply"],
  ["unallocated", held(2, 1_500), "warning", "2 payments have no order (the oldest: 25 hours). Apply"],
  ["clock", clock(null), "warning", "unknown until"],
  ["clock", clock(0), "ok", "matches"],
  ["clock", clock(29_000), "ok", "matches"],
  ["clock", clock(-29_000), "ok", "matches"],
  ["clock", clock(45_000), "warning", "45 seconds behind the provider's"],
  ["clock", clock(-45_000), "warning", "45 seconds ahead of the provider's"],
  ["clock", clock(300_000), "warning", "300 seconds behind"],
  ["clock", clock(301_000), "error", "refused when it is more than 300"],
  ["clock", clock(-900_000), "error", "900 seconds ahead of"],
  ["clock", clock(6_000, 5_000), "error", "behind"],
  ["clock", clock(4_000, 5_000), "ok", "matches"],
  ["clock", clock(0, 300_000, -600_000), "warning", "differs from the database's by 600 seconds"],
  ["clock", clock(0, 300_000, 29_000), "ok", "matches"],
  ["webhooks", webhooks(null), "warning", "No webhook has arrived yet"],
  ["webhooks", webhooks(at(1)), "ok", "accepted at 2026-01-01T00:01"],
  [
    "webhooks",
    webhooks(at(2), "signature_invalid", at(1)),
    "ok",
    "The last one refused was at 2026-01-01T00:01",
  ],
  ["webhooks", webhooks(at(1), "signature_invalid"), "warning", "Compare webhookSecrets"],
  ["webhooks", webhooks(null, "timestamp_stale"), "warning", "Compare the database's clock"],
  ["webhooks", webhooks(null, "timestamp_future"), "warning", "Compare the database's clock"],
  ["webhooks", webhooks(null, "address_wrong"), "warning", "must send webhooks to /hooks/onchain"],
  ["webhooks", webhooks(null, "body_too_large"), "warning", "did not come from the provider"],
  ["webhooks", webhooks(null, "what another version says"), "warning", "did not come from the provider"],
  ["fields", WORK_CHECKS.fields({ unreadable: [], nowMs: 0 }), "ok", ""],
  [
    "fields",
    WORK_CHECKS.fields({ unreadable: fields, nowMs: 3 * MINUTE }),
    "warning",
    `invoice.expiresAt (12 times, last 3 minutes ago, setting ${setting}); intent.customerId (once, last 3 minutes ago).`,
  ],
  ["statuses", WORK_CHECKS.statuses({ unknownWords: [] }), "ok", ""],
  [
    "statuses",
    WORK_CHECKS.statuses({ unknownWords: words }),
    "warning",
    'Unknown words of the provider: invoice status "in_mempool" (3 times), invoice status "settling" (once): add to the list of ' +
      "assumptions.statuses.invoice that means the same (paid, expired); leave out what means none of them. event name " +
      '"wd.done" (2 times): add to assumptions.events.withdrawalPrefixes.',
  ],
  [
    "statuses",
    WORK_CHECKS.statuses({ unknownWords: many }),
    "warning",
    /^(?!.*word_10).*word_9.+There are 20 more\./,
  ],
  ["withdrawals", withdrawals(), "ok", /^0 .*\.$/],
  ["withdrawals", withdrawals("contradicted"), "error", /^2 .*contradicted by the provider/],
  ["withdrawals", withdrawals("withdrawal_unknown"), "error", "unknown outcome"],
  ["withdrawals", withdrawals("withdrawal_failed"), "warning", /^2 withdrawals failed.*acknowledge it/],
  ["withdrawals", withdrawals("gas_blocked"), "warning", "2 withdrawals are blocked: add gas"],
  ["withdrawals", withdrawals("approval"), "warning", "2 withdrawals wait for approval"],
  ["withdrawals", silent({ unanswered: 1 }), "warning", /^No answer .* more than ten minutes: 1\./],
  ["withdrawals", silent({ unfollowed: 1 }), "warning", "more than two hours: 1."],
  [
    "withdrawals",
    silent({ unknownStatus: 1 }),
    "warning",
    "assumptions.statuses.withdrawal that means the same",
  ],
  [
    "withdrawals",
    withdrawals("approval", "withdrawal_unknown", "contradicted"),
    "error",
    /contradicted.*unknown.*approval/,
  ],
  ["refunds", due(0, 0), "ok", ""],
  ["refunds", due(3, 1_500), "warning", "3 refunds are due (the oldest: 25 hours). Pay it, or mark"],
  ["refunds", due(3, 1_380), "ok", ""],
  ["payouts", payouts(401), "error", "does not know payoutApiKey"],
  ["payouts", payouts(404), "error", "belongs to another business"],
  ["payouts", payouts(404, 404), "warning", "nothing for apiKey either"],
  ["payouts", payouts(503), "warning", "could not be checked"],
  ["payouts", knownPayoutKey(true, false), "ok", "accepts payoutApiKey"],
  ["payouts", knownPayoutKey(false, false), "warning", "same for a second standard key"],
  ["payouts", knownPayoutKey(false, true), "ok", "accepts payoutApiKey"],
  ["test_networks", testNetworks({ environment: "live" }), "warning", "lists them as live"],
  ["test_networks", testNetworks({}), "warning", "Not offered"],
  [
    "test_networks",
    testNetworks({}, [{ chain: "evm", networkId: "fuji" }]),
    "error",
    "otherwise leave them out of rails",
  ],
  ["test_networks", testNetworks({}, [{ chain: "evm" }]), "warning", "Not offered"],
  [
    "test_networks",
    testNetworks({ environment: "sandbox" }, [{ chain: "evm", networkId: "fuji" }]),
    "error",
    "Remove them from rails",
  ],
  ["gateway", gateway(404, 404), "error", "must end in the version path"],
  ["gateway", gateway(503, 404), "error", "cannot be used"],
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
  ["notifications", messages({ channel: null }), "ok", /^Messages to shoppers are off: [^:]*$/],
  ["notifications", messages({ hasFeed: false }), "ok", 'no provider has the channel "feed"'],
  ["notifications", messages({ missingOperators: "email" }), "warning", "notifications.operators.channel"],
  ["billing", billing([]), "ok", /^The plan Startup needs nothing\.$/],
  ["billing", billing([low]), "warning", /^low$/],
  ["billing", billing([low, blocked]), "error", /^blocked$/],
  ["billing", billing([low, blocked], withoutPayouts), "ok", /^The plan Startup needs nothing\.$/],
  ["billing", billing([low, pastDue], withoutPayouts), "warning", /^past due$/],
])("%s, as %j: %s", (_, check, status, said) => {
  const message = typeof said === "string" ? expect.stringContaining(said) : expect.stringMatching(said)
  expect(check).toMatchObject({ status, message })
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
  expect(lastOfAll(own(at(4)), theirs)).toEqual(theirs)
  const later = { acceptedAt: at(6), rejected: { ...mine, at: at(7) } }
  expect(lastOfAll(own(at(6), at(7)), theirs)).toEqual(later)
  const nothing = { acceptedAt: null, rejected: null }
  expect(lastOfAll(own(null), nothing)).toEqual({ acceptedAt: null, rejected: mine })
})

const list = (change: Partial<IncompleteList>) => {
  const one: IncompleteList = {
    ...{ listName: "listInvoices status=paid", endpoint: "listInvoices", rowsRead: 100, gap: "page_full" },
    ...{ readAt: new Date(NOW), since: ago(60) },
    ...change,
  }
  const [finding] = WORK_CHECKS.lists({ lists: [one], nowMs: NOW })
  return finding
}

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
  const { id, status, message } = list({ listName, endpoint }) ?? {}
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
  const { message = "" } = list({ gap }) ?? {}
  for (const name of settings) expect(message).toContain(`assumptions.list.${name}`)
  expect(message).toContain(GAP_WORDS[gap])
  expect(message.includes("set baseUrl")).toBe(gap === "link_refused")
})
