import {
  type LookFacts,
  pauseBeforeLook,
  pauseBeforeSearch,
  WITHDRAWAL_STATES,
} from "../withdrawal-lifecycle"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const look = (facts: Partial<LookFacts>) =>
  pauseBeforeLook({ state: "sent", waitsFor: "processing", inStateMs: 0, ...facts })

test.each<[LookFacts["waitsFor"], ageMs: number, pauseMs: number]>([
  ["queue", 0, 10 * SECOND],
  ["processing", 40 * SECOND, 20 * SECOND],
  ["network", 4 * MINUTE, 2 * MINUTE],
  ["processing", DAY, 5 * MINUTE],
  ["funds", 0, MINUTE],
  ["funds", 6 * MINUTE, 3 * MINUTE],
  ["gas", DAY, 10 * MINUTE],
  ["unknown", 0, MINUTE],
  ["unknown", DAY, HOUR],
  [null, DAY, HOUR],
])("one that waits for %p since %i ms is polled after %i ms", (waitsFor, inStateMs, pauseMs) => {
  expect(look({ waitsFor, inStateMs })).toBe(pauseMs)
})

test("one that the service has is polled until it has ended", () => {
  for (const inStateMs of [0, DAY, 365 * DAY]) expect(look({ inStateMs })).not.toBeNull()
})

/** Moments, since it came to its state, at which it is asked for. */
function looks(pause: (ageMs: number) => number | null, untilMs: number): number[] {
  const moments: number[] = []
  for (let ageMs = 0; ageMs <= untilMs;) {
    const pauseMs = pause(ageMs)
    if (pauseMs === null) return moments
    moments.push((ageMs += pauseMs))
  }
  return moments
}

test("a failed one is polled three more times, a completed one once more", () => {
  expect(looks((inStateMs) => look({ state: "failed", inStateMs }), 30 * DAY)).toEqual([
    10 * MINUTE,
    HOUR,
    DAY,
  ])
  expect(looks((inStateMs) => look({ state: "completed", inStateMs }), 30 * DAY)).toEqual([HOUR])
})

test("what the service does not have is not polled", () => {
  const others = WITHDRAWAL_STATES.filter((state) => !["sent", "failed", "completed"].includes(state))
  expect(others.map((state) => look({ state }))).toEqual(others.map(() => null))
})

test("one that was not found is searched for after 1, 5, 15 and 60 minutes, and then every hour for seven days", () => {
  const moments = looks(pauseBeforeSearch, 30 * DAY)
  expect(moments.slice(0, 6)).toEqual([MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR])
  expect(moments.at(-1)).toBe(7 * DAY)
})
