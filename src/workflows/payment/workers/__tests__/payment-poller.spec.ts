import { createRateLimiter } from "../../../../gateway/client/call"
import { CircuitBreaker } from "../../../../modules/onchain/work/sync-runs"
import { type BatchReport, type CheckResult, pollDuePayments } from "../poll-payments"
import { MemoryChecks } from "./memory-checks"

type Settings = { perMinute?: number; batchSize?: number; concurrency?: number }

/** A poller whose checks answer as told, on a clock that its budget moves. */
function setUp(count: number, { perMinute = 60_000, batchSize = 10, concurrency = 3 }: Settings = {}) {
  let nowMs = 1_000_000
  const clock = () => nowMs
  const sleep = (ms: number) => {
    nowMs += ms
    return Promise.resolve()
  }
  const checks = new MemoryChecks(count)
  const pause = new CircuitBreaker(clock)
  const runs = { isUnderWay: false, errors: [] as (string | null)[], progress: () => Promise.resolve() }
  const parts: Parameters<typeof pollDuePayments>[0] = {
    ...{ checks, pause, clock, batchSize, concurrency },
    budget: createRateLimiter(clock, { perMinute, sleep }),
    runs: {
      begin: () => Promise.resolve(!runs.isUnderWay),
      progress: () => runs.progress(),
      finish: (_, error) => Promise.resolve(void runs.errors.push(error)),
    },
  }
  const reports: BatchReport[] = []
  const run = (check: (id: string) => Promise<CheckResult>) =>
    pollDuePayments(
      parts,
      ({ id }) => check(id),
      (report) => void reports.push(report)
    )
  return { checks, pause, runs, run, reports, pass: (ms: number) => void (nowMs += ms), clock }
}

const answer = (result: CheckResult) => () => Promise.resolve(result)

test("polls everything that is due, in batches, and reports its progress", async () => {
  const { run, checks, reports } = setUp(25)
  expect(await run(answer("captured"))).toMatchObject({ asked: 25, captured: 25 })
  expect(checks.claimed).toHaveLength(25)
  expect(reports.map(({ asked, left }) => [asked, left])).toEqual([
    [10, 15],
    [10, 5],
    [5, 0],
  ])
})

test("never polls more at once than it may", async () => {
  const { run } = setUp(30, { concurrency: 4 })
  let atOnce = 0
  let most = 0
  await run(async () => {
    most = Math.max(most, ++atOnce)
    await new Promise(setImmediate)
    atOnce--
    return "unchanged"
  })
  expect(most).toBe(4)
})

test("keeps to its rate, claims no more than it can afford, and leaves the rest to the next run", async () => {
  const { run, checks, clock, pass } = setUp(500, { perMinute: 60, batchSize: 50 })
  const startMs = clock()
  const first = await run(answer("unchanged"))
  expect(first?.asked).toBeGreaterThan(20)
  expect(first?.asked).toBeLessThanOrEqual(31)
  expect(clock() - startMs).toBeLessThanOrEqual(26_000)
  expect(checks.due.length + (first?.asked ?? 0)).toBe(500)
  pass(5_000)
  expect((await run(answer("unchanged")))?.asked).toBeGreaterThan(15)
})

test("stops when the service is unavailable, releases the rest and pauses", async () => {
  const { run, checks, reports, runs, pass } = setUp(20, { concurrency: 2 })
  const down = await run(answer("unavailable"))
  expect(down?.asked).toBeLessThanOrEqual(2)
  expect(checks.due).toHaveLength(20 - (down?.asked ?? 0))
  expect(reports).toMatchObject([{ unavailable: down?.asked }])
  expect(runs.errors).toEqual(["the gateway cannot be asked"])
  expect(await run(answer("captured"))).toBeNull()
  pass(10_000)
  expect((await run(answer("captured")))?.captured).toBe(20 - (down?.asked ?? 0))
})

test("polls once, alone, to find out whether the service is back", async () => {
  const { run, pass } = setUp(20, { concurrency: 4 })
  await run(answer("unavailable"))
  pass(10_000)
  expect(await run(answer("unavailable"))).toMatchObject({ asked: 1 })
  pass(10_000)
  expect(await run(answer("captured"))).toBeNull()
  pass(10_000)
  expect((await run(answer("captured")))?.captured).toBeGreaterThan(10)
})

test("does nothing while another process is at it", async () => {
  const { run, runs, checks } = setUp(5)
  runs.isUnderWay = true
  expect(await run(answer("captured"))).toBeNull()
  expect(checks.claimed).toEqual([])
})

test("a database error ends the run and is reported, and the claims expire by themselves", async () => {
  const { run, runs, checks } = setUp(20)
  runs.progress = () => Promise.reject(new Error("the database is gone"))
  await expect(run(answer("captured"))).rejects.toThrow("the database is gone")
  expect(runs.errors).toEqual(["the database is gone"])
  expect(checks.claimed.length).toBeLessThan(20)
})
