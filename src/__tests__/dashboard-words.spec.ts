import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { english } from "../admin/__tests__/english"
import en from "../admin/i18n/en.json"
import { describeEvent } from "../admin/payment/order/activity"
import { DEPOSIT_STATES, REPORTED_STATES } from "../domain/deposit/deposit-lifecycle"
import type { RateProblem } from "../domain/payment/attempt"
import { PAYMENT_STATES } from "../domain/payment/payment-status"
import { TIMELINE_MOMENTS } from "../domain/payment/timeline"
import { DESTINATION_PURPOSES, DESTINATION_STATES } from "../domain/payout/payout-gate"
import { WITHDRAWAL_KINDS, WITHDRAWAL_STATES } from "../domain/payout/withdrawal-lifecycle"
import { REFUND_KINDS, REFUND_STATES } from "../domain/refund/refund-lifecycle"
import { ASSIGNMENT_STATUSES } from "../gateway/contract/payments"
import { COUNTERS } from "../modules/onchain/health/activity-log"
import { WEBHOOK_REFUSALS } from "../modules/onchain/inbox/inbox"
import type {
  OnchainReportDifferenceKind,
  OnchainReportState,
  OnchainSetupCode,
  OnchainWithdrawalAction,
  OnchainWithdrawalWait,
} from "../types/http"
import {
  PAYMENT_WORDS,
  REFUND_KIND_WORDS,
  REFUND_WORDS,
  WITHDRAWAL_WORDS,
} from "../workflows/finance/queries/export-books"
import { DIFFERENCE_WORDS } from "../workflows/finance/queries/view-reports"
import { everyOf } from "./every-of"
import { repository } from "./source-tree"

/** What the audit notes of payments and refunds. */
const AUDITED = [
  "payment apply_requested apply_proposed applied apply_refused kept refund_due order_kept contradiction_reviewed",
  "payment link_requested link_sent link_failed",
  "refund raised payout_started payout_ended paid settled_elsewhere withdrawn address_requested address_proposed",
  "refund address_changed address_approved address_declined address_revoked address_paused",
].flatMap((line) => {
  const [noun, ...actions] = line.split(" ")
  return actions.map((action) => `${noun}.${action}`)
})
const TIMELINE = [...TIMELINE_MOMENTS, ...AUDITED]
const WAITS = everyOf<OnchainWithdrawalWait>()(
  "quote confirmation approval answer queue funds gas reserved_funds processing network unknown person"
)
const DIFFERENCES = everyOf<OnchainReportDifferenceKind>()(
  "not_captured capture_without_invoice amount_differs no_transaction transaction_without_invoice unread",
  "payout_unknown payout_missing payout_differs"
)
const REPORT_STATES = everyOf<OnchainReportState>()("queued running done failed")
const ACTIONS = everyOf<OnchainWithdrawalAction>()(
  "quote confirm approve cancel adopt write_off end acknowledge check"
)
const SETUP_CODES = everyOf<OnchainSetupCode>()(
  "keys_accepted keys_refused waits_for_keys environment_fits environment_mismatch provider_registered",
  "provider_missing regions_enabled regions_none rates_complete rates_partial rates_missing webhooks_accepted",
  "webhooks_none webhooks_refused payouts_on payouts_off payouts_refused payouts_unchecked users_allowed users_none",
  "users_unknown users_too_few users_not_needed limits_set limits_none limits_not_needed messages_on messages_off",
  "messages_failing explorers_known explorers_missing return_urls_set return_urls_none"
)
const namesOf = (words: object) => [
  ...new Set(Object.keys(words).map((key) => key.replace(/_(?:one|other)$/, ""))),
]
const text = expect.any(String)

// Here and not beside the words: the dashboard's code knows nothing of our rules.
describe("the dashboard has words for", () => {
  it.each<[string, words: object, names: readonly string[]]>([
    ["every counter", en.health.counter, Object.keys(COUNTERS)],
    ["every assignment status of the service", en.assignment, ASSIGNMENT_STATUSES],
    [
      "every state of a deposit and every report but an unknown one, which is none to filter by",
      en.state,
      [...new Set([...DEPOSIT_STATES, ...REPORTED_STATES])].filter((state) => state !== "unknown"),
    ],
    ["every state of a withdrawal", en.withdrawalState, WITHDRAWAL_STATES],
    ["everything a withdrawal waits for", en.withdrawalWait, WAITS],
    ["every kind of withdrawal", en.withdrawals.kind, WITHDRAWAL_KINDS],
    ["every decision about a withdrawal", en.payout, ACTIONS],
    ["every state of a refund", en.refundState, REFUND_STATES],
    ["every kind of refund", en.refundKind, REFUND_KINDS],
    ["every state of a destination", en.destinationState, DESTINATION_STATES],
    ["whose a destination is", en.destinationPurpose, DESTINATION_PURPOSES],
    ["every difference of a report", en.differenceKind, DIFFERENCES],
    ["every state of a report", en.reportState, REPORT_STATES],
    ["every state of a payment", en.paymentState, PAYMENT_STATES],
    ["every code of the setup", en.setup.code, SETUP_CODES],
    [
      "every moment of a payment",
      en.timeline,
      [...new Set(TIMELINE.map((one) => one.replace(/^\w+\./, "")))],
    ],
  ])("%s, and for no other", (_what, words, names) => {
    expect(namesOf(words).sort()).toEqual([...names].sort())
  })

  it("every status of an exported file, which has the same", () => {
    const names = (words: Record<string, { name: string }>) =>
      Object.fromEntries(Object.entries(words).map(([state, { name }]) => [state, name]))
    expect(PAYMENT_WORDS).toEqual(en.paymentStatus)
    expect(REFUND_WORDS).toEqual(names(en.refundState))
    expect(REFUND_KIND_WORDS).toEqual(en.refundKind)
    expect(WITHDRAWAL_WORDS).toEqual(names(en.withdrawalState))
    expect(DIFFERENCE_WORDS).toEqual(en.differenceKind)
  })

  it("every refusal of a webhook, and every reason why a rail has no price", () => {
    expect(Object.keys(en.setup.refusal)).toEqual(expect.arrayContaining(Object.keys(WEBHOOK_REFUSALS)))
    const problems = everyOf<RateProblem>()("no_rate rate_failed rate_stale rate_disputed")
    expect(Object.keys(en.setup.prices.reason)).toEqual(expect.arrayContaining(problems))
  })

  it("everything that the audit notes of a payment or a refund", () => {
    for (const event of TIMELINE) expect([event, describeEvent(event, english)]).not.toEqual([event, event])
    const folder = join(repository, "src/modules/onchain")
    const noted = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .flatMap(
        (name) =>
          readFileSync(join(folder, name), "utf8").match(/(?<=["'])(?:payment|refund)\.[a-z_]+(?=["'])/g) ??
          []
      )
    expect(AUDITED).toEqual(expect.arrayContaining(noted))
    expect(noted).toContain("refund.raised")
  })

  it.each(ACTIONS)(
    "how to %s a withdrawal, what came of it, and what it does before it is made",
    (action) => {
      expect(Reflect.get(en.payout, action)).toMatchObject({ button: text, done: text })
      if (!/quote|check/.test(action))
        expect(Reflect.get(en.payout, action)).toMatchObject({ title: text, text })
    }
  )
})
