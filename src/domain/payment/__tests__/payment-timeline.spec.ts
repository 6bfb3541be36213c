import { paymentTimeline, type PaymentHistory } from "../payment-timeline"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))
const attempt = (id: string, minute: number, isCurrent: boolean) => ({
  ...{
    id,
    isCurrent,
    state: "awaiting" as const,
    created_at: at(minute),
    confirming_at: null,
    part_seen_at: null,
  },
  ...{ expires_at: null, token: "USDC", expected_amount: "17", received_amount: null },
})
const history = (change: Partial<PaymentHistory> = {}): PaymentHistory => ({
  payment: {
    ...{ created_at: at(0), order_placed_at: null, settled_at: null, captured_at: null, abandoned_at: null },
    ...{
      order_timed_out_at: null,
      order_closed_at: null,
      contradicted_at: null,
      contradiction_ended_at: null,
    },
    ...{ contradiction_ended_by: null, unallocated_reason: null },
  },
  ...{ attempts: [], refunds: [], entries: [], messages: [], claims: [], deposits: [] },
  ...change,
})
const read = (change: Partial<PaymentHistory>) =>
  paymentTimeline(history(change)).map(({ event, attempt_id, refund_id, message }) =>
    [event, attempt_id ?? refund_id ?? message].filter((part) => part !== null)
  )

test("a payment without an attempt was created", () => {
  expect(read({})).toEqual([["created"]])
})

test("one attempt at once opens the payment, and is not named", () => {
  expect(read({ attempts: [attempt("ocatt_1", 0, true)] })).toEqual([["opened"]])
})

test("several attempts are named", () => {
  const attempts = [
    { ...attempt("ocatt_1", 1, false), state: "expired" as const, expires_at: at(9) },
    attempt("ocatt_2", 5, true),
  ]
  expect(read({ attempts })).toEqual([
    ["created"],
    ["opened", "ocatt_1"],
    ["opened", "ocatt_2"],
    ["expired", "ocatt_1"],
  ])
})

test("messages, claims, deposits, refunds and what operators did are in one order", () => {
  const { payment } = history()
  const events = read({
    payment: { ...payment, order_placed_at: at(2), settled_at: at(6), captured_at: at(7) },
    attempts: [attempt("ocatt_1", 0, true)],
    claims: [{ created_at: at(4) }],
    deposits: [{ observed_at: at(5), amount: "1", token: null }],
    messages: [
      { message: "awaiting", result: "sent", at: at(3) },
      { message: "expired", result: "order_paid", at: at(9) },
      { message: "paid", result: "failed", at: at(8) },
    ],
    refunds: [
      {
        ...{ id: "ref_1", created_at: at(10), done_at: at(12), settled_by: null, fiat_amount: "5" },
        ...{ currency_code: "usd", token_amount: "5", token: "USDC" },
      },
    ],
    entries: [
      {
        ...{ subject_type: "payment", subject_id: "ocpay_1", action: "payment.link_sent" },
        actor_id: "user_1",
        created_at: at(1),
      },
      {
        ...{ subject_type: "refund", subject_id: "ref_1", action: "refund.payout_started" },
        actor_id: null,
        created_at: at(11),
      },
    ],
  })
  expect(events).toEqual([
    ["opened"],
    ["payment.link_sent"],
    ["order_placed"],
    ["message_sent", "awaiting"],
    ["claimed"],
    ["deposit_observed"],
    ["settled"],
    ["captured"],
    ["message_failed", "paid"],
    ["message_skipped", "expired"],
    ["refund_due", "ref_1"],
    ["refund.payout_started", "ref_1"],
    ["refund_paid", "ref_1"],
  ])
})
