import { dayOf, endOfDay, findRangeProblem, isDay, startOfDay } from "../report-difference"

test("a day begins and ends at midnight in UTC", () => {
  expect(dayOf(new Date("2026-01-31T23:59:59.999Z"))).toBe("2026-01-31")
  expect(dayOf(new Date("2026-02-01T00:30:00+01:00"))).toBe("2026-01-31")
  expect(startOfDay("2026-03-01").toISOString()).toBe("2026-03-01T00:00:00.000Z")
  expect(endOfDay("2026-02-28").toISOString()).toBe("2026-03-01T00:00:00.000Z")
})

test.each([
  ["2026-02-28", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["2026-01-01T00:00:00Z", false],
  ["", false],
])("%s is a day: %s", (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

const TODAY = "2026-03-31"
test.each([
  [{ from: "2026-03-31", to: "2026-03-31" }, null],
  [{ from: "2026-03-01", to: "2026-03-31" }, null],
  [
    { from: "2026-02-28", to: "2026-03-31" },
    { code: "too_long", field: "to", days: 32 },
  ],
  [
    { from: "2026-03-31", to: "2026-03-30" },
    { code: "before_from", field: "to" },
  ],
  [
    { from: "2026-03-31", to: "2026-04-01" },
    { code: "in_future", field: "to" },
  ],
  [
    { from: "yesterday", to: "2026-03-31" },
    { code: "not_a_day", field: "from" },
  ],
  [
    { from: "2026-03-01", to: "2026-03-32" },
    { code: "not_a_day", field: "to" },
  ],
])("the days %j: %j", (range, problem) => {
  expect(findRangeProblem(range, TODAY)).toEqual(problem)
})
