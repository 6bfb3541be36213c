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
  const created_at = at("2026-11-23T09:00:00Z")
  expect(todaysRateProblem({ rate_basis: "today", created_at }, now)).toEqual({
    code: "quote_expired",
    computedAt: created_at,
  })
})
