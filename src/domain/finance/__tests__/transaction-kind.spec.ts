import { transactionKind } from "../report-difference"

test.each([
  ["receipt", "in", "receipt"],
  ["fee", "out", "fee"],
  ["payout", "out", "payout"],
  ["refund", "out", "refund"],
  ["Payout", "out", "payout"],
  ["invoice_fee", "out", "fee"],
  ["deposit_refund", "out", "refund"],
  ["withdrawal", "out", "payout"],
  ["settlement", "in", "receipt"],
  ["fee", null, "fee"],
  [null, "in", "receipt"],
  [null, "out", "payout"],
  [null, null, null],
  ["adjustment", null, null],
  ["adjustment", "sideways", null],
])("%s, %s is a %s", (type, direction, kind) => {
  expect(transactionKind({ type, direction })).toBe(kind)
})
