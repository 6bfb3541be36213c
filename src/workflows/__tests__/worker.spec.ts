import { createMedusaContainer } from "@medusajs/framework/utils"
import { WorkflowManager, WorkflowScheduler } from "@medusajs/framework/orchestration"
import { asFunction, asValue } from "@medusajs/framework/awilix"
import { perStore, runEach, runJob, Worker, workOff } from "../worker"

/** Numbers from 1, claimed in order. */
function numbers(count: number) {
  const due = Array.from({ length: count }, (_, index) => index + 1)
  return { due, claim: () => Promise.resolve(due.shift()) }
}

describe("working off what is due", () => {
  it("continues until nothing is due", async () => {
    const handled: number[] = []
    const count = await workOff({ ...numbers(5), handle: async (row) => void handled.push(row) })
    expect([count, handled]).toEqual([5, [1, 2, 3, 4, 5]])
  })

  it("handles no more rows in one run than it may, and claims no more", async () => {
    const { due, claim } = numbers(9)
    expect(await workOff({ claim, most: 4, lanes: 3, handle: async () => undefined })).toBe(4)
    expect(due).toEqual([5, 6, 7, 8, 9])
  })

  it("handles as many rows side by side as there are lanes", async () => {
    let running = 0
    let most = 0
    const handle = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    }
    await workOff({ ...numbers(12), lanes: 3, handle })
    expect(most).toBe(3)
  })

  it("claims nothing more once a row says stop", async () => {
    const { due, claim } = numbers(6)
    const handle = async (row: number) => (row === 2 ? ("stop" as const) : undefined)
    expect(await workOff({ claim, handle })).toBe(2)
    expect(due).toEqual([3, 4, 5, 6])
  })

  it("fails with the error of a row, after the rows beside it have ended", async () => {
    const ended: number[] = []
    const handle = async (row: number) => {
      await new Promise(setImmediate)
      if (row === 1) throw new Error("row 1 is broken")
      await new Promise(setImmediate)
      ended.push(row)
    }
    await expect(workOff({ ...numbers(6), lanes: 2, handle })).rejects.toThrow("row 1 is broken")
    expect(ended).toEqual([2])
  })
})

describe("parts of a job", () => {
  const part = (done: string[], name: string) => async () => {
    done.push(name)
    if (name.startsWith("bad")) throw new Error(`${name} broke`)
  }

  it("that break stop none of the others, and the error names all that broke", async () => {
    const done: string[] = []
    const parts = ["bad one", "good", "bad two"].map((name) => part(done, name))
    await expect(runEach(parts)).rejects.toThrow("bad one broke; bad two broke")
    expect(done).toEqual(["bad one", "good", "bad two"])
  })

  it("get the modules themselves, not those of the step that Medusa runs the job in", async () => {
    const module = { options: {} }
    const container = createMedusaContainer()
    container.register({ onchain: asValue(module), logger: asValue({}) })
    const ofStep = createMedusaContainer({}, container)
    ofStep.resolve = () => new Proxy(module, {})
    const seen: unknown[] = []
    await runJob(ofStep, { name: "onchain-a-job" }, [async (own) => void seen.push(own.resolve("onchain"))])
    expect(seen[0]).toBe(module)
  })
})

describe("a job that Medusa does not run any more", () => {
  const job = "onchain-watched"
  const schedule = jest.fn(() => Promise.resolve())
  const logger = { info: jest.fn(), warn: jest.fn(), error: jest.fn() }
  const container = createMedusaContainer()
  container.register("logger", asValue(logger))
  const run = (part = () => Promise.resolve()) => runJob(container, { name: job }, [part])
  const isKnown = jest.spyOn(WorkflowManager, "getWorkflow")

  beforeEach(() => {
    jest.useFakeTimers()
    WorkflowScheduler.setStorage({ schedule, remove: jest.fn(), removeAll: jest.fn() })
    isKnown.mockReturnValue({ id: `job-${job}`, options: { schedule: "* * * * *" } })
    schedule.mockReset().mockResolvedValue(undefined)
  })
  afterEach(() => jest.useRealTimers())
  afterAll(() => isKnown.mockRestore())

  it("is scheduled again once it is late, until it runs", async () => {
    await run()
    await jest.advanceTimersByTimeAsync(119_000)
    expect(schedule).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(2_000)
    expect(schedule.mock.calls).toEqual([[`job-${job}`, expect.objectContaining({ cron: "* * * * *" })]])
    schedule.mockRejectedValueOnce(new Error("Redis is away"))
    await jest.advanceTimersByTimeAsync(240_000)
    expect(schedule).toHaveBeenCalledTimes(3)
  })

  it("is run by the process itself meanwhile, also where it cannot be scheduled", async () => {
    const part = jest.fn(() => Promise.resolve())
    await run(part)
    schedule.mockRejectedValue(new Error("Redis is away"))
    await jest.advanceTimersByTimeAsync(361_000)
    expect(part).toHaveBeenCalledTimes(4)
    expect(logger.error).toHaveBeenLastCalledWith(expect.stringContaining("Redis is away"))
  })

  it("is watched after a run that failed too, and not as long as runs follow each other", async () => {
    for (let runs = 0; runs < 5; runs++) {
      await jest.advanceTimersByTimeAsync(60_000)
      await run(() => Promise.reject(new Error("no database"))).catch(() => undefined)
    }
    await jest.advanceTimersByTimeAsync(119_000)
    expect(schedule).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(2_000)
    expect(schedule).toHaveBeenCalledTimes(1)
  })

  it("ends without a part that never does, is watched from then on, and logs what becomes of the part", async () => {
    let fail = (_: Error) => {}
    const running = run(() => new Promise<void>((_, reject) => (fail = reject)))
    await jest.advanceTimersByTimeAsync(119_000)
    expect(logger.warn).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(2_000)
    await running
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining(job))
    expect(schedule).not.toHaveBeenCalled()
    fail(new Error("the connection is gone"))
    await jest.advanceTimersByTimeAsync(121_000)
    expect(logger.error).toHaveBeenCalledWith(expect.stringContaining("the connection is gone"))
    expect(schedule).toHaveBeenCalledTimes(1)
  })
})

describe("a row that is never handled to its end", () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it("gives its lane to the next one", async () => {
    const { due, claim } = numbers(1)
    const worker = new Worker(claim, 1)
    const ended = worker.wake(() => new Promise(() => {})).catch((error: unknown) => error)
    await jest.advanceTimersByTimeAsync(10 * 60_000)
    expect(await ended).toEqual(expect.objectContaining({ message: expect.stringContaining("600 seconds") }))
    due.push(2)
    expect(await worker.wake(async () => undefined)).toBe(1)
  })
})

/** A module that is resolved as a new proxy each time, as in a step of a workflow. */
function storeOf(module: { options: object }) {
  const container = createMedusaContainer()
  container.register(
    "onchain",
    asFunction(() => new Proxy(module, {}))
  )
  return container
}

describe("a worker of a store", () => {
  const workerOf = perStore(() => ({}))

  test("is the same for every job that resolves the module", () => {
    const container = storeOf({ options: {} })
    expect(workerOf(container)).toBe(workerOf(container))
  })

  test("is another one for another store of the process", () => {
    expect(workerOf(storeOf({ options: {} }))).not.toBe(workerOf(storeOf({ options: {} })))
  })
})
