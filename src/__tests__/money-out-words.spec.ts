import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { en } from "../admin/i18n"
import { PAYMENT_STATE_WORDING, describeEvent, TIMELINE_WORDING } from "../admin/payment/order/words"
import { DIFFERENCE_WORDING, REPORT_STATE_WORDING } from "../admin/finance/words"
import { WITHDRAWAL_STATE_WORDING, WITHDRAWAL_WAIT_WORDING } from "../admin/payout/state-words"
import { english } from "../admin/__tests__/english"
import { DESTINATION_PURPOSES, DESTINATION_STATES } from "../domain/payout/destination"
import { PAYMENT_STATES } from "../domain/payment/payment-status"
import { TIMELINE_MOMENTS } from "../domain/payment/timeline"
import { REFUND_KINDS, REFUND_STATES } from "../domain/refund/refund-lifecycle"
import { WITHDRAWAL_KINDS, WITHDRAWAL_STATES } from "../domain/payout/withdrawal-lifecycle"
import { repository } from "./source-tree"
import type {
  OnchainReportDifferenceKind,
  OnchainReportState,
  OnchainWithdrawalAction,
  OnchainWithdrawalWait,
} from "../types/http"

/** What the audit notes of payments and refunds. */
const TIMELINE_ACTIONS = [
  "payment.apply_requested",
  "payment.apply_proposed",
  "payment.applied",
  "payment.apply_refused",
  "payment.kept",
  "payment.refund_due",
  "payment.order_kept",
  "payment.contradiction_reviewed",
  "payment.link_requested",
  "payment.link_sent",
  "payment.link_failed",
  "refund.raised",
  "refund.payout_started",
  "refund.payout_ended",
  "refund.paid",
  "refund.settled_elsewhere",
  "refund.withdrawn",
  "refund.address_requested",
  "refund.address_proposed",
  "refund.address_changed",
  "refund.address_approved",
  "refund.address_declined",
  "refund.address_revoked",
  "refund.address_paused",
] as const

/** What the admin API may answer: a new one does not compile until it is here. */
const WAITS = Object.keys({
  quote: true,
  confirmation: true,
  approval: true,
  answer: true,
  queue: true,
  funds: true,
  gas: true,
  reserved_funds: true,
  processing: true,
  network: true,
  unknown: true,
  person: true,
} satisfies Record<OnchainWithdrawalWait, true>)
const DIFFERENCES = Object.keys({
  not_captured: true,
  capture_without_invoice: true,
  amount_differs: true,
  no_transaction: true,
  transaction_without_invoice: true,
  payout_unknown: true,
  payout_missing: true,
  payout_differs: true,
  unread: true,
} satisfies Record<OnchainReportDifferenceKind, true>)
const REPORT_STATES = Object.keys({
  queued: true,
  running: true,
  done: true,
  failed: true,
} satisfies Record<OnchainReportState, true>)
const ACTIONS = Object.keys({
  quote: true,
  confirm: true,
  approve: true,
  cancel: true,
  adopt: true,
  write_off: true,
  end: true,
  acknowledge: true,
  check: true,
} satisfies Record<OnchainWithdrawalAction, true>)

// Here and not beside the words: the dashboard's code knows nothing of our rules.
describe("an operator gets a message about", () => {
  it.each([
    ["every state of a withdrawal", WITHDRAWAL_STATE_WORDING, WITHDRAWAL_STATES],
    ["everything a withdrawal waits for", WITHDRAWAL_WAIT_WORDING, WAITS],
    ["every kind of withdrawal", en.withdrawals.kind, WITHDRAWAL_KINDS],
    ["every state of a refund", en.refundState, REFUND_STATES],
    ["every kind of refund", en.refundKind, REFUND_KINDS],
    ["every state of a destination", en.destinationState, DESTINATION_STATES],
    ["whose a destination is", en.destinationPurpose, DESTINATION_PURPOSES],
    ["every difference of a report", DIFFERENCE_WORDING, DIFFERENCES],
    ["every state of a report", REPORT_STATE_WORDING, REPORT_STATES],
    ["every state of a payment", PAYMENT_STATE_WORDING, PAYMENT_STATES],
  ])("%s", (_what, words, names) => {
    expect(Object.keys(words).sort()).toEqual([...names].sort())
  })

  it.each([...TIMELINE_MOMENTS, ...TIMELINE_ACTIONS])("%s of a payment of an order", (event) => {
    expect(describeEvent(event, english)).not.toBe(event)
  })

  it("nothing of a payment of an order that never happens", () => {
    const names = [...TIMELINE_MOMENTS, ...TIMELINE_ACTIONS].map((name) => name.replace(/^\w+\./, ""))
    expect(Object.keys(TIMELINE_WORDING).sort()).toEqual([...new Set(names)].sort())
  })

  it("everything that the audit notes of a payment or a refund", () => {
    const folder = join(repository, "src/modules/onchain")
    const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
    const noted = texts.flatMap((text) => text.match(/(?<=["'])(?:payment|refund)\.[a-z_]+(?=["'])/g) ?? [])
    expect(TIMELINE_ACTIONS).toEqual(expect.arrayContaining(noted))
    expect(noted).toContain("refund.raised")
  })

  it.each(ACTIONS)("how to %s a withdrawal, and what came of it", (action) => {
    const words: unknown = Reflect.get(en.payout, action)
    expect(words).toMatchObject({ button: expect.any(String), done: expect.any(String) })
  })

  it("what a decision about a withdrawal does, before it is made; a quote and a check move nothing", () => {
    expect(Object.keys(en.payoutQuestion).sort()).toEqual(ACTIONS.filter(isKnownQuestion).sort())
  })

  it.each(ACTIONS.filter(isKnownQuestion))("what it does to %s a withdrawal", (action) => {
    const words: unknown = Reflect.get(en.payoutQuestion, action)
    expect(words).toMatchObject({ title: expect.any(String), text: expect.any(String) })
  })
})

function isKnownQuestion(action: string): boolean {
  return action !== "quote" && action !== "check"
}
