import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { ExclusiveWork } from "../../src/modules/onchain/work/claim"
import { untilWaiting, describeTables } from "./onchain-module"

/** A job that goes on until it is told to end. */
function job() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { run: jest.fn(() => ended), end }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 20))

describeTables(({ knex, clientUrl }) => {
  const pools: Knex[] = []
  const processWith = (max: number) => {
    const pool = ModulesSdkUtils.createPgConnection({ clientUrl, pool: { min: 0, max } })
    pools.push(pool)
    return { pool, work: new ExclusiveWork(pool, 50) }
  }
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.destroy()
  })

  test.each([
    [3, 1],
    [4, 1],
    [10, 2],
    [16, 4],
  ])(
    "in a pool of %d connections %d jobs run at once, and the others wait without one",
    async (size, atOnce) => {
      const { pool, work } = processWith(size)
      const jobs = Array.from({ length: 12 }, job)
      const runs = jobs.map(({ run }, at) => work.run(`order_${at}`, run))
      const begun = () => jobs.filter(({ run }) => run.mock.calls.length > 0).length
      while (begun() < atOnce) await turn()
      // All connections that are left are used at the same time.
      const free = Array.from({ length: size - atOnce }, () => pool.transaction((trx) => trx.raw("SELECT 1")))
      expect(await Promise.all(free)).toHaveLength(size - atOnce)
      expect(begun()).toBe(atOnce)
      for (const [at, { end }] of jobs.entries()) {
        while (begun() <= at) await turn()
        expect(begun()).toBeLessThanOrEqual(at + atOnce)
        end()
      }
      await Promise.all(runs)
      expect(jobs.every(({ run }) => run.mock.calls.length === 1)).toBe(true)
    }
  )

  test("one order is worked on by one process at a time, and another one meanwhile", async () => {
    const [one, other] = [processWith(4), processWith(4)]
    const [first, second, elsewhere] = [job(), job(), job()]
    const running = one.work.run("order_1", first.run)
    while (first.run.mock.calls.length === 0) await turn()
    const waiting = other.work.run("order_1", second.run)
    await untilWaiting(knex)
    expect(second.run).not.toHaveBeenCalled()
    const third = processWith(4).work.run("order_2", elsewhere.run)
    while (elsewhere.run.mock.calls.length === 0) await turn()
    first.end()
    await running
    while (second.run.mock.calls.length === 0) await turn()
    for (const { end } of [second, elsewhere]) end()
    await Promise.all([waiting, third])
  })

  test("a job whose lock is lost can see it, and its result stands", async () => {
    const [one, other] = [processWith(4), processWith(4)]
    const working = job()
    const seen: boolean[] = []
    const running = one.work.run("order_1", async (isHeld) => {
      seen.push(await isHeld())
      await working.run()
      seen.push(await isHeld())
      return "refunded"
    })
    while (working.run.mock.calls.length === 0) await turn()
    await knex.raw(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    expect(await other.work.run("order_1", () => Promise.resolve("another"))).toBe("another")
    working.end()
    expect(await running).toBe("refunded")
    expect(seen).toEqual([true, false])
  })

  test("a job that never ends gives its place, and its part of the pool, to the next once its connection is lost", async () => {
    const { pool, work } = processWith(4)
    const endless = job()
    const running = work.run("order_1", endless.run)
    while (endless.run.mock.calls.length === 0) await turn()
    const next = work.run("order_2", () => Promise.resolve("done"))
    await knex.raw(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    expect(await next).toBe("done")
    expect(pool.client.pool.numUsed()).toBe(0)
    endless.end()
    await running
    expect(await work.run("order_3", () => Promise.resolve("done"))).toBe("done")
  })

  test("a job that never ends while its connection lives gives its order to another process", async () => {
    const { pool } = processWith(4)
    const endless = job()
    let held: (() => Promise<boolean>) | undefined
    const running = new ExclusiveWork(pool, 50, 200).run("order_1", (isHeld) => {
      held = isHeld
      return endless.run()
    })
    await expect(running).rejects.toThrow("not awaited")
    expect(await processWith(4).work.run("order_1", () => Promise.resolve("done"))).toBe("done")
    expect(await held?.()).toBe(false)
    endless.end()
  })

  test("a job that fails gives its place to the next, which runs", async () => {
    const { work } = processWith(4)
    const [failed, next] = await Promise.allSettled([
      work.run("order_1", () => Promise.reject(new Error("core failed"))),
      work.run("order_1", () => Promise.resolve("done")),
    ])
    expect(failed).toMatchObject({ status: "rejected", reason: new Error("core failed") })
    expect(next).toEqual({ status: "fulfilled", value: "done" })
  })
})
