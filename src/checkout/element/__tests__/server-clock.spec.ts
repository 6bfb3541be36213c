import { ServerClock } from "../server-clock"

const START = "2026-11-24T12:00:00.000Z"
const HOUR_MS = 3_600_000

/** A device whose clock and timer move apart only by {@link device.jump}. */
function deviceAt(deviceMs: number) {
  let timerMs = 77
  const clock = new ServerClock(
    () => deviceMs,
    () => timerMs
  )
  clock.set(START)
  const pass = (ms: number) => {
    deviceMs += ms
    timerMs += ms
  }
  const sinceStart = () => clock.nowMs() - Date.parse(START)
  return { clock, pass, sinceStart, jump: (ms: number) => void (deviceMs += ms) }
}

test.each([0, Date.parse("2031-05-05T05:05:05Z")])(
  "a device at %d counts on from the server's time",
  (at) => {
    const { clock, pass, sinceStart } = deviceAt(at)
    pass(60_000)
    expect([sinceStart(), clock.hasJumped()]).toEqual([60_000, false])
  }
)

test("a clock that is set back does not make a price last longer", () => {
  const { clock, pass, sinceStart, jump } = deviceAt(0)
  jump(-3 * HOUR_MS)
  pass(1_000)
  expect([sinceStart(), clock.hasJumped()]).toEqual([1_000, true])
})

test.each([1, 26])("a jump of %d hours counts until the server has answered, and asks it once", (hours) => {
  const { clock, pass, sinceStart, jump } = deviceAt(0)
  jump(hours * HOUR_MS)
  pass(1_000)
  expect(sinceStart()).toBe(hours * HOUR_MS + 1_000)
  expect([clock.hasJumped(), clock.hasJumped()]).toEqual([true, false])
  clock.set("2026-11-24T12:00:02.000Z")
  expect([sinceStart(), clock.hasJumped()]).toEqual([2_000, false])
})

test("an unreadable time changes nothing", () => {
  const { clock, sinceStart } = deviceAt(0)
  clock.set("soon")
  expect(sinceStart()).toBe(0)
})
