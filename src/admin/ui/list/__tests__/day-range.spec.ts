import { toDate, toDay } from "../day-range"

describe("a day of the picker", () => {
  it.each(["2026-01-31", "2024-02-29", "2026-12-31"])("%s stays the same day", (day) => {
    expect(toDay(toDate(day))).toBe(day)
  })

  it.each(["", "2026-02-30", "31.01.2026"])("%p is none", (text) => {
    expect(toDate(text)).toBeNull()
    expect(toDay(null)).toBe("")
  })
})
