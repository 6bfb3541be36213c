import {
  describeEvents,
  describeInbox,
  describeReconciliation,
  describeUnallocated,
  describeUnknownInvoices,
  describeUnknownWords,
  describeUnreadable,
} from "../work-checks"

const MINUTE = 60_000

test.each([
  [{ waiting: 0, dead: 0, ageMs: 0 }, "ok", "Webhooks waiting: 0."],
  [{ waiting: 3, dead: 0, ageMs: 9 * MINUTE }, "ok", "3, the oldest for 9 minutes."],
  [{ waiting: 3, dead: 0, ageMs: 11 * MINUTE }, "warning", "Check that a worker runs"],
  [{ waiting: 3, dead: 2, ageMs: 0 }, "error", "too many attempts: 2."],
])("an inbox of %j is %s: %s", (inbox, status, words) => {
  expect(describeInbox(inbox)).toEqual({ id: "inbox", status, message: expect.stringContaining(words) })
})

test.each([
  [0, 0, "ok", "Every event was published"],
  [2, 7 * MINUTE, "warning", "2, the oldest for 7 minutes. Payments are safe"],
])("%i events that wait for %i ms are %s: %s", (count, ageMs, status, words) => {
  const check = describeEvents({ count, oldestAt: null }, ageMs)
  expect(check).toEqual({ id: "events", status, message: expect.stringContaining(words) })
})

test.each([
  [0, 0, "ok", "checked on time"],
  [1, 6 * MINUTE, "warning", "1, the oldest 6 minutes ago"],
  [1_001, 61 * MINUTE, "error", "more than 1000, the oldest 61 minutes ago"],
  [5, 50 * 60 * MINUTE, "error", "the oldest 2 days ago"],
])("%i payments overdue by %i ms are %s: %s", (count, ageMs, status, words) => {
  const check = describeReconciliation({ count, oldestAt: null }, ageMs)
  expect(check).toEqual({ id: "reconciliation", status, message: expect.stringContaining(words) })
})

test.each([
  [0, [], 0, "ok", "knows every invoice"],
  [1, ["inv_1"], 5 * MINUTE, "warning", "1 (inv_1), the oldest for 5 minutes. Payments to them"],
  [1_001, ["inv_1", "inv_2"], 0, "warning", "more than 1000 (inv_1, inv_2 and others)"],
])(
  "%i invoices that the service does not know, %j for %i ms, are %s: %s",
  (count, ids, ageMs, status, words) => {
    const check = describeUnknownInvoices({ count, ids, oldestAt: null }, ageMs)
    expect(check).toEqual({ id: "invoices", status, message: expect.stringContaining(words) })
  }
)

test.each([
  [0, 0, "ok", "No unmatched payment"],
  [2, 180 * MINUTE, "ok", "2, the oldest for 3 hours. Decide"],
  [2, 25 * 60 * MINUTE, "warning", "2, the oldest for 25 hours. Decide"],
])("%i payments without an order for %i ms are %s: %s", (count, ageMs, status, words) => {
  const check = describeUnallocated({ count, oldestAt: null }, ageMs)
  expect(check).toEqual({ id: "unallocated", status, message: expect.stringContaining(words) })
})

test("fields that cannot be read are named with their setting, how often, and since when", () => {
  const at = new Date(0)
  expect(describeUnreadable([], 0)).toMatchObject({ id: "fields", status: "ok" })
  const setting = "assumptions.fields.invoice.expiresAt"
  const seen = [
    { name: "invoice.expiresAt", setting, count: 12, at },
    { name: "intent.customerId", setting: null, count: 1, at },
  ]
  const { status, message } = describeUnreadable(seen, 3 * MINUTE)
  expect(status).toBe("warning")
  expect(message).toContain(`invoice.expiresAt (12 times, last 3 minutes ago, setting ${setting}); `)
  expect(message).toContain("intent.customerId (once, last 3 minutes ago).")
})

test("unknown status words are counted, with the setting that would map them", () => {
  expect(describeUnknownWords([])).toMatchObject({ id: "statuses", status: "ok" })
  const invoice = { subject: "invoice status", setting: "assumptions.statuses.invoice" }
  const words = [
    { ...invoice, word: "in_mempool", count: 3 },
    { subject: "deposit status", setting: "assumptions.statuses.deposit", word: "parked", count: 2 },
    { ...invoice, word: "settling", count: 1 },
  ]
  const { status, message } = describeUnknownWords(words)
  expect(status).toBe("warning")
  expect(message).toContain(
    'Unknown words of the provider: invoice status "in_mempool" (3 times), invoice status "settling" (once): add to ' +
      'the matching list of assumptions.statuses.invoice; deposit status "parked" (2 times): add to the matching list of ' +
      "assumptions.statuses.deposit."
  )
  const many = Array.from({ length: 30 }, (_, n) => ({ ...invoice, word: `word_${n}`, count: 1 }))
  expect(describeUnknownWords(many).message).toMatch(/word_9.+There are 20 more\./)
  expect(describeUnknownWords(many).message).not.toContain("word_10")
})
