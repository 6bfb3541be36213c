import { formatAge, formatInstant, shortened } from "../format"

const NOW = Date.parse("2026-03-10T12:00:00Z")
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

describe("age", () => {
  it.each([
    [0, "now"],
    [59, "now"],
    [60, "1 minute ago"],
    [3_599, "59 minutes ago"],
    [3_600, "1 hour ago"],
    [86_400, "yesterday"],
    [172_800, "2 days ago"],
    [2_592_000, "last month"],
    [31_536_000, "last year"],
  ])("%i seconds", (seconds, words) => {
    expect(formatAge(before(seconds), NOW, "en")).toBe(words)
  })
})

it("an instant is written with its zone", () => {
  expect(formatInstant("2026-03-10T12:00:00Z", "en")).toMatch(/^Mar 10, 2026, \d{1,2}:\d\d:\d\d.[AP]M \S+$/)
})

it("a long identifier keeps both ends, a short one stays", () => {
  expect(shortened("0x1234567890abcdef1234567890abcdef")).toBe("0x12345678…90abcdef")
  expect(shortened("dep_4f6a1c")).toBe("dep_4f6a1c")
})
