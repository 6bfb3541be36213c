import { duringRun } from "../sync-runs"

/** Runs that write down what is done with them. */
const runsThat = (begin: boolean) => {
  const noted: unknown[] = []
  const runs = {
    begin: (...asked: unknown[]) => {
      noted.push(["begin", ...asked])
      return Promise.resolve(begin)
    },
    finish: (...told: unknown[]) => {
      noted.push(["finish", ...told])
      return Promise.resolve()
    },
  }
  return { runs, noted }
}

test("work is done between the beginning and the end of its run", async () => {
  const { runs, noted } = runsThat(true)
  const work = () => {
    noted.push("work")
    return Promise.resolve(0)
  }
  expect(await duringRun(runs, "refunds", 30_000, work)).toBe(0)
  expect(noted).toEqual([["begin", "refunds", 30_000], "work", ["finish", "refunds", null]])
})

test("nothing is done while another process runs, and its run is not ended", async () => {
  const { runs, noted } = runsThat(false)
  const work = jest.fn(() => Promise.resolve(1))
  expect(await duringRun(runs, "refunds", 30_000, work)).toBeNull()
  expect(work).not.toHaveBeenCalled()
  expect(noted).toEqual([["begin", "refunds", 30_000]])
})

test("a failure is recorded, and passed on to the caller", async () => {
  const { runs, noted } = runsThat(true)
  const error = new Error("the service does not answer")
  await expect(duringRun(runs, "refunds", 0, () => Promise.reject(error))).rejects.toBe(error)
  expect(noted.at(-1)).toEqual(["finish", "refunds", "the service does not answer"])
})
