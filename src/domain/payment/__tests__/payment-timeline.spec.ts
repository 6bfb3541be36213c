import { type PaymentHistory, paymentTimeline } from "../timeline"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))
const attempt = (id: string, minute: number, change: Partial<PaymentHistory["attempts"][number]> = {}) => ({
  ...{ id, isCurrent: true, state: "awaiting" as const, created_at: at(minute), confirming_at: null },
  ...{ part_seen_at: null, expires_at: null, token: "USDC", expected_amount: "17", received_amount: null },
  ...change,
})
const refund = (change: Partial<PaymentHistory["refunds"][number]> = {}) => ({
  ...{ id: "ref_1", created_at: at(40), done_at: at(45), settled_by: null, fiat_amount: "5" },
  ...{ currency_code: "EUR", token_amount: "5.4", token: "USDC", ...change },
})
const entry = (action: string, minute: number, actor_id: string | null = null, subject_id = "ref_1") => ({
  ...{ subject_type: action.split(".")[0] ?? "", subject_id, action, actor_id, created_at: at(minute) },
})
type Parts = Partial<Omit<PaymentHistory, "payment">>
const timeline = (payment: Partial<PaymentHistory["payment"]>, parts: Parts) =>
  paymentTimeline({
    payment: {
      ...{
        created_at: at(0),
        order_placed_at: null,
        settled_at: null,
        captured_at: null,
        abandoned_at: null,
      },
      ...{ order_timed_out_at: null, order_closed_at: null, contradicted_at: null, unallocated_reason: null },
      ...{ contradiction_ended_at: null, contradiction_ended_by: null, ...payment },
    },
    ...{ attempts: [], refunds: [], entries: [], messages: [], claims: [], deposits: [], ...parts },
  })
const read = (parts: Parts, payment: Partial<PaymentHistory["payment"]> = {}) =>
  timeline(payment, parts).map(({ event, attempt_id, refund_id, message }) =>
    [event, attempt_id ?? refund_id ?? message].filter((part) => part !== null).join(" ")
  )

const earlier = attempt("ocatt_1", 1, {
  ...{ isCurrent: false, state: "expired", expires_at: at(9), part_seen_at: at(2) },
})
test.each([
  ["no attempt", [], ["created"]],
  ["one at once, which is not named", [attempt("ocatt_1", 0)], ["opened"]],
  [
    "one that was opened with it",
    [{ ...attempt("ocatt_1", 0), created_at: new Date(+at(0) + 999) }],
    ["opened"],
  ],
  [
    "one that was chosen later",
    [{ ...attempt("ocatt_1", 0), created_at: new Date(+at(0) + 1_000) }],
    ["created", "opened"],
  ],
  [
    "several, which are named",
    [earlier, attempt("ocatt_2", 5)],
    ["created", "opened ocatt_1", "part_received ocatt_1", "opened ocatt_2", "expired ocatt_1"],
  ],
])("a payment with %s", (_, attempts, events) => {
  expect(read({ attempts })).toEqual(events)
})

const held = { settled_at: at(5), unallocated_reason: "order_cancelled" }
const heldPart = { ...held, unallocated_reason: "partial_payment" }
const more = { confirming_at: at(4), received_amount: "20" }
test.each<[string, object, object, string[]]>([
  ["an unpaid payment", {}, {}, []],
  ["an attempt that will expire", {}, { expires_at: at(30) }, []],
  ["an expired attempt", {}, { state: "expired", expires_at: at(30) }, ["expired"]],
  ["a deleted session", { abandoned_at: at(5) }, {}, ["abandoned"]],
  ["a cancelled order", { order_closed_at: at(5) }, {}, ["cancelled"]],
  ["an order out of time", { order_timed_out_at: at(5), order_closed_at: at(5) }, {}, ["timed_out"]],
  ["money that is held", held, more, ["confirming 20 USDC", "settled 20 USDC", "unallocated"]],
  ["a part that is held", heldPart, { received_amount: "6" }, ["unallocated 6 USDC"]],
  ["a part that is seen", {}, { part_seen_at: at(3) }, ["part_received"]],
  ["money that is taken back", { contradicted_at: at(5) }, {}, ["contradicted"]],
  [
    "money that is there again",
    { contradicted_at: at(5), contradiction_ended_at: at(6) },
    {},
    ["contradicted", "contradiction_ended"],
  ],
  [
    "a contradiction that a user reviewed",
    { contradicted_at: at(5), contradiction_ended_at: at(6), contradiction_ended_by: "user_1" },
    {},
    ["contradicted"],
  ],
])("%s is shown with its amounts", (_, payment, change, expected) => {
  const events = timeline(payment, { attempts: [attempt("ocatt_1", 0, change)] })
  const shown = events.map(({ event, amount, token }) => [event, amount, token].filter(Boolean).join(" "))
  expect(shown).toEqual(["opened 17 USDC", ...expected])
})

describe("a refund", () => {
  test.each([
    [{}, ["5", null, "eur"]],
    [{ fiat_amount: null, token_amount: "3" }, ["3", "USDC", null]],
    [{ fiat_amount: null, token_amount: null }, [null, null, null]],
  ])("with %j is of money, of tokens where that is not known, or of neither: %j", (change, amount) => {
    const due = timeline({}, { refunds: [refund(change)] }).find(({ event }) => event === "refund_due")
    expect([due?.amount, due?.token, due?.currency_code]).toEqual(amount)
  })

  test("that was settled by other means is shown by the audit alone, with who did it", () => {
    const refunds = [refund({ settled_by: "user_1" })]
    const events = timeline({}, { refunds, entries: [entry("refund.settled_elsewhere", 45, "user_1")] })
    expect(events.map(({ event, by }) => [event, by])).toEqual([
      ["created", null],
      ["refund_due", null],
      ["refund.settled_elsewhere", "user_1"],
    ])
  })

  test("whose payout has an audit entry is shown as paid once", () => {
    const refunds = [refund(), refund({ id: "ref_2", done_at: at(46) })]
    const entries = [entry("refund.paid", 45), entry("refund.quoted", 47, null, "ref_2")]
    expect(read({ refunds, entries })).toEqual([
      ...["created", "refund_due ref_1", "refund_due ref_2", "refund.paid ref_1", "refund_paid ref_2"],
      "refund.quoted ref_2",
    ])
  })
})

test("messages, claims, deposits, refunds and actions of operators are sorted together", () => {
  const parts: Parts = {
    attempts: [attempt("ocatt_1", 0)],
    claims: [{ created_at: at(4) }],
    deposits: [{ observed_at: at(5), amount: "1", token: null }],
    messages: [
      { message: "awaiting", result: "sent", at: at(3) },
      { message: "expired", result: "order_paid", at: at(9) },
      { message: "paid", result: "failed", at: at(8) },
    ],
    refunds: [refund({ created_at: at(10), done_at: at(12) })],
    entries: [entry("payment.link_sent", 1, "user_1", "ocpay_1"), entry("refund.payout_started", 11)],
  }
  const events = read(parts, { order_placed_at: at(2), settled_at: at(6), captured_at: at(7) })
  expect(events).toEqual([
    ...["opened", "payment.link_sent", "order_placed", "message_sent awaiting", "claimed"],
    ...["deposit_observed", "settled", "captured", "message_failed paid", "message_skipped expired"],
    ...["refund_due ref_1", "refund.payout_started ref_1", "refund_paid ref_1"],
  ])
})
