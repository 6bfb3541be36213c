import { describeClock } from "../work-checks"
import { ClockWatch } from "../activity-log"

const TOLERANCE = 300_000

test.each([
  [null, "warning", "unknown until"],
  [0, "ok", "matches"],
  [29_000, "ok", "matches"],
  [-29_000, "ok", "matches"],
  [45_000, "warning", "45 seconds behind the provider's"],
  [-45_000, "warning", "45 seconds ahead of the provider's"],
  [300_000, "warning", "300 seconds behind"],
  [301_000, "error", "refused when it is more than 300"],
  [-900_000, "error", "900 seconds ahead of"],
] as const)("a gateway that is %p ms ahead is %s: %s", (skewMs, status, words) => {
  expect(describeClock(skewMs, TOLERANCE)).toEqual({
    id: "clock",
    status,
    message: expect.stringContaining(words),
  })
})

test("a small tolerance makes small differences worth a word", () => {
  expect(describeClock(6_000, 5_000)).toMatchObject({ status: "error" })
  expect(describeClock(4_000, 5_000)).toMatchObject({ status: "ok" })
})

test("the difference is taken in the middle of the call, and an answer without a time changes nothing", () => {
  let nowMs = 1_000_000
  const watch = new ClockWatch(() => nowMs)
  expect(watch.skewMs).toBeNull()
  watch.note({ serverTimeMs: 1_060_000, durationMs: 2_000 })
  expect(watch.skewMs).toBe(61_500)
  nowMs += 5_000
  watch.note({ serverTimeMs: undefined, durationMs: 0 })
  expect(watch.skewMs).toBe(61_500)
})
