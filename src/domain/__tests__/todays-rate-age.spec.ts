import { todaysRateProblem } from "../todays-rate-age"

const now = new Date("2026-11-24T09:00:00Z")
const at = (text: string) => new Date(text)

test.each([
  ["today", at("2026-11-23T09:00:01Z")],
  ["payment", at("2026-01-01T00:00:00Z")],
  ["today", null],
  [null, at("2026-01-01T00:00:00Z")],
])("a rate of %s at %s is good", (rate_basis, rate_at) => {
  expect(todaysRateProblem({ rate_basis, rate_at }, now)).toBeNull()
})

test("a rate of yesterday is not today's", () => {
  expect(todaysRateProblem({ rate_basis: "today", rate_at: at("2026-11-23T09:00:00Z") }, now)).toEqual({
    code: "quote_expired",
    words:
      "The amount is reckoned with the rate on 2026-11-23 at 09:00 UTC, which is not today's any more. Cancel it, and ask " +
      "for a new payout of the refund.",
  })
})
