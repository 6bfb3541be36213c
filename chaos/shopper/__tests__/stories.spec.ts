import { unpaidTimeoutMs } from "../../environment/plugin-options"
import { untilGivenUpMs } from "../stories"

describe("untilGivenUpMs", () => {
  it.each([
    { second: 0, until: 30 },
    { second: 4, until: 36 },
    { second: 9.999, until: 30.001 },
    { second: 10, until: 30 },
  ])("finds the first round of the store's job after the timeout: $second s", ({ second, until }) => {
    const noon = Date.parse("2026-01-01T12:00:00.000Z")
    expect(unpaidTimeoutMs).toBe(30_000)
    expect(untilGivenUpMs(noon + second * 1_000)).toBe(until * 1_000)
  })
})
