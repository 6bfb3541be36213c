/**
 * Runs the unit tests of one file at a time for the stage `mutants`, in the process of its own that it needs: a mutant may never
 * end. Tests and hooks run as under jest, by its own runner, without the seconds that jest takes for a file.
 */
const { createRequire } = require("node:module")
const { ModernFakeTimers } = require("@jest/fake-timers")
const { ModuleMocker } = require("jest-mock")
const { loadAnew } = require("../mutated-modules")

const requireOfJest = createRequire(require.resolve("jest-runtime"))
const { jestExpect } = requireOfJest("@jest/expect")
const { getState, resetState, run, ...globals } = createRequire(require.resolve("jest"))("jest-circus")

const mocker = new ModuleMocker(global)
const timers = new ModernFakeTimers({ config: { fakeTimers: {}, rootDir: process.cwd() }, global })
const jest = {
  fn: (...args) => mocker.fn(...args),
  spyOn: (...args) => mocker.spyOn(...args),
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
}
Object.assign(global, globals, { expect: jestExpect, jest })

/** The blocks that are entered now. */
let reached = new Set()
global.__reach = (block) => reached.add(block)

const testsOf = ({ children }) =>
  children.flatMap((child) => (child.type === "test" ? [child] : testsOf(child)))

/**
 * @param chosen the positions of the tests to run, in turn until the first failure. @default all
 * @returns the time and the blocks of each test; those of loading, which concern all of them
 */
async function runSpec({ file, texts, chosen }) {
  resetState()
  const loading = (reached = new Set())
  const startedMs = performance.now()
  let failure
  try {
    loadAnew(file, texts)
  } catch (error) {
    return { failure: `is not loaded: ${error}`, loading: [], tests: [] }
  }
  const tests = testsOf(getState().rootDescribeBlock).map((test, index) => {
    const { fn } = test
    const told = { ms: 0, blocks: [] }
    if (chosen && !chosen.includes(index)) test.mode = "skip"
    test.fn = async function runTest() {
      if (failure !== undefined) return
      const [before, beganMs] = [reached, performance.now()]
      reached = new Set()
      try {
        await fn.call(this)
      } catch (error) {
        failure = `${test.name}: ${error?.message ?? error}`
      }
      told.ms = performance.now() - beganMs
      told.blocks = [...reached]
      reached = before
    }
    return told
  })
  const { testResults, unhandledErrors } = await run()
  const errors = [...unhandledErrors, ...testResults.flatMap(({ errors }) => errors)]
  jest.useRealTimers()
  mocker.restoreAllMocks()
  failure ??= errors[0] && String(errors[0])
  return { ms: performance.now() - startedMs, failure, loading: [...loading], tests }
}

// What a mutant leaves behind fails nothing but itself.
process.on("unhandledRejection", () => {})
process.on("uncaughtException", () => {})
process.on("message", async (task) => process.send(await runSpec(task)))
