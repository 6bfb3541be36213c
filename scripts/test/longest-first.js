const { readFileSync } = require("node:fs")
const { dirname, join } = require("node:path")

const STORIES = /from "(\.\.?\/(?:http\/)?(?:stories\/[\w-]+|support\/[\w-]+-stories))"/g
const DEFAULT_STORE = /storeSuite\(\s*"[^"]*",\s*\{\s*(?:jobs: true\s*)?\},/

/** Characters of a test file and of the stories that it imports. */
function lengthOf(file) {
  const text = readFileSync(file, "utf8")
  const stories = [...text.matchAll(STORIES)].map(([, path]) => join(dirname(file), `${path}.ts`))
  return text.length + stories.map(lengthOf).reduce((sum, length) => sum + length, 0)
}

/**
 * Runs the longest file first, so that no worker waits for a late start of a long one: jest would consider only the file itself. Files
 * that share the store without options come last, in a row, so that each worker starts that store once.
 */
module.exports = class LongestFirst {
  sort(tests) {
    const files = tests.map((test) => ({
      test,
      length: lengthOf(test.path),
      isShared: DEFAULT_STORE.test(readFileSync(test.path, "utf8")),
    }))
    return files.sort((a, b) => a.isShared - b.isShared || b.length - a.length).map(({ test }) => test)
  }

  cacheResults() {}
}
