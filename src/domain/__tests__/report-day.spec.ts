import { dayOf, endOfDay, findRangeProblem, isDay, startOfDay } from "../report-day"

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
  [{ from: "2026-02-28", to: "2026-03-31" }, "to: expected at most 31 days in one report, found 32"],
  [{ from: "2026-03-31", to: "2026-03-30" }, "to: expected a day that is not before from"],
  [
    { from: "2026-03-31", to: "2026-04-01" },
    "to: expected a day that is not in the future; days are counted in UTC",
  ],
  [{ from: "yesterday", to: "2026-03-31" }, "from: expected a day such as 2026-01-31"],
  [{ from: "2026-03-01", to: "2026-03-32" }, "to: expected a day such as 2026-01-31"],
])("the days %j: %s", (range, problem) => {
  expect(findRangeProblem(range, TODAY)).toBe(problem)
})
