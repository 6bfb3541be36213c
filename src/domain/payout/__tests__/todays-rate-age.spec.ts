import { todaysRateProblem } from "../withdrawal-quote"

const now = new Date("2026-11-24T09:00:00Z")
const at = (text: string) => new Date(text)

test.each([
  ["today", at("2026-11-23T09:00:01Z")],
  ["payment", at("2026-01-01T00:00:00Z")],
  [null, at("2026-01-01T00:00:00Z")],
])("what was calculated at the rate of %s at %s is paid", (rate_basis, created_at) => {
  expect(todaysRateProblem({ rate_basis, created_at }, now)).toBeNull()
})

test("what was calculated at today's rate yesterday is calculated again", () => {
  expect(todaysRateProblem({ rate_basis: "today", created_at: at("2026-11-23T09:00:00Z") }, now)).toEqual({
    code: "quote_expired",
    words:
      "The amount was computed on 2026-11-23 at 09:00 UTC at the rate of that day. Cancel it and request a new payout " +
      "of the refund.",
  })
})
