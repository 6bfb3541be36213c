/**
 * Runs one story at a time for the stage `coverage`, in the process of its own that it needs: a mutant may never end.
 */
const { createRequire } = require("node:module")
const { mutate } = require("./mutant-text")
const { loadAnew } = require("./mutated-modules")

const requireOfJest = createRequire(require.resolve("jest-runtime"))
const { expect } = requireOfJest("expect")

/** The tests of a file's story, by the name of their set of assumptions. */
let tests
/** The title of the story to run; the others of its file are skipped. */
let wanted

global.expect = expect
global.describe = (title, define) => title === wanted && define()
global.it = { each: (sets) => (_, run) => (tests = new Map(sets.map((set) => [set.name, () => run(set)]))) }

async function runStory({ file, title, set, mutant }) {
  tests = undefined
  wanted = title
  try {
    loadAnew(file, mutant && { [mutant.file]: mutate(mutant) })
  } catch (error) {
    return { kind: "not_loaded", message: String(error) }
  }
  const run = set === undefined ? tests?.values().next().value : tests?.get(set)
  if (!run) return { kind: "not_loaded", message: `${file} has no story "${title}" of ${set ?? "any set"}` }
  const startedMs = performance.now()
  try {
    await run()
    return { kind: "passed", ms: performance.now() - startedMs }
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) }
  }
}

// What a mutant leaves behind fails nothing but itself.
process.on("unhandledRejection", () => {})
process.on("uncaughtException", () => {})
process.on("message", async (task) => process.send(await runStory(task)))
