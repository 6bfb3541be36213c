import { type PaymentHistory, paymentTimeline } from "../timeline"

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

test.each<[string, object, object, [string, string | null, string | null, string | null][]]>([
  ["an unpaid payment", {}, {}, []],
  ["an expired attempt", {}, { state: "expired", expires_at: at(30) }, [["expired", null, null, null]]],
  ["a deleted session", { abandoned_at: at(5) }, {}, [["abandoned", null, null, null]]],
  ["a cancelled order", { order_closed_at: at(5) }, {}, [["cancelled", null, null, null]]],
  [
    "an order that ran out of time",
    { order_timed_out_at: at(5), order_closed_at: at(5) },
    {},
    [["timed_out", null, null, null]],
  ],
  [
    "money that is held",
    { settled_at: at(5), unallocated_reason: "order_cancelled" },
    { confirming_at: at(4), received_amount: "20" },
    [
      ["confirming", "20", "USDC", null],
      ["settled", "20", "USDC", null],
      ["unallocated", null, null, null],
    ],
  ],
])("%s is shown with its amounts", (_, payment, change, expected) => {
  const given = history()
  const events = paymentTimeline({
    ...given,
    payment: { ...given.payment, ...payment },
    attempts: [{ ...attempt("ocatt_1", 0, true), ...change }],
  })
  expect(events.map((one) => [one.event, one.amount, one.token, one.currency_code])).toEqual([
    ["opened", "17", "USDC", null],
    ...expected,
  ])
})

describe("a refund", () => {
  const refund = (change: Partial<PaymentHistory["refunds"][number]> = {}) => ({
    ...{ id: "ref_1", created_at: at(40), done_at: at(45), settled_by: null, fiat_amount: "5" },
    ...{ currency_code: "EUR", token_amount: "5.4", token: "USDC" },
    ...change,
  })
  const entry = (action: string, actor_id: string | null) => ({
    ...{ subject_type: "refund", subject_id: "ref_1", action, actor_id, created_at: at(45) },
  })

  test("is of money where its amount is known so, of tokens otherwise, or of neither", () => {
    const refunds = [
      refund({ done_at: null }),
      refund({ done_at: null, fiat_amount: null, token_amount: "3" }),
      refund({ done_at: null, fiat_amount: null, token_amount: null }),
    ]
    const due = paymentTimeline(history({ refunds })).filter(({ event }) => event === "refund_due")
    expect(due.map((one) => [one.amount, one.token, one.currency_code])).toEqual([
      ["5", null, "eur"],
      ["3", "USDC", null],
      [null, null, null],
    ])
  })

  test("that was settled by other means is shown by the audit alone, with who did it", () => {
    const events = paymentTimeline(
      history({
        refunds: [refund({ settled_by: "user_1" })],
        entries: [entry("refund.settled_elsewhere", "user_1")],
      })
    )
    expect(events.map(({ event, by }) => [event, by])).toEqual([
      ["created", null],
      ["refund_due", null],
      ["refund.settled_elsewhere", "user_1"],
    ])
  })

  test("whose payout has an audit entry is shown as paid once", () => {
    const refunds = [refund(), refund({ id: "ref_2", done_at: at(46) })]
    expect(read({ refunds, entries: [entry("refund.paid", null)] })).toEqual([
      ["created"],
      ["refund_due", "ref_1"],
      ["refund_due", "ref_2"],
      ["refund.paid", "ref_1"],
      ["refund_paid", "ref_2"],
    ])
  })
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
