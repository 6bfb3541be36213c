import fc from "fast-check"
import { BackgroundRateLimiter } from "../gateway-load"

const MINUTE_MS = 60_000

/** A budget on a clock that sleeping moves. */
function budgetOf(perMinute: number) {
  let nowMs = 1_000_000
  const sleep = (ms: number) => {
    nowMs += ms
    return Promise.resolve()
  }
  const budget = new BackgroundRateLimiter(perMinute, () => nowMs, sleep)
  return { budget, now: () => nowMs, pass: (ms: number) => void (nowMs += ms) }
}

test("a sixth of a minute's calls goes out at once, the rest evenly", async () => {
  const { budget, now } = budgetOf(60)
  const startMs = now()
  for (let call = 0; call < 10; call++) await budget.take()
  expect(now()).toBe(startMs)
  await budget.take()
  expect(now() - startMs).toBe(1_200)
})

test("no minute has more calls than the number, whatever the pauses between them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 6, max: 600 }),
      fc.array(fc.nat(20_000), { maxLength: 200 }),
      async (perMinute, pauses) => {
        const { budget, now, pass } = budgetOf(perMinute)
        const calls: number[] = []
        for (const pauseMs of pauses) {
          pass(pauseMs % 7 === 0 ? pauseMs : 0)
          await budget.take()
          calls.push(now())
        }
        for (const [index, atMs] of calls.entries()) {
          const within = calls.slice(index).filter((otherMs) => otherMs < atMs + MINUTE_MS - 1).length
          expect(within).toBeLessThanOrEqual(perMinute + 1)
        }
      }
    ),
    { numRuns: 200 }
  )
})

test("what is affordable within a time can be taken within it, and no more", async () => {
  const { budget, now } = budgetOf(120)
  for (let call = 0; call < 30; call++) await budget.take()
  const startMs = now()
  const count = budget.affordable(10_000)
  for (let call = 0; call < count; call++) await budget.take()
  expect(now() - startMs).toBeLessThanOrEqual(10_000)
  await budget.take()
  expect(now() - startMs).toBeGreaterThan(10_000)
  expect(budget.affordable(0)).toBe(0)
})
