const { readFileSync } = require("node:fs")
const { dirname, join } = require("node:path")

const STORIES = /from "(\.\.?\/(?:http\/)?(?:stories\/[\w-]+|support\/[\w-]+-stories))"/g

/** Characters of a test file and of the stories that it imports. */
function lengthOf(file) {
  const text = readFileSync(file, "utf8")
  const stories = [...text.matchAll(STORIES)].map(([, path]) => join(dirname(file), `${path}.ts`))
  return text.length + stories.map(lengthOf).reduce((sum, length) => sum + length, 0)
}

/**
 * Runs the longest file first, so that no worker waits for a late start of a long one. Jest would consider
 * only the file itself.
 */
module.exports = class LongestFirst {
  sort(tests) {
    const lengths = new Map(tests.map(({ path }) => [path, lengthOf(path)]))
    return [...tests].sort((a, b) => lengths.get(b.path) - lengths.get(a.path))
  }

  cacheResults() {}
}
