import type { AttemptMoments, OutcomeMoments, RefundMoments, TimelineEntry } from "../payment-moments"
import { paymentTimeline } from "../payment-timeline"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))
type Moments = AttemptMoments & OutcomeMoments
const payment = (change: Partial<Moments> = {}): Moments => ({
  state: "awaiting",
  created_at: at(0),
  order_placed_at: null,
  confirming_at: null,
  settled_at: null,
  part_seen_at: null,
  captured_at: null,
  expires_at: at(30),
  abandoned_at: null,
  order_timed_out_at: null,
  order_closed_at: null,
  contradicted_at: null,
  contradiction_ended_at: null,
  contradiction_ended_by: null,
  unallocated_reason: null,
  token: "USDC",
  expected_amount: "17",
  received_amount: null,
  ...change,
})
const refund = (change: Partial<RefundMoments> = {}): RefundMoments => ({
  id: "ref_1",
  created_at: at(40),
  done_at: null,
  settled_by: null,
  fiat_amount: "5",
  currency_code: "EUR",
  token_amount: "5.4",
  token: "USDC",
  ...change,
})

/** The history of a payment with one attempt, which was opened with it. */
const timeline = (moments: Moments, refunds: readonly RefundMoments[], entries: readonly TimelineEntry[]) =>
  paymentTimeline({
    payment: moments,
    attempts: [{ ...moments, id: "ocatt_1", isCurrent: true }],
    refunds,
    entries: entries.map((entry) => ({ ...entry, subject_type: "refund" })),
    ...{ messages: [], claims: [], deposits: [] },
  })
const listed = (...given: Parameters<typeof timeline>) =>
  timeline(...given).map(({ event, amount, by }) => [event, amount, by])

test("an unpaid payment was opened", () => {
  expect(timeline(payment(), [], [])).toMatchObject([
    { at: at(0), event: "opened", amount: "17", token: "USDC", currency_code: null, by: null },
  ])
})

test("each amount says what it is of", () => {
  const settled = payment({ settled_at: at(3), received_amount: "20" })
  const surplus = refund({ id: "surplus_1", fiat_amount: null, token_amount: "3", created_at: at(41) })
  const unknown = refund({ id: "surplus_2", fiat_amount: null, token_amount: null, created_at: at(42) })
  const units = timeline(settled, [refund(), surplus, unknown], []).map((one) => [
    one.event,
    one.amount,
    one.token,
    one.currency_code,
  ])
  expect(units).toEqual([
    ["opened", "17", "USDC", null],
    ["settled", "20", "USDC", null],
    ["refund_due", "5", null, "eur"],
    ["refund_due", "3", "USDC", null],
    ["refund_due", null, null, null],
  ])
})

test("a sale is shown from its opening to the payout of its refund", () => {
  const captured = payment({
    state: "captured",
    order_placed_at: at(1),
    confirming_at: at(2),
    settled_at: at(3),
    captured_at: at(3),
    received_amount: "20",
  })
  const entries = [
    { subject_id: "ref_1", action: "refund.payout_started", actor_id: "user_1", created_at: at(41) },
  ]
  expect(listed(captured, [refund({ done_at: at(45) })], entries)).toEqual([
    ["opened", "17", null],
    ["order_placed", null, null],
    ["confirming", "20", null],
    ["settled", "20", null],
    ["captured", null, null],
    ["refund_due", "5", null],
    ["refund.payout_started", null, "user_1"],
    ["refund_paid", "5", null],
  ])
})

test("a refund that was settled by other means is shown by the audit alone", () => {
  const entries = [
    { subject_id: "ref_1", action: "refund.settled_elsewhere", actor_id: "user_1", created_at: at(42) },
  ]
  expect(listed(payment(), [refund({ done_at: at(42), settled_by: "user_1" })], entries)).toEqual([
    ["opened", "17", null],
    ["refund_due", "5", null],
    ["refund.settled_elsewhere", null, "user_1"],
  ])
})

test("a payout with an audit entry is shown once", () => {
  const entries = [{ subject_id: "ref_1", action: "refund.paid", actor_id: null, created_at: at(45) }]
  const events = listed(
    payment(),
    [refund({ done_at: at(45) }), refund({ id: "ref_2", done_at: at(46) })],
    entries
  )
  expect(events.map(([event]) => event)).toEqual([
    "opened",
    "refund_due",
    "refund_due",
    "refund.paid",
    "refund_paid",
  ])
})

test.each([
  [{ state: "expired" }, ["opened", "expired"]],
  [{ abandoned_at: at(5) }, ["opened", "abandoned"]],
  [{ order_timed_out_at: at(5), order_closed_at: at(5) }, ["opened", "timed_out"]],
  [{ order_closed_at: at(5) }, ["opened", "cancelled"]],
  [{ settled_at: at(5), unallocated_reason: "order_cancelled" }, ["opened", "settled", "unallocated"]],
] as const)("%o is shown as %o", (change, events) => {
  expect(timeline(payment(change), [], []).map(({ event }) => event)).toEqual(events)
})
